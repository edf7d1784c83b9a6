/** Runs tests in a scratch copy of the checkout, each run with a time limit. */
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunReport, RunRequest } from './messages.ts';

/** Memory enough for every test, and a limit for mutants that fill it. */
const HEAP_MB = 2048;

/** How much is kept of what the process prints as errors. */
const COMPLAINT_LENGTH = 4000;

export class Tester {
  readonly #scratch: string;
  readonly #builds: boolean;
  #process: ChildProcess | undefined;
  #changed: string[] = [];

  /** @param builds whether the command is built before tests run, for tests that start it */
  constructor(scratch: string, { builds = false }: { readonly builds?: boolean } = {}) {
    this.#scratch = scratch;
    this.#builds = builds;
  }

  /** Gives a file of the scratch copy another text. */
  write(file: string, text: string): void {
    writeFileSync(join(this.#scratch, file), text);
    this.#changed.push(file);
  }

  /** What came of the tests; undefined when they took too long or ended their process. */
  async run(request: Omit<RunRequest, 'changed'>): Promise<RunReport | undefined> {
    if (this.#builds && this.#changed.length > 0) {
      const problem = await problemOfBuild(this.#scratch);
      if (problem !== undefined) return { files: [], errors: [`the build: ${problem}`] };
    }
    const running = this.#process ?? (await this.#start());
    const report = answerOf(running);
    running.send({ ...request, changed: this.#changed });
    this.#changed = [];
    const result = await report;
    if (result === undefined) await this.end();
    return result;
  }

  async end(): Promise<void> {
    const ending = this.#process;
    this.#process = undefined;
    if (ending === undefined) return;
    const hasEnded = ending.exitCode !== null || ending.signalCode !== null;
    const gone = hasEnded ? undefined : once(ending, 'exit');
    endGroup(ending.pid!);
    await gone;
  }

  async #start(): Promise<ChildProcess> {
    const started = fork(join(import.meta.dirname, 'test-process.js'), [this.#scratch], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A group of its own: it ends together with the servers that its tests have started.
      detached: true,
      env: { ...process.env, NO_COLOR: '1', ...(this.#builds && withProbes(this.#scratch)) },
    });
    let complaint = '';
    started.stderr!.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-COMPLAINT_LENGTH);
    });
    const [first] = (await Promise.race([once(started, 'message'), once(started, 'exit')])) as [
      unknown,
    ];
    if (first !== 'ready') {
      throw new Error(`the tests cannot be started:\n${complaint}`);
    }
    this.#process = started;
    return started;
  }
}

/** What is wrong with the sources, when the command cannot be built of them. */
async function problemOfBuild(scratch: string): Promise<string | undefined> {
  try {
    await promisify(execFile)(process.execPath, [join(scratch, 'tools/build.js'), 'command']);
    return undefined;
  } catch (error) {
    return (error as Error).message.slice(0, COMPLAINT_LENGTH);
  }
}

/** Lets every process that tests start report the probes that it reaches. */
function withProbes(scratch: string): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import=${join(scratch, 'tools/mutants/reached-in-command.js')}` };
}

/** Ends a process and all that it has started, as far as they still run. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Undefined when the process ends instead. */
function answerOf(from: ChildProcess): Promise<RunReport | undefined> {
  return new Promise((resolve) => {
    const answered = (report: RunReport): void => settle(report);
    const ended = (): void => settle(undefined);
    const settle = (report: RunReport | undefined): void => {
      from.off('message', answered);
      from.off('exit', ended);
      resolve(report);
    };
    from.once('message', answered);
    from.once('exit', ended);
  });
}

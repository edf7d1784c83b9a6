/** Runs the programs under test as a user would: as processes, seen by what they print and return. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { until } from './until.ts';

export interface CommandOptions {
  /** The whole environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the program reads; empty by default. */
  readonly stdin?: string;
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that is running, or was. */
export class Command {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<Outcome>;
  #stdout = '';
  #stderr = '';

  constructor(file: string, args: readonly string[], options: CommandOptions = {}) {
    this.#child = spawn(file, args, { env: { ...options.env }, stdio: 'pipe' });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    // Programs that end without reading what is offered to them are none of our business.
    this.#child.stdin.on('error', () => undefined).end(options.stdin ?? '');
    this.#ended = new Promise((resolve, reject) => {
      this.#child.on('error', reject);
      this.#child.on('close', (code) =>
        resolve({ code, stdout: this.#stdout, stderr: this.#stderr }),
      );
    });
    // A caller that waits for the end gets the error; none has to wait.
    this.#ended.catch(() => undefined);
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Resolves when the program has ended by itself. */
  ended(): Promise<Outcome> {
    return this.#ended;
  }

  /** Resolves once stdout matches. */
  async untilPrinted(pattern: RegExp, withinMs?: number): Promise<string> {
    const seen = (): string =>
      `${String(pattern)} in what was printed:\n${this.#stdout}${this.#stderr}`;
    return until(seen, () => (pattern.test(this.#stdout) ? this.#stdout : undefined), withinMs);
  }

  /** Asks the program to end, as Ctrl-C does, and waits until it has. */
  stop(signal: NodeJS.Signals = 'SIGINT'): Promise<Outcome> {
    this.#child.kill(signal);
    return this.#ended;
  }
}

/** Runs a program to its end. */
export function runToEnd(
  file: string,
  args: readonly string[],
  options?: CommandOptions,
): Promise<Outcome> {
  return new Command(file, args, options).ended();
}

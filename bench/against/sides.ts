/** The two checkouts that are compared: a process of each, which both get the same questions. */
import { execFile, fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Measured } from '../support/clients.ts';
import type { Answer, Question, Took } from './side.ts';

const sideFile = fileURLToPath(new URL('./side.js', import.meta.url));
const gaugeFile = fileURLToPath(new URL('./gauge.js', import.meta.url));

/** Enough for all that a work allocates, so that nothing is collected while it is measured. */
export const withoutCollection = ['--min-semi-space-size=512', '--max-semi-space-size=512'];

/** A process that has loaded the library of a checkout. */
export class Side implements Measured {
  readonly #process: ChildProcess;
  readonly #exited: Promise<never>;

  /** @param flags of Node.js */
  constructor(checkout: string, flags: readonly string[] = []) {
    this.#process = fork(sideFile, [checkout], { execArgv: ['--expose-gc', ...flags] });
    this.#exited = once(this.#process, 'exit').then(() => {
      throw new Error(`the process of ${checkout} has exited`);
    });
    // It is also stopped, when no answer is awaited.
    this.#exited.catch(() => undefined);
  }

  work(name: string): Promise<Took> {
    return this.#ask({ kind: 'work', name });
  }

  serve(): Promise<{ readonly port: number; readonly token: string }> {
    return this.#ask({ kind: 'serve' });
  }

  async collect(): Promise<void> {
    await this.#ask({ kind: 'collect' });
  }

  async processorUs(): Promise<number> {
    return (await this.#ask<{ readonly us: number }>({ kind: 'processor' })).us;
  }

  stop(): void {
    this.#process.kill();
  }

  async #ask<A extends Answer>(question: Question): Promise<A> {
    this.#process.send(question);
    const answered = once(this.#process, 'message') as Promise<[A]>;
    const [answer] = await Promise.race([answered, this.#exited]);
    return answer;
  }
}

/** Runs the command of a checkout. @returns microseconds of the processor, from its start to its exit */
export async function commandUs(checkout: string, args: readonly string[]): Promise<number> {
  const command = spawn(
    process.execPath,
    ['--import', gaugeFile, `${checkout}/dist/orrery.js`, ...args],
    { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] },
  );
  let text = '';
  command.stdio[3]!.on('data', (piece: Buffer) => (text += String(piece)));
  const [status] = (await once(command, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${checkout}: orrery ${args.join(' ')}: exit status ${status}`);
  return Number(text);
}

/** How often a process does a work, and then only prepares it. */
export interface Rounds {
  readonly done: number;
  readonly prepared: number;
}

/** Returns the instructions that a process executes, from its start to its exit, as valgrind counts them. */
export async function instructions(
  checkout: string,
  name: string,
  { done, prepared }: Rounds,
): Promise<number> {
  const { stderr } = await promisify(execFile)('valgrind', [
    ...['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null'],
    ...[process.execPath, '--single-threaded', '--expose-gc'],
    ...[sideFile, checkout, name, String(done), String(prepared)],
  ]);
  const found = /I\s+refs:\s+([\d,]+)/.exec(stderr)?.[1];
  if (found === undefined) throw new Error(stderr);
  return Number(found.replaceAll(',', ''));
}

/** Whether a folder is a checkout that has been built. */
export function isBuilt(checkout: string): boolean {
  return existsSync(`${checkout}/dist/index.js`);
}

/** A program that runs for this command. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** A program that runs. */
export interface Child {
  /** Resolves with its exit code: as shells say it, where a signal ended it. */
  readonly ended: Promise<number>;
  kill(signal: NodeJS.Signals): void;
}

export interface ChildOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Called with what it writes, which is passed on too. Absent: it has the output of this command. */
  readonly onOutput?: (text: string) => void;
}

/** Starts a program, which gets the signals that this command gets. */
export function startChild(
  [file, ...args]: readonly string[],
  { env, onOutput }: ChildOptions,
): Child {
  const output = onOutput === undefined ? 'inherit' : 'pipe';
  const child = spawn(file!, args, { env, stdio: ['inherit', output, output] });
  if (onOutput !== undefined) {
    for (const name of ['stdout', 'stderr'] as const) {
      const stream = child[name]!;
      stream.pipe(process[name], { end: false });
      stream.on('data', (chunk: Buffer) => onOutput(chunk.toString()));
    }
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`${file!}: ${error.message}`)));
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, pass);
      resolve(code ?? 128 + constants.signals[signal!]);
    });
  });
  return { ended, kill: (signal) => void child.kill(signal) };
}

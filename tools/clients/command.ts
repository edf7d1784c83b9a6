/** Programs as processes: what they print and return. */
import { spawn } from 'node:child_process';

/** How a program ended. */
export interface Outcome {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program is run. */
export interface CommandOptions {
  /** The whole environment; this process's by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** When it is ended, milliseconds; a minute by default. */
  readonly withinMs?: number;
}

/**
 * Runs a program to its end, with nothing to read. It has a group of its own, and what it leaves running ends with it.
 *
 * @throws {Error} when it cannot be started
 */
export function runToEnd(
  file: string,
  args: readonly string[],
  { env = process.env, cwd, withinMs = 60_000 }: CommandOptions = {},
): Promise<Outcome> {
  const child = spawn(file, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const end = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
  };
  const timer = AbortSignal.timeout(withinMs);
  timer.addEventListener('abort', end);
  process.once('exit', end);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    const done = (): void => {
      timer.removeEventListener('abort', end);
      process.removeListener('exit', end);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    // What still holds the pipes when the program itself has ended was left behind by it.
    child.on('exit', end);
    child.on('close', (code) => {
      done();
      resolve({ code, stdout, stderr });
    });
  });
}

/** What a program prints that has to succeed. @throws {Error} with what it said instead */
export async function read(
  file: string,
  args: readonly string[],
  options?: CommandOptions,
): Promise<string> {
  const { code, stdout, stderr } = await runToEnd(file, args, options);
  if (code === 0) return stdout;
  const said = `${stdout}${stderr}`.trim().split('\n').slice(-12).join('\n');
  throw new Error(`${[file, ...args].join(' ')}: code ${code}\n${said}`);
}

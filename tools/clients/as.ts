/** Programs that run as their cluster would run them: by `orrery as`. */
import { spawn } from 'node:child_process';
import { machineTimers } from '#clock';
import { command } from './serve.ts';
import type { Stage, StepResult } from './suite.ts';

/** A program, and whose pod it is. */
export interface InCluster {
  /** `NAMESPACE/ACCOUNT`. */
  readonly account: string;
  /** Whose pod it is; without one it has the account alone. */
  readonly deployment?: string;
  /** Further options of `orrery as`. */
  readonly options?: readonly string[];
  /** Of the folder of programs, with its arguments; those of the container by default. */
  readonly line: readonly string[];
}

/** How long a program may take to end, ms. */
const endMs = 10_000;

/** Starts a program. @returns what ends it, and answers whether it has run until then */
export function startAs(
  { env, folder }: Pick<Stage, 'env' | 'folder'>,
  { account, deployment, options = [], line }: InCluster,
): () => Promise<StepResult> {
  const pod = deployment === undefined ? [] : ['--deployment', deployment];
  const args = [command, 'as', account, ...pod, ...options, '--', ...line];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const kill = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
  };
  process.once('exit', kill);
  let said = '';
  const hear = (text: string): void => void (said = (said + text).slice(-60000));
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const ended = new Promise<void>((resolve) =>
    child.on('close', () => {
      process.removeListener('exit', kill);
      resolve();
    }),
  );
  return async () => {
    const hasEnded = child.exitCode !== null;
    const step = `${line[0]!} runs as ${deployment ?? account}`;
    const cancel = machineTimers().after(endMs, kill);
    child.kill('SIGTERM');
    await ended;
    cancel();
    if (hasEnded || / exit status \d+; the cluster restarts/.test(said))
      return { step, outcome: 'failed', why: said };
    return { step, outcome: 'passed' };
  };
}

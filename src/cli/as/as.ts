/** `orrery as`: a program as a cluster would run it, with the rights of its account alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import { serverFrom, type ServerOptions } from '../kubeconfig.ts';
import { startChild } from './child.ts';
import { readAccount, readMount, type Mount } from './mounts.ts';
import { say, Session } from './session.ts';

export interface AsOptions extends ServerOptions {
  readonly mount: readonly string[];
  /** Whether folders are mounted where a container has them, if the system allows it. */
  readonly mounts: boolean;
  /** Whose pod the program is. Absent: none's. */
  readonly deployment?: string;
  /** Which of its containers. Default: the first. */
  readonly container?: string;
}

/** Runs the command to its end; resolves with its exit code. @throws {UsageError} */
export async function runAs(
  who: string,
  command: readonly string[],
  options: AsOptions,
): Promise<number> {
  const account = readAccount(who);
  const mounts = options.mount.map(readMount);
  const folder = mkdtempSync(join(tmpdir(), 'orrery-as-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    const session = new Session(serverFrom(options, process.env), account, folder);
    try {
      if (options.deployment === undefined)
        return await runOnce(session, mounts, { command, options });
      const { runAsPod } = await import('./pod-program.ts');
      const { deployment, container, mounts: mayMount } = options;
      return await runAsPod(session, { account, deployment, container, command, mounts, mayMount });
    } finally {
      session.end();
    }
  } catch (error) {
    say((error as Error).message);
    return exitCodes.invalid;
  }
}

async function runOnce(
  session: Session,
  mounts: readonly Mount[],
  { command, options }: { readonly command: readonly string[]; readonly options: AsOptions },
): Promise<number> {
  const account = await session.bindAccount();
  const binds = [account, ...(await Promise.all(mounts.map((each) => session.bind(each))))];
  const line = session.placed(binds, command, options.mounts);
  return startChild(line, { env: { ...process.env, ...session.variables } }).ended;
}

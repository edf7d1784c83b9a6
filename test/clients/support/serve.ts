/** The built command `orrery serve`, with a private directory for all that its clients write. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, type Outcome } from './command.ts';
import { patienceMs } from './until.ts';

const root = resolve(import.meta.dirname, '../../..');
const main = join(root, 'dist/orrery.js');

export interface Served {
  readonly url: string;
  /** The administrator's. */
  readonly token: string;
  readonly kubeconfig: string;
  /** The address of its page; absent where there is none. */
  readonly page: string | undefined;
  /** Private to this server's clients; goes with it. */
  readonly folder: string;
  /** What the server has written to its log so far. */
  log(): string;
  /** @throws {Error} when the server did not end well: that is a defect no test may hide. */
  stop(): Promise<void>;
  /** Ends the process at once, as a machine that fails does. */
  kill(): Promise<void>;
}

/** Starts a server of its own on a free port; resolves when it takes requests. */
export async function serve(...options: readonly string[]): Promise<Served> {
  if (!existsSync(main)) throw new Error(`${main} is missing: run "npm run build" first`);
  const folder = mkdtempSync(join(tmpdir(), 'orrery-clients-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const token = 'secret-of-the-administrator';
  const args = [main, 'serve', '--port', '0', '--token', token, '--kubeconfig', kubeconfig];
  const server = new Command(process.execPath, [...args, ...options], { env: environment(folder) });
  const ready = server.untilPrinted(/^export KUBECONFIG=/m);
  const outcome = await Promise.race([ready, server.ended()]);
  if (typeof outcome !== 'string') {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`the server ended: ${describe(outcome)}`);
  }
  return {
    url: /https?:\/\/\S+/.exec(outcome)![0],
    token,
    kubeconfig,
    page: /^See it at (\S+)$/m.exec(outcome)?.[1],
    folder,
    log: () => server.stderr,
    async stop() {
      const end = await server.stop('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
      if (end.code !== 0) throw new Error(`the server ended badly: ${describe(end)}`);
    },
    async kill() {
      await server.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** How long starting or stopping a server may take, ms: for hooks. */
export const serveTimeoutMs = patienceMs;

/**
 * What a program may know of its surroundings: nothing of this machine's users, so that no
 * kubeconfig, cache or setting of theirs changes what a test sees.
 */
export function environment(
  home: string,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const temporary = join(home, 'tmp');
  mkdirSync(temporary, { recursive: true });
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    ...more,
  };
}

function describe({ code, stdout, stderr }: Outcome): string {
  return `code ${code}\n${stdout}${stderr}`;
}

/** `orrery serve` as a process of its own, for one client. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The command that was built. */
export const command = resolve(import.meta.dirname, '../../../dist/orrery.js');

/** A server with a folder for its client. */
export interface Served {
  readonly kubeconfig: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** @returns what the server has to say of itself, when it did not end well */
  stop(): Promise<string | undefined>;
}

/** Starts a server on a free port. It ends with this process. @throws {Error} when it does not start */
export async function startServe(options: readonly string[]): Promise<Served> {
  const root = mkdtempSync(join(tmpdir(), 'orrery-clients-'));
  const kubeconfig = join(root, 'kubeconfig');
  const folder = join(root, 'work');
  const home = join(root, 'home');
  for (const path of [folder, home]) mkdirSync(path);
  const args = [command, 'serve', '--port', '0', '--kubeconfig', kubeconfig, ...options];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      process.removeListener('exit', kill);
      rmSync(root, { recursive: true, force: true });
      resolve(code);
    }),
  );
  await new Promise<void>((resolve, reject) => {
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (/^export KUBECONFIG=/m.test(stdout)) resolve();
    });
    void ended.then(() => reject(new Error(`the server did not start: ${stderr}`)));
  });
  return {
    kubeconfig,
    folder,
    env: environment(home, kubeconfig),
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      const defects = stderr.split('\n').filter((line) => line.includes('this is a defect'));
      if (code === 0 && defects.length === 0) return undefined;
      return `code ${code}\n${(code === 0 ? defects.join('\n') : stderr).slice(-4000)}`;
    },
  };
}

function environment(home: string, kubeconfig: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    KUBECONFIG: kubeconfig,
  };
}

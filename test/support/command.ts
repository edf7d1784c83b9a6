/** Runs the built command. Where nothing is built, as while mutants are tried, tests that do so fail. */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const exec = promisify(execFile);

/** Resolves with what the command prints, rejects when it fails. */
export async function orrery(...args: readonly string[]): Promise<string> {
  const command = join(root, 'dist/orrery.js');
  const { stdout } = await exec(process.execPath, [command, ...args], {
    cwd: root,
    maxBuffer: 2 ** 28,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return stdout;
}

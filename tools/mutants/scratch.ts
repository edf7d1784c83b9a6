/** Copies of the checkout, in which mutants are made: the checkout itself stays as it is. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everything that git does not ignore, as it stands in the checkout, beside the installed packages. */
export function copyOf(root: string): string {
  const scratch = mkdtempSync(join(realpathSync(tmpdir()), 'orrery-mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of listed.split('\0')) {
    const from = join(root, file);
    if (file !== '' && file !== 'node_modules' && existsSync(from))
      cpSync(from, join(scratch, file));
  }
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
  return scratch;
}

export function remove(scratch: string): void {
  // A process that has just been stopped may still write a file.
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

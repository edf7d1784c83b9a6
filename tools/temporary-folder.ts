/** A folder that does not outlive the process, unless that is killed at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

export function temporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `${name}-`));
  // A process that has just been killed may still write a file.
  const removeAll = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeAll);
  return {
    path,
    remove() {
      process.removeListener('exit', removeAll);
      removeAll();
    },
  };
}

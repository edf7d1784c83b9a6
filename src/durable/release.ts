/** Which release of Kubernetes wrote a folder last: a file that names it, such as `1.34`. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, unfinishedPath } from './folder.ts';

const releasePath = (folder: string): string => join(folder, 'release');

/** Returns its name; undefined where nothing says it. @throws {DataError} when the file cannot be read */
export function readRelease(folder: string): string | undefined {
  const path = releasePath(folder);
  return existsSync(path) ? bytesOf(path).toString('utf8').trim() : undefined;
}

/** The file is whole, or it is the one of before. */
export function writeRelease(folder: string, name: string): void {
  const path = releasePath(folder);
  const file = openSync(unfinishedPath(path), 'w', 0o600);
  try {
    writeSync(file, `${name}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinishedPath(path), path);
}

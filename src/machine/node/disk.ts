/** What the disk has, for paths with `/` between names. Read synchronously: who loads a scenario waits for it. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { posix, relative, sep } from 'node:path';
import { orFileError } from './regular-file.ts';

/** @throws {FileError} */
export function isFolder(path: string): boolean {
  return orFileError(() => statSync(path).isDirectory());
}

/** Returns the files in a folder, unsorted and relative to it. @throws {FileError} */
export function filesIn(folder: string, recursive: boolean): readonly string[] {
  const entries = orFileError(() => readdirSync(folder, { withFileTypes: true, recursive }));
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ parentPath, name }) =>
      posix.join('.', parentPath.slice(folder.length).replaceAll('\\', '/'), name),
    );
}

/**
 * Returns a path relative to a folder (empty: the current one), with all symbolic links followed.
 * @throws {FileError}
 */
export function realPath(folder: string, path: string): string {
  return orFileError(() =>
    relative(realpathSync(folder || '.'), realpathSync(path)).replaceAll(sep, '/'),
  );
}

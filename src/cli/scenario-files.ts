/** Scenario files on the command line: single files, or all of a folder. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { scenarioPath } from './scenario-input.ts';
import { UsageError } from './usage-error.ts';

/**
 * Returns the scenario files (`.yaml`, `.yml`) in a folder and its subfolders, or of a topic of the
 * library, sorted; undefined if it is not a folder.
 * @throws {UsageError} for a folder that cannot be read
 */
export async function filesInside(name: string): Promise<readonly string[] | undefined> {
  const folder = scenarioPath(name);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) return undefined;
  const entries = await entriesOf(folder);
  return entries
    .filter((entry) => /\.ya?ml$/.test(entry.name) && !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    const { code, path = folder } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path}: the folder cannot be read (${String(code)})`);
  }
}

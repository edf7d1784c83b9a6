/** Files that a command writes at its end. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from './usage-error.ts';

/**
 * Says before the work what would fail after it.
 * @param what `report`, as in "cannot save the report in ..."
 * @throws {UsageError} where the file is a folder, its folder is not there, or may not be written
 */
export async function checkWritable(what: string, file: string): Promise<void> {
  try {
    const found = await stat(file).catch(() => undefined);
    if (found?.isDirectory() === true) throw new Error('it is a folder');
    await access(found === undefined ? dirname(file) : file, constants.W_OK);
  } catch (error) {
    throw new UsageError(`cannot save the ${what} in ${file}: ${(error as Error).message}`);
  }
}

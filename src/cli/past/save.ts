/** Saves run records. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { recordText, type RunLog } from '#record';
import { UsageError } from '../usage-error.ts';

/** Writes the record, compressed. @throws {UsageError} when the file cannot be written */
export async function saveRecord(file: string, log: RunLog): Promise<void> {
  try {
    await pipeline(recordText(log), createGzip(), createWriteStream(file));
  } catch (error) {
    throw new UsageError(`cannot save the record in ${file}: ${(error as Error).message}`);
  }
}

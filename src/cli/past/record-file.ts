/** Files that hold run records, compressed or not. */
import { gunzipSync } from 'node:zlib';
import type { KindRegistry } from '#catalog';
import { readRecord, RecordError, type RunLog } from '#record';
import { FileError, readRegularFile } from '#machine';
import { UsageError } from '../usage-error.ts';
import { isCompressed, MOST_BYTES } from './record-bytes.ts';

/** Returns the bytes of a record, or of a scenario. @throws {UsageError} */
export function recordBytes(file: string): Buffer {
  try {
    return readRegularFile(file, MOST_BYTES, 'run record');
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new UsageError(`${file}: ${error.message}; expected a run record or a scenario`);
  }
}

/** Records are JSON, compressed or not; scenarios are YAML that hardly ever begins with a brace. */
export function startsAsRecord(bytes: Buffer): boolean {
  return isCompressed(bytes) || bytes[0] === 0x7b;
}

/** Reads a record. @throws {UsageError} for another file, or a damaged record */
export function recordIn(file: string, bytes: Buffer, kinds: KindRegistry): RunLog {
  try {
    return readRecord(textOf(bytes), kinds);
  } catch (error) {
    if (error instanceof RecordError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

function textOf(bytes: Buffer): string {
  if (!isCompressed(bytes)) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8');
  } catch (error) {
    throw new RecordError(`is damaged: ${(error as Error).message}`);
  }
}

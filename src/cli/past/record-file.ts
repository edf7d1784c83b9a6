/** Files that hold run records, compressed or not. */
import { gunzipSync } from 'node:zlib';
import type { KindRegistry } from '#catalog';
import { readRecord, RecordError, type RunLog } from '#record';
import { FileError, readRegularFile } from '#machine';
import { UsageError } from '../usage-error.ts';

/** The maximum length of a string, and so of a record. */
const MOST_BYTES = 500_000_000;

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

/**
 * Returns the record in a file; undefined for another file, or none. A scenario may be JSON, too: so
 * JSON is a record if it begins with its format, as every record does.
 * @throws {UsageError} for a record that cannot be read
 */
export function recordIfAny(file: string, kinds: KindRegistry): RunLog | undefined {
  const bytes = bytesIfAny(file);
  if (bytes === undefined) return undefined;
  const isRecord = isCompressed(bytes) || /^\{\s*"format"\s*:/.test(bytes.toString('utf8', 0, 100));
  return isRecord ? recordIn(file, bytes, kinds) : undefined;
}

function bytesIfAny(file: string): Buffer | undefined {
  try {
    return readRegularFile(file, MOST_BYTES, 'run record');
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

function isCompressed(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function textOf(bytes: Buffer): string {
  if (!isCompressed(bytes)) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8');
  } catch (error) {
    throw new RecordError(`is damaged: ${(error as Error).message}`);
  }
}

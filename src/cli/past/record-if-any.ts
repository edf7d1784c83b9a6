/** Tells a record from a scenario; what reads records is loaded for a record only. */
import type { RunLog } from '#record';
import { FileError, readRegularFile } from '#machine';
import { isCompressed, MOST_BYTES } from './record-bytes.ts';

/**
 * Returns the record in a file; undefined for another file, or none. A scenario may be JSON, too: so
 * JSON is a record if it begins with its format, as every record does.
 * @throws {UsageError} for a record that cannot be read
 */
export async function recordIfAny(file: string): Promise<RunLog | undefined> {
  const bytes = bytesIfAny(file);
  if (bytes === undefined) return undefined;
  const isRecord = isCompressed(bytes) || /^\{\s*"format"\s*:/.test(bytes.toString('utf8', 0, 100));
  if (!isRecord) return undefined;
  const [{ recordIn }, { registry }] = [
    await import('./record-file.ts'),
    await import('./open.ts'),
  ];
  return recordIn(file, bytes, registry);
}

function bytesIfAny(file: string): Buffer | undefined {
  try {
    return readRegularFile(file, MOST_BYTES, 'run record');
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

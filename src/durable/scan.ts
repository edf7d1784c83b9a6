/** Reads a log from its beginning, and tells a torn end from damage. */
import { DataError } from './errors.ts';
import { fileHead, formatName, frameBytes, recordAt } from './record.ts';

export interface LogCheck {
  /** The end of the last record that is whole, up to the first that is not, in bytes. */
  readonly end: number;
  /** Bytes behind it: written in part when the process ended, or damaged. */
  readonly rest: number;
  /** Where a whole record follows the first bad bytes: then these are damaged. */
  readonly resumesAt: number | undefined;
}

/**
 * @param see called with each whole record before the first bad bytes
 * @throws {DataError} for a file that is not a log, or has another version
 */
export function checkLog(bytes: Buffer, file: string, see: (record: Buffer) => void): LogCheck {
  checkHead(bytes, file);
  let at = fileHead.length;
  for (;;) {
    const record = recordAt(bytes, at);
    if (record === undefined) break;
    see(record);
    at += frameBytes + record.length;
  }
  return { end: at, rest: bytes.length - at, resumesAt: nextRecord(bytes, at + 1) };
}

function checkHead(bytes: Buffer, file: string): void {
  if (bytes.subarray(0, fileHead.length).equals(fileHead)) return;
  const begin = bytes.toString('latin1', 0, formatName.length + 8);
  const version = begin.startsWith(formatName) ? /^\d+/.exec(begin.slice(formatName.length)) : null;
  if (version !== null) {
    throw new DataError(
      `${file}: has format ${version[0]}, which this version of Orrery cannot read: use a newer one`,
    );
  }
  throw new DataError(`${file}: not a log of Orrery's: expected it to begin with ${formatName}`);
}

function nextRecord(bytes: Buffer, from: number): number | undefined {
  for (let at = from; at + frameBytes < bytes.length; at++) {
    if (recordAt(bytes, at) !== undefined) return at;
  }
  return undefined;
}

/** Reads a log from its beginning, and tells a torn end from damage. */
import { DataError } from './errors.ts';
import { pieceBytes, reading, type PiecedFile } from './pieces.ts';
import { fileHead, formatName, frameBytes, neededAt, recordAt } from './record.ts';

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
 * @throws {DataError} for a file that is not a log, has another version, or cannot be read
 */
export function checkLog(path: string, see: (record: Buffer) => void): LogCheck {
  return reading(path, (file) => {
    checkHead(file.read(0, fileHead.length + formatName.length), path);
    const end = seeRecords(file, see);
    const rest = file.size - end;
    const resumesAt = rest === 0 ? undefined : nextRecord(file.read(0, file.size), end + 1);
    return { end, rest, resumesAt };
  });
}

/** Returns the end of the last whole record before the first bad bytes. */
function seeRecords(file: PiecedFile, see: (record: Buffer) => void): number {
  let at = fileHead.length;
  let begin = at;
  let piece = file.read(begin, pieceBytes);
  for (;;) {
    const record = recordAt(piece, at - begin);
    if (record !== undefined) {
      see(record);
      at += frameBytes + record.length;
      continue;
    }
    const needed = neededAt(piece, at - begin);
    if (needed === undefined || at + needed > file.size || at - begin + needed <= piece.length) {
      return at;
    }
    begin = at;
    piece = file.read(begin, Math.max(pieceBytes, needed));
  }
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

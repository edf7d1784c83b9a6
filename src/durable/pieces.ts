/** A file that is read in pieces: what is kept of one does not keep the whole file in memory. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { DataError } from './errors.ts';

/** Of most pieces: what a record needs in addition makes one longer. */
export const pieceBytes = 64 * 1024;

export interface PiecedFile {
  readonly size: number;
  /** Returns bytes, fewer at the file's end. */
  read(at: number, length: number): Buffer;
}

/** @throws {DataError} for a file that cannot be read: of another user, a folder */
export function reading<T>(path: string, read: (file: PiecedFile) => T): T {
  const descriptor = readable(path, () => openSync(path, 'r'));
  try {
    const { size } = readable(path, () => fstatSync(descriptor));
    return read({
      size,
      read: (at, length) => readable(path, () => pieceOf(descriptor, at, length, size)),
    });
  } finally {
    closeSync(descriptor);
  }
}

function pieceOf(descriptor: number, at: number, length: number, size: number): Buffer {
  const piece = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, size - at)));
  let end = 0;
  while (end < piece.length) {
    const count = readSync(descriptor, piece, end, piece.length - end, at + end);
    if (count === 0) break;
    end += count;
  }
  return piece.subarray(0, end);
}

function readable<T>(path: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw new DataError(`${path}: cannot be read (${(error as Error).message})`);
  }
}

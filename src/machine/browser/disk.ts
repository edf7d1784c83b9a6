/** A page has no disk: what it reads is given as texts. */
import { FileError } from '../file-error.ts';

export function isFolder(...asked: readonly unknown[]): boolean {
  throw noDisk(asked);
}

export function filesIn(...asked: readonly unknown[]): readonly string[] {
  throw noDisk(asked);
}

export function realPath(...asked: readonly unknown[]): string {
  throw noDisk(asked);
}

export function readRegularFile(...asked: readonly unknown[]): Uint8Array {
  throw noDisk(asked);
}

export function readTextOnce(...asked: readonly unknown[]): string {
  return readTextFile(...asked);
}

export function readTextFile(...asked: readonly unknown[]): string {
  throw noDisk(asked);
}

function noDisk([path]: readonly unknown[]): FileError {
  return new FileError(`${String(path)} cannot be read: a page reads no files from the disk`);
}

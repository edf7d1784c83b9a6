/** A page has no disk: what it reads is given as texts. */
import { FileError } from '../file-error.ts';

export function isFolder(...args: readonly unknown[]): boolean {
  throw noDisk(args);
}

export function filesIn(...args: readonly unknown[]): readonly string[] {
  throw noDisk(args);
}

export function realPath(...args: readonly unknown[]): string {
  throw noDisk(args);
}

export function readRegularFile(...args: readonly unknown[]): Uint8Array {
  throw noDisk(args);
}

export function readTextOnce(...args: readonly unknown[]): string {
  return readTextFile(...args);
}

export function readTextFile(...args: readonly unknown[]): string {
  throw noDisk(args);
}

function noDisk([path]: readonly unknown[]): FileError {
  return new FileError(`${String(path)} cannot be read: a page reads no files from the disk`);
}

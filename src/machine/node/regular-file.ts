/** Reading regular files: a FIFO or a device may never end, and may be waited for when it is opened. */
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readFileSync, readSync, statSync, type Stats } from 'node:fs';
import { EncodingError, FileError } from '../file-error.ts';

/** Returns the bytes of a regular file; `what` it has to be is for messages. @throws {FileError} */
export function readRegularFile(path: string, mostBytes: number, what: string): Buffer {
  return orFileError(() => {
    const stats = statSync(path);
    if (!stats.isFile())
      throw new FileError(
        `it is ${whatIs(stats)}; expected ${stats.isDirectory() ? `a ${what} file` : 'a regular file'}`,
      );
    if (stats.size > mostBytes) {
      throw new FileError(`the file has ${stats.size} bytes; a ${what} has at most ${mostBytes}`);
    }
    return readFileSync(path);
  });
}

/** Returns the text of a regular file, in UTF-8. @throws {FileError} */
export function readTextFile(path: string, mostBytes: number, what: string): string {
  return textOf(readRegularFile(path, mostBytes, what));
}

/**
 * Returns the same of a FIFO, such as a shell makes of `<(COMMAND)`: read once, to its end, for which
 * its writer is waited for.
 * @throws {FileError}
 */
export function readTextOnce(path: string, mostBytes: number, what: string): string {
  const isFifo = orFileError(() => statSync(path).isFIFO());
  if (!isFifo) return readTextFile(path, mostBytes, what);
  return textOf(orFileError(() => bytesOf(path, mostBytes, what)));
}

function bytesOf(path: string, mostBytes: number, what: string): Buffer {
  const chunks: Buffer[] = [];
  const file = openSync(path, 'r');
  try {
    for (let length = 0; length <= mostBytes;) {
      const chunk = Buffer.alloc(64 * 1024);
      const read = readSync(file, chunk);
      if (read === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, read));
      length += read;
    }
  } finally {
    closeSync(file);
  }
  throw new FileError(`more comes than the ${mostBytes} bytes that a ${what} has at most`);
}

function whatIs(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a FIFO';
  return stats.isSocket() ? 'a socket' : 'a device';
}

const MARKS_OF_UTF16 = ['feff', 'fffe'];

/** @throws {EncodingError} at the first invalid character */
function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  if (MARKS_OF_UTF16.includes(bytes.toString('hex', 0, 2))) {
    throw new EncodingError('the file is in UTF-16; expected UTF-8', 1, 1);
  }
  const lines = linesOf(bytes);
  const line = lines.findIndex((each) => !isUtf8(each));
  const column = lines[line]!.toString('utf8').indexOf('\uFFFD') + 1;
  throw new EncodingError('not UTF-8; expected a file in UTF-8', line + 1, column);
}

/** No byte of a longer character is a line feed. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...lines, bytes.subarray(start)];
}

/** Runs work on files. @throws {FileError} for an error of the system */
export function orFileError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new FileError('there is no such file', { cause: error });
    throw new FileError(`cannot be read (${code ?? String(error)})`, { cause: error });
  }
}

/** Reads HTTP answers off a socket, and looks no further than where each one ends. */
import type { Socket } from 'node:net';

export const headEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');

/** What is read next. */
type Expected =
  | { readonly part: 'head' }
  /** This many bytes of a body; then the answer ends, or another chunk comes. */
  | { readonly part: 'bytes'; missing: number; readonly isChunk: boolean }
  /** The size of the next chunk. */
  | { readonly part: 'size' };

/** Calls back with the status of each whole answer. @throws {Error} for one without a length */
export function readAnswers(socket: Socket, onAnswer: (status: number) => void): void {
  let pending: Buffer | undefined;
  let expected: Expected = { part: 'head' };
  let status = 0;
  const ended = (): void => {
    expected = { part: 'head' };
    onAnswer(status);
  };

  /** How many bytes were used; 0 when more are needed. */
  const read = (bytes: Buffer): number => {
    if (expected.part === 'bytes') {
      const taken = Math.min(expected.missing, bytes.length);
      expected.missing -= taken;
      if (expected.missing > 0) return taken;
      if (expected.isChunk) expected = { part: 'size' };
      else ended();
      return taken;
    }
    const end = bytes.indexOf(expected.part === 'head' ? headEnd : lineEnd);
    if (end < 0) return 0;
    const text = bytes.toString('latin1', 0, end);
    if (expected.part === 'size') {
      const size = parseInt(text, 16);
      expected = { part: 'bytes', missing: size + lineEnd.length, isChunk: size > 0 };
      return end + lineEnd.length;
    }
    status = Number(text.slice(9, 12));
    expected = bodyAfter(text);
    if (expected.part === 'bytes' && expected.missing === 0) ended();
    return end + headEnd.length;
  };

  socket.on('data', (chunk: Buffer) => {
    let bytes = pending === undefined ? chunk : Buffer.concat([pending, chunk]);
    pending = undefined;
    while (bytes.length > 0) {
      const used = read(bytes);
      if (used === 0) {
        pending = bytes;
        return;
      }
      bytes = bytes.subarray(used);
    }
  });
}

function bodyAfter(head: string): Expected {
  if (/\ntransfer-encoding: chunked/i.test(head)) return { part: 'size' };
  const length = /\ncontent-length: (\d+)/i.exec(head);
  if (length === null) throw new Error(`no length: ${head}`);
  return { part: 'bytes', missing: Number(length[1]), isChunk: false };
}

/** When an upgrade may be answered: after the answers to earlier requests on its connection. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The most that a client may send before the answer to its upgrade, in bytes. */
const largestHead = 64 * 1024;

/**
 * Waits until the answer before an upgrade is written. A client may send several requests at once,
 * or have read an answer before this side knows that it is written: its connection then still
 * belongs to that answer. Meanwhile the socket is read, because only that shows a disconnect.
 * @param head what arrived in one piece with the upgrade
 * @returns all that arrived after the upgrade; undefined when the connection is closed
 */
export function turnOf(
  socket: Duplex,
  before: ServerResponse | undefined,
  head: Buffer,
): Promise<Buffer | undefined> {
  if (before === undefined || before.writableFinished) return Promise.resolve(head);
  return new Promise((resolve) => {
    const came = [head];
    let length = head.length;
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > largestHead) socket.destroy();
      else came.push(chunk);
    };
    // A client that has closed its side cannot use an upgrade.
    const leave = (): void => void socket.destroy();
    const done = (): void => {
      socket.off('data', take).off('end', leave).off('close', done);
      before.off('close', done);
      socket.pause();
      resolve(socket.destroyed ? undefined : Buffer.concat(came));
    };
    before.on('close', done);
    socket.on('data', take).on('end', leave).on('close', done);
  });
}

import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';

/**
 * Resolves when what was written is on its way, or the client has disconnected.
 * @param to what is written to: the answer, or what compresses it
 */
export function drained(res: ServerResponse, to: Writable = res): Promise<void> {
  if (res.destroyed || !to.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      to.off('drain', done);
      res.off('close', done);
      resolve();
    };
    to.on('drain', done);
    res.on('close', done);
  });
}

/** Answers that arrive slowly, or not whole. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WallTimers } from '#clock';

/** How often a part of a slow answer is sent, ms. */
const interval = 50;

type Write = (chunk: Buffer | string, encoding: BufferEncoding, done: Done) => void;
type Done = (error?: Error | null) => void;

/** A stream whose way of writing is replaced for a while. */
type Throttled = Duplex & { _write: Write; _writev?: unknown };

/** Sends an answer at this rate, on whatever connection it has; the client's writes are as quick as ever. */
export function throttle(res: ServerResponse, bytesPerSecond: number, timers: WallTimers): void {
  const socket = res.socket as Throttled | null;
  if (socket === null) return;
  // The class's own methods stay below these.
  const write: Write = socket._write.bind(socket);
  const most = Math.max(1, Math.round((bytesPerSecond * interval) / 1000));
  const send = (bytes: Buffer, done: Done): void => {
    const wait = Math.ceil((Math.min(most, bytes.length) / bytesPerSecond) * 1000);
    timers.after(wait, () => {
      if (socket.destroyed) {
        done();
        return;
      }
      const rest = bytes.subarray(most);
      const next: Done =
        rest.length === 0 ? done : (error) => (error ? done(error) : send(rest, done));
      write(bytes.subarray(0, most), 'buffer' as BufferEncoding, next);
    });
  };
  Object.assign(socket, {
    _write(chunk: Buffer | string, encoding: BufferEncoding, done: Done) {
      send(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk, done);
    },
    _writev: undefined,
  });
  res.on('close', () => {
    Reflect.deleteProperty(socket, '_write');
    Reflect.deleteProperty(socket, '_writev');
  });
}

/** Breaks the connection in the middle of the first part of an answer's body. */
export function cutInHalf(res: ServerResponse): void {
  const { write } = res;
  const cut = (chunk: unknown): boolean => {
    const bytes = Buffer.from((chunk ?? '') as Uint8Array);
    Object.assign(res, { write, end: () => res });
    write.call(res, bytes.subarray(0, bytes.length >> 1), 'utf8', () => void res.destroy());
    return false;
  };
  Object.assign(res, {
    write: cut,
    end(chunk?: unknown) {
      cut(chunk);
      return res;
    },
  });
}

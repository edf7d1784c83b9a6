/** Plain HTTP answers to upgrades. */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Writable, type Duplex } from 'node:stream';
import type { WallTimers } from '#clock';

/** How long a client may take to notice that it is refused, ms. */
const linger = 2_000;

/**
 * An answer to a request whose connection HTTP has let go of. Its bytes are collected and sent in
 * one piece, and the connection ends with them: so it shares no socket with another answer.
 */
export function detachedResponse(
  req: IncomingMessage,
  socket: Duplex,
  timers: Pick<WallTimers, 'after'>,
): ServerResponse {
  const res = new ServerResponse(req);
  const written: Buffer[] = [];
  const collector = new Writable({
    write(chunk: Buffer, _, done) {
      written.push(chunk);
      done();
    },
  });
  res.shouldKeepAlive = false;
  // All that is asked of a socket here is to take bytes.
  res.assignSocket(collector as unknown as Socket);
  res.on('finish', () => finish(socket, Buffer.concat(written), timers));
  res.on('close', () => {
    if (!res.writableFinished) socket.destroy();
  });
  return res;
}

/** Sends the last bytes of a connection. What the client still sends is read, or it would lose them. */
function finish(socket: Duplex, bytes: Buffer, timers: Pick<WallTimers, 'after'>): void {
  // The answer before said that it was the last one.
  if (!socket.writable) return;
  const cancel = timers.after(linger, () => socket.destroy());
  socket.on('close', cancel);
  socket.end(bytes);
  socket.resume();
}

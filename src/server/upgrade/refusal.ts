/** Plain HTTP answers to upgrades. */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Writable, type Duplex } from 'node:stream';
import type { WallTimers } from '#clock';

/** How long a client may take to notice that it is rejected, ms. */
const linger = 2_000;

/**
 * Returns an answer to a request whose connection HTTP has detached. Its bytes are collected and sent
 * in one piece, and the connection ends with them: so it shares no socket with another answer.
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
  // Here a socket only has to accept bytes.
  res.assignSocket(collector as unknown as Socket);
  res.on('finish', () => finish(socket, Buffer.concat(written), timers));
  // Those who follow the answer wait for its end.
  socket.once('close', () => res.destroy());
  res.on('close', () => {
    if (!res.writableFinished) socket.destroy();
  });
  return res;
}

/** Sends the last bytes of a connection. Input is still read, or the client would lose them. */
function finish(socket: Duplex, bytes: Buffer, timers: Pick<WallTimers, 'after'>): void {
  // The answer before was the last one of the connection.
  if (!socket.writable) return;
  const cancel = timers.after(linger, () => socket.destroy());
  socket.on('close', cancel);
  socket.end(bytes);
  socket.resume();
}

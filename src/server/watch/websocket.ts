/** Watches over WebSocket: one message for each event. */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { badRequest } from '#kinds';
import { checkUnsimulated } from '../verbs/unsimulated.ts';
import { negotiated } from '../dispatch.ts';
import type { Exchange } from '../exchange.ts';
import { route } from '../route.ts';
import { openSession } from './http.ts';
import type { Sink } from './session.ts';

/** What clients in browsers name; the messages are the same with it and without. */
const protocol = 'base64.binary.k8s.io';
/** How much may wait to be sent before the watch pauses, in bytes. */
const highWater = 64 * 1024;
const newline = 0x0a;

/**
 * @param open looks at the request as at any other
 * @param fail answers what goes wrong in plain HTTP
 */
export async function upgrade(
  open: (res: ServerResponse) => Exchange,
  fail: (res: ServerResponse, error: unknown) => void,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const res = new ServerResponse(req);
  res.shouldKeepAlive = false;
  res.assignSocket(socket as Socket);
  try {
    const sockets = new WebSocketServer({
      noServer: true,
      handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
    });
    await openWatch(open(res), () => {
      res.detachSocket(socket as Socket);
      let opened: WebSocket | undefined;
      // Calls back at once, or not at all: then it has refused the handshake itself.
      sockets.handleUpgrade(req, socket, head, (made) => {
        opened = made;
      });
      return opened;
    });
  } catch (error) {
    // Nobody reads from it any more, so that it would never notice that the client is done.
    res.on('finish', () => (socket as Socket).destroySoon());
    fail(res, error);
  }
}

/** @param accept undefined: the client is gone, or no client of WebSocket */
async function openWatch(exchange: Exchange, accept: () => WebSocket | undefined): Promise<void> {
  const { req, path, server } = exchange;
  checkUnsimulated(path);
  const found = path.isResource ? route(req.method!, path, server.served) : undefined;
  if (found === undefined || path.verb !== 'watch') {
    throw badRequest('only watches can be upgraded to WebSocket');
  }
  let socket: WebSocket | undefined;
  const session = await openSession(negotiated(exchange), found, () => {
    socket = accept();
    return socket && new SocketSink(socket);
  });
  if (session === undefined) return;
  socket!.on('close', () => void session.end());
  socket!.on('error', () => void session.end());
  void session.run();
}

class SocketSink implements Sink {
  readonly #socket: WebSocket;
  #waiting: (() => void)[] = [];

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('close', () => this.#wake());
  }

  /** Lines become messages of their own, without the line break. */
  write(bytes: Buffer): boolean {
    const socket = this.#socket;
    let start = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      socket.send(bytes.subarray(start, end), { binary: false }, () => this.#wake());
      start = end + 1;
    }
    return socket.bufferedAmount < highWater;
  }

  drained(): Promise<void> {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN || socket.bufferedAmount < highWater) {
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  end(): void {
    this.#socket.close(1000);
  }

  #wake(): void {
    const socket = this.#socket;
    if (socket.readyState === socket.OPEN && socket.bufferedAmount >= highWater) return;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

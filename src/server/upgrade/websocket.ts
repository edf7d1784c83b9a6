/** Watches over WebSocket: one message for each event. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { ApiError, badRequest } from '#values';
import { answerStream } from '../verbs/streams.ts';
import { negotiated, type Exchange } from '../exchange/exchange.ts';
import { heldBack, type AwaitDurable } from '../connection/hold-back.ts';
import { route } from '../request/route.ts';
import { openSession } from '../watch/http.ts';
import type { Sink } from '../watch/session.ts';

export { detachedResponse } from './refusal.ts';

/** Browser clients name it; the messages are the same with and without it. */
const protocol = 'base64.binary.k8s.io';

/** As in v1.24 the only protocol that is offered is named, whatever it is; of several, the one above. */
function chosen(offered: ReadonlySet<string>): string | false {
  if (offered.size === 1) return [...offered][0]!;
  return offered.has(protocol) ? protocol : false;
}
/** The largest message that a client may send, in bytes: watching clients have nothing to send. */
const largestMessage = 4 * 1024;
/** How many bytes may be buffered before the watch pauses. */
const highWater = 64 * 1024;
const newline = 0x0a;

/** A request to switch to another protocol. */
export interface Upgrade {
  readonly req: IncomingMessage;
  readonly socket: Duplex;
  /** What arrived after the request. */
  readonly head: Buffer;
}

export interface UpgradeOptions {
  /** Absent: events need not wait. */
  readonly awaitDurable: AwaitDurable | undefined;
  /** Answers errors in plain HTTP. */
  readonly fail: (res: ServerResponse, error: unknown) => void;
  /** Called for unexpected failures. */
  readonly onDefect: (error: unknown) => void;
}

/**
 * Opens a watch, or rejects it in plain HTTP and ends the connection.
 * @param exchange answers by a {@link detachedResponse}, which says 101, and what {@link SocketSink} does
 */
export async function upgrade(
  request: Upgrade,
  exchange: Exchange,
  options: UpgradeOptions,
): Promise<void> {
  const { res } = exchange;
  let opened: WebSocket | undefined;
  try {
    await openWatch(options, exchange, () => {
      const result = handshake(request);
      if (result === undefined || result instanceof ApiError) return result;
      opened = result;
      res.writeHead(101);
      return result;
    });
  } catch (error) {
    if (opened === undefined) {
      options.fail(res, error);
      return;
    }
    // The connection is WebSocket already: an HTTP error cannot be sent any more.
    opened.terminate();
    options.onDefect(error);
  }
}

/** Returns an error: the client does not support WebSocket. Undefined: it has disconnected. */
function handshake({ req, socket, head }: Upgrade): WebSocket | ApiError | undefined {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    handleProtocols: chosen,
  });
  let opened: WebSocket | ApiError | undefined;
  // Without a listener the library answers by itself, in HTML.
  sockets.on('wsClientError', (error) => {
    opened = badRequest(error.message);
  });
  // Calls back immediately, or not at all.
  sockets.handleUpgrade(req, socket, head, (result) => {
    opened = result;
    // It closes itself after an error; without a listener the error would be unhandled.
    result.on('error', () => undefined);
  });
  // While it waited for its turn, the socket may have been paused.
  socket.resume();
  return opened;
}

async function openWatch(
  { awaitDurable, onDefect }: UpgradeOptions,
  exchange: Exchange,
  accept: () => WebSocket | ApiError | undefined,
): Promise<void> {
  const { req, res, path, server } = exchange;
  const found = path.isResource ? route(req.method!, path, server.served) : undefined;
  if (found?.subresource?.stream === 'connection') await answerStream(exchange, found);
  if (found === undefined || path.verb !== 'watch') {
    throw badRequest('only watches can be upgraded to WebSocket');
  }
  let accepted: WebSocket | ApiError | undefined;
  const session = await openSession(negotiated(exchange, server.acceptStream), found, () => {
    accepted = accept();
    if (accepted === undefined || accepted instanceof ApiError) return undefined;
    const sink = new SocketSink(accepted, res);
    return awaitDurable === undefined ? sink : heldBack(sink, awaitDurable);
  });
  if (accepted instanceof ApiError) throw accepted;
  if (session === undefined) return;
  const socket = accepted!;
  socket.on('close', () => void session.end());
  session.run().catch((error: unknown) => {
    socket.terminate();
    onDefect(error);
  });
}

class SocketSink implements Sink {
  readonly #socket: WebSocket;
  readonly #res: ServerResponse;
  #waiting: (() => void)[] = [];

  /** @param res tells those who follow the answer what is `sent`, and that it has `ended` */
  constructor(socket: WebSocket, res: ServerResponse) {
    this.#socket = socket;
    this.#res = res;
    socket.on('close', () => this.#wake());
  }

  /** Lines become messages of their own, without the line break. */
  write(bytes: Buffer): boolean {
    const socket = this.#socket;
    this.#res.emit('sent', bytes);
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
    this.#res.emit('ended');
    this.#socket.close(1000);
  }

  /** Messages are whole or not there. */
  cut(): void {
    this.#socket.terminate();
  }

  #wake(): void {
    const socket = this.#socket;
    if (socket.readyState === socket.OPEN && socket.bufferedAmount >= highWater) return;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/**
 * The record over a WebSocket. A page says its key, and then after each piece that it has read it: so what waits
 * for a page is one piece, however slow it is.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { WallTimers } from '#clock';
import type { LivePage } from './page.ts';

/** Pages say little. In bytes. */
const largestMessage = 4096;
/** How many pages follow at a time. */
const mostPages = 32;
/** How long a page may take to say its key, ms. */
const patience = 10_000;

/** Codes of closing, which the page knows. */
const closed = { wrongKey: 4401, tooMany: 4429 };

export interface Upgraded {
  readonly req: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

export class PageStreams {
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessage });
  readonly #open = new Set<WebSocket>();
  readonly #live: LivePage;
  readonly #timers: WallTimers;

  constructor(live: LivePage, timers: WallTimers) {
    this.#live = live;
    this.#timers = timers;
  }

  /** Takes over a connection whose request may have the page. */
  take({ req, socket, head }: Upgraded): void {
    this.#sockets.handleUpgrade(req, socket, head, (made) => {
      made.on('error', () => undefined);
      if (this.#open.size >= mostPages) {
        made.close(closed.tooMany, 'too many pages');
        return;
      }
      this.#open.add(made);
      made.on('close', () => this.#open.delete(made));
      const cancel = this.#timers.after(patience, () => made.close(closed.wrongKey, 'no key'));
      made.once('message', (data) => {
        cancel();
        if (textOf(data) === this.#live.key) void this.#stream(made);
        else made.close(closed.wrongKey, 'wrong key');
      });
      made.once('close', cancel);
    });
  }

  end(): void {
    for (const socket of this.#open) socket.terminate();
  }

  /** A record that ends is followed by the one that has taken its place. */
  async #stream(socket: WebSocket): Promise<void> {
    try {
      while (socket.readyState === socket.OPEN) {
        const reader = this.#live.readRecord();
        const stop = (): void => reader.stop();
        socket.once('close', stop);
        for (let piece = await reader.next(); piece !== undefined; piece = await reader.next()) {
          const read = nextMessage(socket);
          socket.send(piece);
          if (!(await read)) break;
        }
        socket.off('close', stop);
        reader.stop();
      }
    } catch (error) {
      socket.close(1011, (error as Error).message.slice(0, 100));
    }
  }
}

/** Whether one came before the connection closed. */
function nextMessage(socket: WebSocket): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (came: boolean): void => {
      socket.off('message', onMessage).off('close', onClose);
      resolve(came);
    };
    const onMessage = (): void => end(true);
    const onClose = (): void => end(false);
    socket.on('message', onMessage).on('close', onClose);
    if (socket.readyState !== socket.OPEN) end(false);
  });
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : '';
}

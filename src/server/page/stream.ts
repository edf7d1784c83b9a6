/**
 * The record over a WebSocket. A page says its key, and then after each piece that it has read it: so what waits
 * for a page is one piece, however slow it is.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { WallTimers } from '#clock';
import { isSame } from '../auth/secret.ts';
import type { LivePage } from './page.ts';

/** Pages say little. In bytes. */
const largestMessage = 4096;
/** How many pages follow at a time, and how many connections may be about to say the key. */
const mostPages = 32;
const mostUnnamed = 32;
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
  /** Those that have said the key. */
  readonly #pages = new Set<WebSocket>();
  /** Those that have not, the oldest first: programs without the key must not keep pages out. */
  readonly #unnamed = new Set<WebSocket>();
  readonly #live: LivePage;
  readonly #timers: WallTimers;

  constructor(live: LivePage, timers: WallTimers) {
    this.#live = live;
    this.#timers = timers;
  }

  /** Takes over a connection whose request may have the page. */
  take({ req, socket, head }: Upgraded): void {
    this.#sockets.handleUpgrade(req, socket, head, (result) => {
      result.on('error', () => undefined);
      this.#unnamed.add(result);
      result.on('close', () => {
        this.#unnamed.delete(result);
        this.#pages.delete(result);
      });
      // A page says its key at once, so it is not the oldest for long.
      const [oldest] = this.#unnamed;
      if (this.#unnamed.size > mostUnnamed) this.#refuse(oldest!, closed.tooMany, 'too many pages');
      const cancel = this.#timers.after(patience, () =>
        this.#refuse(result, closed.wrongKey, 'no key'),
      );
      result.once('message', (data) => {
        cancel();
        if (!isSame(textOf(data), this.#live.key)) {
          this.#refuse(result, closed.wrongKey, 'wrong key');
        } else if (this.#pages.size >= mostPages) {
          this.#refuse(result, closed.tooMany, 'too many pages');
        } else {
          this.#unnamed.delete(result);
          this.#pages.add(result);
          void this.#stream(result);
        }
      });
      result.once('close', cancel);
    });
  }

  end(): void {
    for (const socket of [...this.#unnamed, ...this.#pages]) socket.terminate();
  }

  /** One that does not close its side is not counted any more either. */
  #refuse(socket: WebSocket, code: number, why: string): void {
    this.#unnamed.delete(socket);
    socket.close(code, why);
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

/** Returns whether one came before the connection closed. */
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

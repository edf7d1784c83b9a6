/** Listens for the browsers of this machine. What answers them is loaded when the first one comes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import type { WallTimers } from '#clock';
import { refusalOf } from './guard.ts';
import type { ServedPage } from './page.ts';
import type { PageStreams } from './stream.ts';

export interface PageListening {
  /** `http://127.0.0.1:41234/`; of a live page with its key behind the `#`, which browsers do not send. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * @param port 0: any free one
 * @throws {Error} when it is in use
 */
export async function listenPage(
  page: ServedPage,
  port: number,
  timers: WallTimers,
): Promise<PageListening> {
  let app: Promise<Express> | undefined;
  const server = createServer((req, res) => {
    app ??= import('./app.ts').then(({ pageApp }) => pageApp(page));
    void app.then((answer) => answer(req, res));
  });
  const streams = takeUpgrades(server, page, timers);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: input } = server.address() as AddressInfo;
  const key = page.live === undefined ? '' : `#key=${page.live.key}`;
  return {
    address: `http://127.0.0.1:${input}/${key}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      (await streams())?.end();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** @returns the streams, if there were any yet */
function takeUpgrades(
  server: Server,
  { live }: ServedPage,
  timers: WallTimers,
): () => Promise<PageStreams | undefined> {
  let streams: Promise<PageStreams> | undefined;
  server.on('upgrade', (req, socket: Socket, head) => {
    // From here on the socket is ours; a client that disconnects must not crash the server.
    socket.on('error', () => socket.destroy());
    const mayHave =
      live !== undefined &&
      req.url === '/live' &&
      req.headers.origin !== undefined &&
      refusalOf(req.headers) === undefined;
    if (!mayHave) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    streams ??= import('./stream.ts').then(({ PageStreams }) => new PageStreams(live, timers));
    void streams.then((each) => each.take({ req, socket, head }));
  });
  return () => Promise.resolve(streams);
}

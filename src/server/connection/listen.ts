/** The sockets: TLS or plain, with limits on clients. */
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WallTimers } from '#clock';
import { Answer } from '../answer/answer-head.ts';
import type { ServerApp } from '../app.ts';
import { ConnectionAnswers } from './connection-answers.ts';
import { drives } from '../faults/strike.ts';
import { StruckLine } from '../faults/struck-line.ts';
import { answerMalformed, refuseExpectation } from '../request/malformed.ts';
import { PausedPackets } from './paused-packets.ts';
import { minVersion, type Tls } from '../tls/tls.ts';
import { readAgain } from '../upgrade/read-again.ts';
import { turnOf } from '../upgrade/turn.ts';

export interface ListenOptions {
  /** Default: `127.0.0.1`. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Without it connections are not encrypted. */
  readonly tls?: Tls;
  readonly timers: WallTimers;
  readonly timeouts?: Timeouts;
  /** Lets the server listen at that host and port, where somebody has opened them already; absent: it opens them. */
  readonly open?: (server: Server) => Promise<void>;
}

/** How long clients may take, ms. */
export interface Timeouts {
  readonly headers: number;
  /** For a whole request. */
  readonly request: number;
  /** Between two requests. */
  readonly keepAlive: number;
  /** How often slow clients are looked for. */
  readonly check: number;
}

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Ends watches, finishes requests in flight, and closes. */
  close(): Promise<void>;
}

const usualTimeouts: Timeouts = {
  headers: 32_000,
  request: 60_000,
  keepAlive: 90_000,
  check: 10_000,
};
const largestHeaders = 64 * 1024;
/** Requests that take longer than this to finish are aborted, ms. */
const grace = 2_000;
const settlingTurns = 10;

/** @throws {Error} when the port is in use, or permission is missing */
export async function listen(app: ServerApp, options: ListenOptions): Promise<Listening> {
  const answers = new ConnectionAnswers();
  let struck: StruckLine | undefined;
  const handle: ServerApp['handle'] = (req, res) => {
    answers.add(req.socket, res);
    struck?.note(req.socket, drives(req.url!));
    app.handle(req, res);
  };
  const server = await makeServer(options, handle);
  server.on('checkContinue', (req, res) => {
    // After another answer it would be part of that answer's body. Clients do not wait forever.
    if (res.socket !== null) res.writeContinue();
    handle(req, res);
  });
  server.on('checkExpectation', (req, res) => {
    answers.add(req.socket, res);
    refuseExpectation(req, res);
  });
  const paused = new PausedPackets();
  server.on('clientError', (error, socket) => {
    if (!paused.keeps(error, socket)) answerMalformed(error, socket, answers.of(socket));
  });
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (req, socket, head) => {
    const leave = (): void => void upgraded.delete(socket);
    // From here on the socket is ours; a client that disconnects must not crash the server.
    const fail = (): void => void socket.destroy();
    upgraded.add(socket);
    socket.on('close', leave).on('error', fail);
    void turnOf(socket, answers.of(socket).at(-1), head).then((came) => {
      if (came === undefined) return;
      const request = { req, socket, head: came };
      if (app.takesUpgrade(req)) {
        app.upgrade(request);
        return;
      }
      leave();
      socket.off('close', leave).off('error', fail);
      readAgain(server, options.tls === undefined ? 'connection' : 'secureConnection', request);
    });
  });
  const { open = (unopened: Server): Promise<void> => openAt(unopened, options) } = options;
  await open(server);
  const { port } = server.address() as AddressInfo;
  const { host, tls, timers } = options;
  if (app.line !== undefined) {
    struck = new StruckLine({ line: app.line, server, at: { host, port }, tls, timers });
  }
  return {
    host,
    port,
    close() {
      struck?.stop();
      return close(server, upgraded, app, timers);
    },
  };
}

function openAt(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function makeServer(
  options: ListenOptions,
  handle: ServerApp['handle'],
): Promise<HttpServer> {
  const { tls, timeouts = usualTimeouts } = options;
  const limits = {
    maxHeaderSize: largestHeaders,
    ServerResponse: Answer,
    noDelay: true,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    connectionsCheckingInterval: timeouts.check,
  };
  if (tls === undefined) {
    const { createServer } = await import('node:http');
    return createServer(limits, handle);
  }
  const { createServer } = await import('node:https');
  const { key, cert, clientAuthority: ca } = tls;
  const asking = ca === undefined ? {} : { ca, requestCert: true, rejectUnauthorized: false };
  return createServer({ ...limits, key, cert, ...asking, minVersion }, handle);
}

/** @param upgraded the connections that the HTTP server does not track any more */
async function close(
  server: HttpServer,
  upgraded: ReadonlySet<Duplex>,
  app: ServerApp,
  timers: WallTimers,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cancel = timers.after(grace, () => {
    server.closeAllConnections();
    for (const socket of upgraded) socket.destroy();
  });
  await Promise.race([closed, app.endWatches()]);
  // After an answer has ended, it takes some turns until its connection counts as idle.
  for (let turn = 0; turn < settlingTurns; turn++) {
    await timers.turn();
    server.closeIdleConnections();
  }
  await closed;
  cancel();
}

/** The servers that are measured, and bare ones to compare them with; all of them over TLS. */
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { machineTimers } from '#clock';
import {
  admin,
  createServerApp,
  listen,
  makeAuthority,
  makeServing,
  Tokens,
  type Certificate,
} from '#server';
import { Simulator } from '#simulator';

export const token = 'bench';
/** 2026-11-20T20:00:00Z */
const startMs = 1_795_204_800_000;

export interface Served {
  readonly port: number;
  readonly simulator: Simulator;
  close(): Promise<void>;
}

let certificate: Certificate | undefined;

function tls(): Certificate {
  certificate ??= makeServing(makeAuthority(Date.now()), ['localhost', '127.0.0.1'], Date.now());
  return certificate;
}

/**
 * By default the API with neither controllers nor pool: what the wire and the rules cost.
 * @param onRequest called before each request is handled
 */
export async function serveApi(
  simulator = new Simulator({ seed: 1, startMs, controllers: [], pool: false }),
  onRequest?: () => void,
): Promise<Served> {
  const tokens = new Tokens();
  tokens.add(token, admin);
  const timers = machineTimers();
  const app = createServerApp({
    api: simulator.api,
    now: () => simulator.clock.now(),
    tokens,
    timers,
    onRequest,
  });
  const listening = await listen(app, { host: '127.0.0.1', port: 0, tls: tls(), timers });
  await simulator.start();
  return {
    port: listening.port,
    simulator,
    async close() {
      await listening.close();
      simulator.stop();
    },
  };
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

export interface Bare {
  readonly port: number;
  close(): void;
}

export async function serveBare(handle: Handler): Promise<Bare> {
  const server = createServer({ ...tls(), noDelay: true }, handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers with the same bytes each time. */
export function sending(bytes: Buffer): Handler {
  return (_, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
    res.end(bytes);
  };
}

/** Parses the body and answers it. */
export const echoing: Handler = (req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const value = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
    const bytes = Buffer.from(JSON.stringify(value));
    res.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
    res.end(bytes);
  });
};

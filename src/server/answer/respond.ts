/** Writes answers. */
import type { ServerResponse, IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { drained } from '../connection/drained.ts';
import { jsonBytes } from '../encode/json.ts';
import type { Slices } from '../encode/slices.ts';
import { jsonType } from '../media/accept.ts';

/** Larger answers are compressed for clients that accept it. */
const compressedBytes = 128 * 1024;

/**
 * Larger answers, in bytes, have no Content-Length: sending begins before all is written. Also the
 * most that waits for a client that reads slowly.
 */
const wholeBytes = 1024 * 1024;

export const plainText = 'text/plain; charset=utf-8';

/** Sends a whole answer, compressed when it is large. Headers that were set before are sent too. */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  mediaType: string,
  bytes: Buffer,
  cacheControl?: string,
): void {
  sendParts(req, res, status, mediaType, [bytes], cacheControl);
}

/** The same of an answer in parts: kept lists are in several, and joining them would copy each. */
function sendParts(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  mediaType: string,
  parts: readonly Buffer[],
  cacheControl = 'no-cache, private',
): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > compressedBytes && acceptsGzip(req)) {
    const bytes = Buffer.concat(parts);
    sendCompressed(res, status, mediaType, bytes, cacheControl).catch(() => res.destroy());
    return;
  }
  res.writeHead(status, {
    'Content-Type': mediaType,
    'Content-Length': length,
    'Cache-Control': cacheControl,
  });
  for (const part of parts.slice(0, -1)) res.write(part);
  res.end(parts.at(-1));
}

export interface SlicedAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly slices: Slices;
  /** Awaited between slices. */
  readonly yieldTurn: () => Promise<void> | undefined;
}

/** Sends an answer: whole if it is small, else slice by slice, as fast as the client reads. */
export async function sendInSlices(
  req: IncomingMessage,
  res: ServerResponse,
  answer: SlicedAnswer,
): Promise<void> {
  try {
    await sendSlices(req, res, answer);
  } catch (error) {
    // A client must not take what it has for the whole answer.
    if (res.headersSent) res.destroy();
    throw error;
  }
}

async function sendSlices(
  req: IncomingMessage,
  res: ServerResponse,
  { status, mediaType, slices, yieldTurn }: SlicedAnswer,
): Promise<void> {
  const first: Buffer[] = [];
  let length = 0;
  let sink: Sink | undefined;
  for await (const slice of slices) {
    if (slice !== undefined) {
      length += slice.length;
      if (sink === undefined) first.push(slice);
      else await sink.write(slice);
      if (sink === undefined && length > wholeBytes) {
        sink = await begin(req, res, status, mediaType);
        for (const part of first.splice(0)) await sink.write(part);
      }
      // The client has disconnected, so no answer is needed.
      if (res.destroyed) return;
    }
    await yieldTurn();
  }
  if (sink !== undefined) sink.end();
  else sendParts(req, res, status, mediaType, first);
}

/** Where the slices of an answer go. */
interface Sink {
  /** Waits while the client has much left to read. */
  write(slice: Buffer): Promise<void> | undefined;
  end(): void;
}

/** Sends the head of an answer that has no Content-Length. */
async function begin(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  mediaType: string,
): Promise<Sink> {
  const compresses = acceptsGzip(req);
  const zlib = compresses ? await import('node:zlib') : undefined;
  res.writeHead(status, {
    'Content-Type': mediaType,
    ...(compresses && { 'Content-Encoding': 'gzip' }),
    'Cache-Control': 'no-cache, private',
    ...(compresses && { Vary: 'Accept-Encoding' }),
  });
  if (zlib === undefined) return sinkOf(res, res);
  const gzip = zlib.createGzip({ level: 1 });
  gzip.on('error', () => res.destroy()).pipe(res);
  res.once('close', () => gzip.destroy());
  return sinkOf(gzip, res);
}

function sinkOf(to: Writable, res: ServerResponse): Sink {
  return {
    write(slice) {
      to.write(slice);
      return to.writableLength > wholeBytes ? drained(res, to) : undefined;
    },
    end: () => to.end(),
  };
}

export function sendText(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  text: string,
): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  send(req, res, status, plainText, Buffer.from(text));
}

export function sendJson(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  value: unknown,
): void {
  send(req, res, status, jsonType, jsonBytes(value));
}

/** As v1.24 reads it: the plain word, so not with a weight. */
function acceptsGzip({ headers }: IncomingMessage): boolean {
  const accepted = headers['accept-encoding']?.toString() ?? '';
  return accepted.split(',').some((encoding) => encoding.trim() === 'gzip');
}

async function sendCompressed(
  res: ServerResponse,
  status: number,
  mediaType: string,
  bytes: Buffer,
  cacheControl: string,
): Promise<void> {
  const { gzip } = await import('node:zlib');
  const compressed = await promisify(gzip)(bytes, { level: 1 });
  res.writeHead(status, {
    'Content-Type': mediaType,
    'Content-Encoding': 'gzip',
    'Content-Length': compressed.length,
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
  });
  res.end(compressed);
}

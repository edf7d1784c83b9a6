/** Writes answers. */
import type { ServerResponse, IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { jsonBytes } from './encode/json.ts';
import type { Slices } from './encode/slices.ts';
import { jsonType } from './media/accept.ts';

/** Larger answers are compressed for clients that accept it. */
const compressedBytes = 128 * 1024;

/** Larger answers, in bytes, have no Content-Length: sending begins before all is written. */
const wholeBytes = 1024 * 1024;

export const plainText = 'text/plain; charset=utf-8';

/** Sends a whole answer, compressed when it is large. Headers that were set before are sent too. */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  mediaType: string,
  bytes: Buffer,
): void {
  if (bytes.length > compressedBytes && acceptsGzip(req)) {
    sendCompressed(res, status, mediaType, bytes).catch(() => res.destroy());
    return;
  }
  res.writeHead(status, {
    'Content-Type': mediaType,
    'Content-Length': bytes.length,
    'Cache-Control': 'no-cache, private',
  });
  res.end(bytes);
}

export interface SlicedAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly slices: Slices;
  /** Awaited between slices. */
  readonly yieldTurn: () => Promise<void>;
}

/** Sends an answer: whole if it is small, else slice by slice, as fast as the client reads. */
export async function sendInSlices(
  req: IncomingMessage,
  res: ServerResponse,
  { status, mediaType, slices, yieldTurn }: SlicedAnswer,
): Promise<void> {
  const all = yielding(slices, yieldTurn);
  const first: Buffer[] = [];
  let length = 0;
  while (length <= wholeBytes) {
    const { done, value } = await all.next();
    if (done === true) {
      send(req, res, status, mediaType, first.length === 1 ? first[0]! : Buffer.concat(first));
      return;
    }
    first.push(value);
    length += value.length;
  }
  const compresses = acceptsGzip(req);
  res.writeHead(status, {
    'Content-Type': mediaType,
    ...(compresses && { 'Content-Encoding': 'gzip' }),
    'Cache-Control': 'no-cache, private',
    ...(compresses && { Vary: 'Accept-Encoding' }),
  });
  await stream(res, withFirst(first, all), compresses);
}

async function* yielding(slices: Slices, yieldTurn: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const slice of slices) {
    if (slice !== undefined) yield slice;
    await yieldTurn();
  }
}

/** Drops the first ones as they are sent. */
async function* withFirst(first: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for (let slice = first.shift(); slice !== undefined; slice = first.shift()) yield slice;
  yield* rest;
}

async function stream(
  res: ServerResponse,
  slices: AsyncIterable<Buffer>,
  compresses: boolean,
): Promise<void> {
  const { pipeline } = await import('node:stream/promises');
  try {
    if (compresses) {
      const { createGzip } = await import('node:zlib');
      await pipeline(slices, createGzip({ level: 1 }), res);
    } else {
      await pipeline(slices, res);
    }
  } catch (error) {
    // The client has disconnected, so no answer is needed.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
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
): Promise<void> {
  const { gzip } = await import('node:zlib');
  const compressed = await promisify(gzip)(bytes, { level: 1 });
  res.writeHead(status, {
    'Content-Type': mediaType,
    'Content-Encoding': 'gzip',
    'Content-Length': compressed.length,
    'Cache-Control': 'no-cache, private',
    Vary: 'Accept-Encoding',
  });
  res.end(compressed);
}

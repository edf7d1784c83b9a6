/** Writes answers. */
import type { ServerResponse, IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { jsonBytes } from './encode/json.ts';
import { jsonType } from './media/accept.ts';

/** Above this, answers are compressed for clients that take it. */
const compressedBytes = 128 * 1024;

export const plainText = 'text/plain; charset=utf-8';

/** Sends a whole answer, compressed when it is large. Headers set before go with it. */
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

function acceptsGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '');
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

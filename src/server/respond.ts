/** Writes answers. */
import type { ServerResponse, IncomingMessage } from 'node:http';
import { ContinueExpiredError } from '#api';
import { ApiError, internalError } from '#kinds';
import { NobodyImpersonatedError } from './auth/authenticate.ts';
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
    sendCompressed(res, status, mediaType, bytes);
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

/** Sends the Status of a refused or failed request. A failure that nobody foresaw is a defect: 500. */
export function sendError(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  if (error instanceof NobodyImpersonatedError) {
    const where = JSON.stringify(req.url ?? '');
    sendText(req, res, 500, `Internal Server Error: ${where}: ${error.message}\n`);
    return;
  }
  const known = asApiError(error);
  const seconds = known.details?.retryAfterSeconds;
  if (seconds !== undefined) res.setHeader('Retry-After', String(seconds));
  sendJson(req, res, known.code, statusOf(known));
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return internalError(error instanceof Error ? error.message : String(error));
}

function statusOf(error: ApiError): object {
  const { status } = error;
  if (!(error instanceof ContinueExpiredError)) return status;
  return { ...status, metadata: { continue: error.continue } };
}

/** A warning for people, which clients print. */
export function addWarning(res: ServerResponse, text: string): void {
  const quoted = text.replace(/[\\"]/g, '\\$&').replace(/[^\x20-\x7e\x80-\xff]/g, ' ');
  res.appendHeader('Warning', `299 - "${quoted}"`);
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '');
}

function sendCompressed(
  res: ServerResponse,
  status: number,
  mediaType: string,
  bytes: Buffer,
): void {
  void import('node:zlib').then(({ gzip }) => {
    gzip(bytes, { level: 1 }, (failure, compressed) => {
      if (failure !== null) {
        res.destroy(failure);
        return;
      }
      res.writeHead(status, {
        'Content-Type': mediaType,
        'Content-Encoding': 'gzip',
        'Content-Length': compressed.length,
        'Cache-Control': 'no-cache, private',
        Vary: 'Accept-Encoding',
      });
      res.end(compressed);
    });
  });
}

/** Answers requests that are rejected or fail. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ContinueExpiredError } from '#api';
import { worded } from '#kinds';
import { ApiError, internalError } from '#values';
import { isPretty } from './answer.ts';
import { ImpersonatedUserMissingError } from '../auth/impersonate.ts';
import { jsonBytes } from '../encode/json.ts';
import type { Server } from '../exchange/exchange.ts';
import { jsonType } from '../media/accept.ts';
import { parseQuery } from '../request/query.ts';
import { send, sendText } from './respond.ts';

/**
 * Sends the Status of an error in the media type that the client accepts, or in JSON if it accepts
 * none that we produce. An unexpected failure is a defect: 500. If part of the response is already
 * sent, its connection is closed.
 */
export async function answerError(
  server: Pick<Server, 'accept' | 'profile' | 'serializers'>,
  req: IncomingMessage,
  res: ServerResponse,
  error: unknown,
): Promise<void> {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  if (error instanceof ImpersonatedUserMissingError) {
    const where = JSON.stringify(req.url ?? '');
    sendText(req, res, 500, `Internal Server Error: ${where}: ${error.message}\n`);
    return;
  }
  const known = worded(asApiError(error), server.profile);
  const seconds = known.details?.retryAfterSeconds;
  if (seconds !== undefined) res.setHeader('Retry-After', String(seconds));
  await sendStatus(server, req, res, known);
}

/**
 * Returns whether a failure is this server's own: not a rejection, and not a client that
 * disconnected.
 */
export function isDefect(error: unknown, req: IncomingMessage): boolean {
  if (error instanceof ApiError || error instanceof ImpersonatedUserMissingError) return false;
  return !req.destroyed || req.complete;
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return internalError(error instanceof Error ? error.message : String(error));
}

async function sendStatus(
  { accept, serializers }: Pick<Server, 'accept' | 'serializers'>,
  req: IncomingMessage,
  res: ServerResponse,
  error: ApiError,
): Promise<void> {
  const status = statusOf(error);
  const output = accept.readPlain(req.headers.accept);
  try {
    const serializer = await serializers.find(output.mediaType)!;
    const bytes = await serializer.write(status, isPretty(req, queryOf(req), output));
    send(req, res, error.code, output.mediaType, bytes);
  } catch {
    // The client must get its own error, whatever happens in ours.
    send(req, res, error.code, jsonType, jsonBytes(status));
  }
}

function statusOf(error: ApiError): object {
  const { status } = error;
  if (!(error instanceof ContinueExpiredError)) return status;
  return { ...status, metadata: { continue: error.continue } };
}

/** The request may have been rejected before its query was parsed. */
function queryOf({ url = '' }: IncomingMessage): ReturnType<typeof parseQuery> {
  const question = url.indexOf('?');
  return parseQuery(question < 0 ? '' : url.slice(question + 1));
}

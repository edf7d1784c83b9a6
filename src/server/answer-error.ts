/** Answers of requests that are refused or fail. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ContinueExpiredError } from '#api';
import { ApiError, internalError } from '#kinds';
import { isPretty } from './answer.ts';
import { NobodyImpersonatedError } from './auth/authenticate.ts';
import { jsonBytes } from './encode/json.ts';
import type { Server } from './exchange.ts';
import { jsonType } from './media/accept.ts';
import { parseQuery } from './query.ts';
import { send, sendText } from './respond.ts';

/**
 * Sends the Status of an error, in the media type that the client asks for; JSON when it asks for
 * none that there is. A failure that nobody foresaw is a defect: 500. Where an answer has begun
 * already, its connection is closed.
 */
export async function answerError(
  server: Pick<Server, 'accept' | 'serializers'>,
  req: IncomingMessage,
  res: ServerResponse,
  error: unknown,
): Promise<void> {
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
  await sendStatus(server, req, res, known);
}

/** Whether a failure is this server's own: neither a refusal, nor a client that went away. */
export function isDefect(error: unknown, req: IncomingMessage): boolean {
  if (error instanceof ApiError || error instanceof NobodyImpersonatedError) return false;
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
    // The client must hear of its own mistake, whatever becomes of ours.
    send(req, res, error.code, jsonType, jsonBytes(status));
  }
}

function statusOf(error: ApiError): object {
  const { status } = error;
  if (!(error instanceof ContinueExpiredError)) return status;
  return { ...status, metadata: { continue: error.continue } };
}

/** The request may have been refused before anybody looked at its query. */
function queryOf({ url = '' }: IncomingMessage): ReturnType<typeof parseQuery> {
  const question = url.indexOf('?');
  return parseQuery(question < 0 ? '' : url.slice(question + 1));
}

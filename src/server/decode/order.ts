/** The bodies of the simulator's own endpoints: a few fields in JSON. */
import type { IncomingMessage } from 'node:http';
import { ApiError, badRequest, JsonSyntaxError } from '#values';
import { readBody } from '../request/body.ts';
import { parseJsonBytes } from '../media/json.ts';

/** Where a route does not say otherwise. */
const largestOrder = 64 * 1024;

/**
 * Returns the body; undefined when there is none.
 * @param largest in bytes
 * @throws {ApiError} 400 for invalid JSON, 413 for a body that is too large, 415 if it is not UTF-8
 */
export async function readOrder(req: IncomingMessage, largest = largestOrder): Promise<unknown> {
  checkEncoding(req);
  const bytes = await readBody(req, largest);
  if (bytes.length === 0) return undefined;
  try {
    return parseJsonBytes(bytes);
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      throw badRequest(`the body is not JSON: ${error.message}`);
    throw error;
  }
}

function checkEncoding({ headers }: IncomingMessage): void {
  const [, charset = 'utf-8'] =
    /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '') ?? [];
  if (!/^utf-?8$/i.test(charset))
    throw unsupported(`charset ${JSON.stringify(charset)}: send UTF-8`);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw unsupported(`encoding ${JSON.stringify(encoding)}: send the body as it is`);
  }
}

function unsupported(why: string): ApiError {
  return new ApiError(415, 'UnsupportedMediaType', why);
}

/** The `timeout` of a request's query: how long its client is going to wait. */
import { badRequest, parseGoDuration } from '#kinds';
import type { RequestPath } from './path.ts';
import type { Query } from './query.ts';

/** What goes on as long as both sides want, and has no such time. */
const endless: readonly string[] = ['attach', 'exec', 'log', 'portforward', 'proxy'];

/**
 * Nothing takes long enough here to be broken off, but it has to be a duration. v1.24 looks at it
 * first of all, whoever asks for whatever.
 * @throws {ApiError} 400
 */
export function checkTimeout(path: RequestPath, query: Query): void {
  const timeout = query.get('timeout');
  if (!timeout || isEndless(path)) return;
  try {
    parseGoDuration(timeout);
  } catch (error) {
    throw badRequest(`invalid timeout specified in the request URL - ${(error as Error).message}`);
  }
}

function isEndless({ isResource, verb, subresource }: RequestPath): boolean {
  return isResource && (verb === 'watch' || endless.includes(subresource));
}

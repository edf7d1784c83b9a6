/** The `timeout` of a request's query: how long its client will wait. */
import type { Wall } from '#clock';
import { badRequest, parseGoDuration } from '#values';
import type { RequestPath } from './path.ts';
import type { Query } from './query.ts';

/** Streams that last as long as both sides want have no timeout. */
const endless: readonly string[] = ['attach', 'exec', 'log', 'portforward', 'proxy'];

/** How long v1.24 works for a write, in ms. */
const longest = 34_000;

/**
 * Returns what is left of the time that a write may take from now on, by the machine's clock, in ms.
 */
export function patience(query: Query, wall: Pick<Wall, 'now'>): () => number {
  const timeout = query.get('timeout');
  const requested = timeout ? parseGoDuration(timeout) : 0;
  const end = wall.now() + (requested > 0 ? Math.min(requested, longest) : longest);
  return () => end - wall.now();
}

/**
 * Only webhooks take long enough for a request to be aborted, but the value has to be a duration.
 * v1.24 checks it first, for every user and every path.
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

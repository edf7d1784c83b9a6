/** The meaning of `resourceVersion`, `resourceVersionMatch`, `limit` and `continue` in a list. */
import {
  badRequest,
  forbidden,
  invalidObject,
  notSupported,
  show,
  tooLargeResourceVersion,
  type FieldError,
} from '#values';
import type { Kind } from '#kinds';
import type { ListOptions, WatchOptions } from '#request';
import { readToken, type Continuation } from './continue.ts';
import { parseVersion } from './version.ts';

const field = 'resourceVersionMatch';

/** How a list is read. */
export interface ReadPlan {
  /** Read exactly at this revision; absent: at the latest. */
  readonly revision?: number;
  /** Read the keys after this one. */
  readonly after?: string;
  /** At most this many; absent: all. */
  readonly limit?: number;
  /** Whether `revision` comes from a continue token (which has a 410 of its own). */
  readonly continues: boolean;
}

/**
 * @param current the store's revision
 * @throws {ApiError} 422 for options that do not go together, 400 and 500 for invalid ones, 504 for
 *   a revision in the future
 */
export function planRead(
  options: ListOptions,
  current: number,
  kind: Pick<Kind, 'wire'>,
): ReadPlan {
  const { resourceVersion = '', resourceVersionMatch: match = '' } = options;
  const limit = options.limit !== undefined && options.limit > 0 ? options.limit : undefined;
  if (options.continue) {
    parseStoredVersion(resourceVersion);
    return planNextPage(options.continue, resourceVersion, limit);
  }
  const version = isCached(options, limit, kind)
    ? parseVersion(resourceVersion, 'resourceVersion')
    : parseStoredVersion(resourceVersion);
  // Version 0 asks for what a cache holds, and v1.24's caches do not page.
  if (version === 0) {
    return { continues: false, ...((resourceVersion === '' || kind.wire.uncached) && { limit }) };
  }
  if (match === 'Exact' || (match === '' && limit !== undefined)) {
    return { revision: version, limit, continues: false };
  }
  if (version > current) throw tooLargeResourceVersion(version, current);
  return { limit, continues: false };
}

function planNextPage(token: string, resourceVersion: string, limit: number | undefined): ReadPlan {
  const { revision, after }: Continuation = readToken(token);
  if (resourceVersion !== '' && resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  return { ...(revision > 0 && { revision }), after, limit, continues: true };
}

/** Whether v1.24 answers a list from its cache of the kind, which parses versions in another way. */
function isCached(
  { resourceVersionMatch: match }: ListOptions,
  limit: number | undefined,
  { wire }: Pick<Kind, 'wire'>,
): boolean {
  return wire.uncached !== true && limit === undefined && match !== 'Exact';
}

/** How v1.24 parses a version when it reads its store, not a cache. @throws {ApiError} 400 */
export function parseStoredVersion(resourceVersion: string): number {
  try {
    return parseVersion(resourceVersion, 'resourceVersion');
  } catch (error) {
    throw badRequest(`invalid resource version: ${(error as Error).message}`);
  }
}

/**
 * Rejects options of a list or a watch that do not go together. v1.24 does this after it has parsed
 * the selectors, and before it checks the fields that they name. @throws {ApiError} 422
 */
export function checkListOptions(options: ListOptions, isWatch: boolean): void {
  const { resourceVersion, resourceVersionMatch: match } = options;
  if (!match) return;
  const errors: FieldError[] = [];
  if (isWatch) errors.push(forbidden(field, `${field} is forbidden for watch`));
  if (!resourceVersion) {
    errors.push(forbidden(field, `${field} is forbidden unless resourceVersion is provided`));
  }
  if (options.continue) {
    errors.push(forbidden(field, `${field} is forbidden when continue is provided`));
  }
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    errors.push(notSupported(field, show(match), ['Exact', 'NotOlderThan', '']));
  } else if (match === 'Exact' && resourceVersion === '0') {
    errors.push(forbidden(field, `${field} "exact" is forbidden for resourceVersion "0"`));
  }
  if (errors.length > 0) throw invalidObject('meta.k8s.io', 'ListOptions', '', errors);
}

/**
 * The revision after which a watch begins; 0 for a watch that first shows all objects that exist.
 * @throws {ApiError} as {@link planRead}
 */
export function planWatch({ resourceVersion }: WatchOptions): number {
  return parseVersion(resourceVersion, 'resourceVersion');
}

/** What `resourceVersion`, `resourceVersionMatch`, `limit` and `continue` ask of a list. */
import {
  badRequest,
  forbidden,
  invalidObject,
  notSupported,
  show,
  tooLargeResourceVersion,
  type FieldError,
  type Kind,
} from '#kinds';
import type { ListOptions, WatchOptions } from '#request';
import { readToken, type Continuation } from './continue.ts';
import { parseVersion } from './version.ts';

const field = 'resourceVersionMatch';

/** How a list is to be read. */
export interface ReadPlan {
  /** Read exactly as things stood then; absent: as they stand now. */
  readonly revision?: number;
  /** Read behind it; its revision is that of `revision` already. */
  readonly after?: string;
  /** At most so many; absent: all. */
  readonly limit?: number;
  /** Whether `revision` was asked for by a continue token (which has a 410 of its own). */
  readonly continues: boolean;
}

/**
 * @param current the store's revision
 * @throws {ApiError} 422 for options that do not go together, 400 and 500 for what cannot be read,
 *   504 for a revision yet to come
 */
export function planRead(
  options: ListOptions,
  current: number,
  kind: Pick<Kind, 'uncached'>,
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
  // Version 0 asks for what a cache holds, and caches of v1.24 know no pages.
  if (version === 0) {
    return { continues: false, ...((resourceVersion === '' || kind.uncached) && { limit }) };
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

/** Whether v1.24 answers a list from its cache of the kind: it reads versions in another way. */
function isCached(
  { resourceVersionMatch: match }: ListOptions,
  limit: number | undefined,
  { uncached }: Pick<Kind, 'uncached'>,
): boolean {
  return uncached !== true && limit === undefined && match !== 'Exact';
}

/** How v1.24 reads a version where it asks its store, not a cache. @throws {ApiError} 400 */
export function parseStoredVersion(resourceVersion: string): number {
  try {
    return parseVersion(resourceVersion, 'resourceVersion');
  } catch (error) {
    throw badRequest(`invalid resource version: ${(error as Error).message}`);
  }
}

/**
 * Refuses options of a list or a watch that do not go together. v1.24 does so when it has read the
 * selectors, and before it looks at the fields that they name. @throws {ApiError} 422
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
 * The revision after which a watch begins; 0 for one that first shows what there is.
 * @throws {ApiError} as {@link planRead}
 */
export function planWatch({ resourceVersion }: WatchOptions): number {
  return parseVersion(resourceVersion, 'resourceVersion');
}

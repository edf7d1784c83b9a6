/** The meaning of `resourceVersion`, `resourceVersionMatch`, `limit` and `continue` in a list. */
import {
  badRequest,
  forbidden,
  invalidObject,
  notSupported,
  show,
  tooLargeResourceVersion,
  type FieldError,
  type Release,
} from '#values';
import type { Kind, Profile } from '#kinds';
import type { ListOptions, WatchOptions } from '#request';
import { readToken, type Continuation } from './continue.ts';
import { parseVersion } from './version.ts';

const field = 'resourceVersionMatch';
const initial = 'sendInitialEvents';
const notOlder = 'NotOlderThan';

const forbiddenInPages = forbidden(field, `${field} is forbidden when continue is provided`);

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
  profile: Profile,
): ReadPlan {
  const { resourceVersion = '', resourceVersionMatch: match = '' } = options;
  const limit = options.limit !== undefined && options.limit > 0 ? options.limit : undefined;
  if (options.continue) {
    parseStoredVersion(resourceVersion);
    return planNextPage(options.continue, resourceVersion, limit, profile);
  }
  const version =
    isCached(options, limit, kind) && !profile.enabled('BadVersionsInListsAreRequests')
      ? parseVersion(resourceVersion, 'resourceVersion')
      : parseStoredVersion(resourceVersion);
  // Version 0 asks for what a cache holds, and v1.24's caches do not page.
  if (version === 0) {
    return { continues: false, ...((resourceVersion === '' || kind.wire.uncached) && { limit }) };
  }
  if (match === 'Exact' || (match === '' && limit !== undefined)) {
    if (version > current && profile.enabled('ListFromCacheSnapshot')) {
      throw tooLargeResourceVersion(version, current);
    }
    return { revision: version, limit, continues: false };
  }
  if (version > current) throw tooLargeResourceVersion(version, current);
  return { limit, continues: false };
}

function planNextPage(
  token: string,
  resourceVersion: string,
  limit: number | undefined,
  rules: Release,
): ReadPlan {
  const { revision, after }: Continuation = readToken(token, rules);
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
export function checkListOptions(
  options: ListOptions | WatchOptions,
  profile: Profile,
  isWatch: boolean,
): void {
  const knowsInitial = profile.enabled('InitialEventsKnown');
  const errors =
    isWatch && knowsInitial
      ? watchProblems(options, profile.enabled('WatchList'))
      : listProblems(options, isWatch);
  if (!isWatch && knowsInitial && options.sendInitialEvents !== undefined) {
    errors.push(forbidden(initial, `${initial} is forbidden for list`));
  }
  if (errors.length > 0) throw invalidObject('meta.k8s.io', 'ListOptions', '', errors);
}

/** Of lists, and of watches of releases without {@link initial}. */
function listProblems(options: ListOptions, isWatch: boolean): FieldError[] {
  const { resourceVersion, resourceVersionMatch: match } = options;
  const errors: FieldError[] = [];
  if (!match) return errors;
  if (isWatch) errors.push(forbidden(field, `${field} is forbidden for watch`));
  if (!resourceVersion) {
    errors.push(forbidden(field, `${field} is forbidden unless resourceVersion is provided`));
  }
  if (options.continue) errors.push(forbiddenInPages);
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    errors.push(notSupported(field, show(match), ['Exact', 'NotOlderThan', '']));
  } else if (match === 'Exact' && resourceVersion === '0') {
    errors.push(forbidden(field, `${field} "exact" is forbidden for resourceVersion "0"`));
  }
  return errors;
}

function watchProblems(options: ListOptions, hasWatchLists: boolean): FieldError[] {
  const { resourceVersionMatch: match, sendInitialEvents } = options;
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined) {
    if (match !== notOlder) {
      errors.push(forbidden(field, `${initial} requires setting ${field} to ${notOlder}`));
    }
    if (!hasWatchLists) {
      const why = `${initial} is forbidden for watch unless the WatchList feature gate is enabled`;
      errors.push(forbidden(initial, why));
    }
  }
  if (!match) {
    const isFromStart = ['', '0'].includes(options.resourceVersion ?? '');
    // Such a watch counts as one that asks for the first events, and so for a match.
    const asksForMatch = hasWatchLists && isFromStart && sendInitialEvents === undefined;
    if (asksForMatch && options.continue) errors.push(forbiddenInPages);
    return errors;
  }
  if (sendInitialEvents === undefined) {
    errors.push(forbidden(field, `${field} is forbidden for watch unless ${initial} is provided`));
  }
  if (match !== notOlder) errors.push(notSupported(field, show(match), [notOlder]));
  if (options.continue) errors.push(forbiddenInPages);
  return errors;
}

/**
 * The revision after which a watch begins; 0 for a watch that first shows all objects that exist.
 * @throws {ApiError} as {@link planRead}
 */
export function planWatch(
  { resourceVersion, sendInitialEvents }: WatchOptions,
  profile: Profile,
  current: number,
): number {
  const after = parseVersion(resourceVersion, 'resourceVersion');
  if (sendInitialEvents === undefined || !profile.enabled('InitialEventsKnown')) return after;
  return sendInitialEvents ? 0 : after || current;
}

import {
  ApiError,
  expired,
  internalError,
  keyOf,
  continueTooOld,
  listRevisionTooOld,
  notFound,
  serverError,
  tooLargeResourceVersion,
  type KubeObject,
} from '#values';
import { CompactedError, FutureRevisionError, type StoreList } from '#store';
import type { ListOptions, ObjectList } from '#request';
import { writeToken } from './continue.ts';
import { converting } from './conversion/convert.ts';
import { checkListOptions, parseStoredVersion, planRead, type ReadPlan } from './list-options.ts';
import type { Resource, Target } from './resource.ts';
import { prefixOf, type Filter } from './selection.ts';
import type { Backend } from './backend.ts';
import { parseVersion, pathOf, readVersion } from './version.ts';

/** The 410 of a next page: the client may continue with this token, on the list as it is then. */
export class ContinueExpiredError extends ApiError {
  /** For `metadata.continue` of the answer. */
  readonly continue: string;

  constructor(token: string) {
    super(410, 'Expired', continueTooOld);
    this.continue = token;
  }
}

/**
 * GET of an object. A resourceVersion asks for a state that is not older, which the latest always
 * is.
 * @throws {ApiError}
 */
export async function get(
  backend: Backend,
  target: Target,
  resourceVersion?: string,
  at?: number,
): Promise<KubeObject> {
  const reached = reachVersion(backend, target, resourceVersion, at);
  if (reached !== undefined) await reached;
  const source = backend.sourceOf(target.resource);
  const found =
    source === undefined
      ? await (at === undefined
          ? backend.store.get(target.resource.bucket, target.key)
          : storedAt(backend, target, at))
      : (await source.list(target.namespace)).find(({ metadata }) => metadata.name === target.name);
  if (found !== undefined) {
    const conversion = converting(backend, target.resource, [found]);
    if (conversion !== undefined) await conversion.catch(undecodable(backend, target, found));
    return found;
  }
  throw source?.missing?.(target.name) ?? notFound(target.resource.kind, target.name);
}

/** Makes the error of a GET of what could not be converted: from v1.37 on it counts as corrupt. */
function undecodable(
  { strategy }: Backend,
  target: Target,
  { metadata }: KubeObject,
): (error: Error) => never {
  return (error) => {
    if (!strategy.profile.enabled('AllowUnsafeMalformedObjectDeletion')) throw error;
    const why = `object not decodable revision=${metadata.resourceVersion}: ${error.message}`;
    throw internalError(
      `StorageError: corrupt object, Code: 7, Key: ${pathOf(target)}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
    );
  };
}

/**
 * Waits for what other servers have written, and checks a resourceVersion that a read asks for.
 * Undefined when there is nothing to wait for. @throws {ApiError} 500 for no number, 504 for one of
 * the future
 */
export function reachVersion(
  backend: Backend,
  target: Target,
  resourceVersion: string | undefined,
  at?: number,
): Promise<void> | undefined {
  const fresh = at === undefined ? waitFor(backend, resourceVersion) : undefined;
  const check = (): void => checkReached(backend, target, resourceVersion);
  if (fresh !== undefined) return fresh.then(check);
  check();
  return undefined;
}

function checkReached(
  { store }: Backend,
  { resource: { kind } }: Target,
  resourceVersion: string | undefined,
): void {
  if (!resourceVersion) return;
  const version =
    kind.wire.uncached === true
      ? parseStoredVersion(resourceVersion)
      : parseVersion(resourceVersion, 'resourceVersion');
  const current = store.revision();
  if (version > current) throw tooLargeResourceVersion(version, current);
}

/**
 * A read without a version shows all that was acknowledged before it, one with a version at least
 * that. Undefined when it does already, which is so for a store of this server alone.
 */
function waitFor(
  { store }: Backend,
  resourceVersion: string | undefined,
): Promise<void> | undefined {
  const isKnown = !!resourceVersion && readVersion(resourceVersion) <= store.revision();
  return isKnown ? undefined : store.fresh();
}

/** The state at a revision, or the latest where that revision is no longer kept. */
async function storedAt(
  { store }: Backend,
  { resource: { bucket }, key }: Target,
  revision: number,
): Promise<KubeObject | undefined> {
  try {
    const { items } = await store.list(bucket, { prefix: key, revision });
    return items.find((each) => keyOf(each) === key);
  } catch (error) {
    if (error instanceof CompactedError) return store.get(bucket, key);
    throw error;
  }
}

/** GET of a collection: in byte order of namespace and name. @throws {ApiError} */
export async function list(
  backend: Backend,
  resource: Resource,
  options: ListOptions,
): Promise<ObjectList> {
  const check = (): void => checkListOptions(options, backend.strategy.profile, false);
  const filter = backend.selections.filterOf(resource.kind, options, check);
  const source = backend.sourceOf(resource);
  if (source !== undefined) return computedList(await source.list(options.namespace), filter);
  const fresh = waitFor(backend, options.continue ? undefined : options.resourceVersion);
  if (fresh !== undefined) await fresh;
  const plan = planRead(options, backend.store.revision(), resource.kind, backend.strategy.profile);
  const prefix = prefixOf(resource.kind, options);
  const found = await readStore(backend, resource, prefix, plan, filter === undefined);
  const page =
    filter === undefined
      ? wholePage(found, prefix)
      : selectedPage(found, prefix, filter, plan.limit ?? Infinity);
  const conversion = converting(backend, resource, page.items);
  if (conversion !== undefined) await conversion;
  return page;
}

/** Computed objects have no versions and no pages. */
function computedList(all: readonly KubeObject[], filter: Filter): ObjectList {
  const items = filter === undefined ? [...all] : all.filter(filter);
  items.sort(byKey);
  return { items, metadata: { resourceVersion: '' } };
}

/** Keys are only made where names are not enough. */
function byKey(a: KubeObject, b: KubeObject): number {
  const isOneNamespace = a.metadata.namespace === b.metadata.namespace;
  const isBefore = isOneNamespace ? a.metadata.name < b.metadata.name : keyOf(a) < keyOf(b);
  return isBefore ? -1 : 1;
}

async function readStore(
  backend: Backend,
  { bucket }: Resource,
  prefix: string,
  { revision, after, limit, continues }: ReadPlan,
  isLimited: boolean,
): Promise<StoreList> {
  try {
    return await backend.store.list(bucket, {
      prefix,
      revision,
      ...(after !== undefined && { after: prefix + after }),
      ...(isLimited && { limit }),
    });
  } catch (error) {
    if (error instanceof CompactedError) {
      if (!continues) throw expired(listRevisionTooOld);
      throw new ContinueExpiredError(writeToken({ revision: -1, after: after! }));
    }
    if (error instanceof FutureRevisionError) {
      throw serverError('etcdserver: mvcc: required revision is a future revision');
    }
    throw error;
  }
}

function wholePage({ items, revision, next, remaining }: StoreList, prefix: string): ObjectList {
  const resourceVersion = String(revision);
  if (next === undefined) return { items, metadata: { resourceVersion } };
  const token = writeToken({ revision, after: next.slice(prefix.length) });
  return { items, metadata: { resourceVersion, continue: token, remainingItemCount: remaining } };
}

/** How many of the following objects are selected is unknown, so the page does not say how many remain. */
function selectedPage(
  { items: all, revision }: StoreList,
  prefix: string,
  selects: NonNullable<Filter>,
  limit: number,
): ObjectList {
  const items: KubeObject[] = [];
  const resourceVersion = String(revision);
  for (const [index, object] of all.entries()) {
    if (!selects(object)) continue;
    items.push(object);
    if (items.length < limit || index === all.length - 1) continue;
    const { namespace, name } = object.metadata;
    const key = namespace === undefined ? name : `${namespace}/${name}`;
    const token = writeToken({ revision, after: key.slice(prefix.length) });
    return { items, metadata: { resourceVersion, continue: token } };
  }
  return { items, metadata: { resourceVersion } };
}

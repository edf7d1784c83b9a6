/** The last step of every write: the store, by compare-and-swap. */
import { copyOfMetadata, unknownPath, type KubeObject } from '#values';
import type { Service } from '#types';
import { CompareFailedError } from '#store';
import type { RequestContext } from './context.ts';
import { converting, storedForm } from './conversion/convert.ts';
import type { Endpoint } from './endpoint.ts';
import { revisionOf, type Target } from './resource.ts';
import type { Backend } from './backend.ts';

/**
 * Stores a version over the one that it was made from (`undefined`: over none). Undefined when
 * another write was faster. A dry run answers what would have been stored. Services get their
 * addresses and ports here. @throws {ApiError} when they cannot get them
 */
export function swap(
  backend: Backend,
  context: RequestContext,
  target: Target,
  next: KubeObject,
  old: KubeObject | undefined,
  endpoint: Endpoint = target.resource.main,
): Promise<KubeObject | undefined> {
  if (!target.resource.isService || endpoint.subresource !== undefined)
    return put(backend, context, target, next, old);
  const isDry = context.dryRun === true && backend.strategy.profile.enabled('DryRunsTakeNoAddress');
  const taking = { old: old as Service | undefined, isDry };
  return backend.services.storing(next as Service, taking, (allocated) =>
    put(backend, context, target, allocated, old),
  );
}

async function put(
  backend: Backend,
  context: RequestContext,
  target: Target,
  next: KubeObject,
  old: KubeObject | undefined,
): Promise<KubeObject | undefined> {
  if (!backend.isServed(target.resource)) throw unknownPath();
  const { resource, key } = target;
  const form = storedForm(backend, resource, next);
  const value = form instanceof Promise ? await form : form;
  if (context.dryRun === true) return next;
  try {
    // A new object is not shared yet.
    const result = old === undefined ? value : fresh(value);
    const stored = await backend.store.put(resource.bucket, key, result, {
      origin: context.origin,
      expected: old === undefined ? 0 : revisionOf(old),
      ttlMs: resource.kind.wire.ttlMs,
    });
    const conversion = converting(backend, resource, [stored]);
    if (conversion !== undefined) await conversion;
    return stored;
  } catch (error) {
    if (error instanceof CompareFailedError) return undefined;
    throw error;
  }
}

/**
 * Deletes this exact version, and returns its last state, with the version of the deletion where a
 * release shows that; undefined when another write was faster.
 * @param last returned instead
 */
export async function drop(
  backend: Backend,
  context: RequestContext,
  target: Target,
  old: KubeObject,
  last?: KubeObject,
): Promise<KubeObject | undefined> {
  if (context.dryRun === true) return last ?? old;
  try {
    const deleted = await backend.store.delete(target.resource.bucket, target.key, {
      origin: context.origin,
      expected: revisionOf(old),
    });
    if (last !== undefined) return last;
    return showsDeletion(backend) ? atVersionOf(deleted, old) : old;
  } catch (error) {
    if (error instanceof CompareFailedError) return undefined;
    throw error;
  }
}

/** Whether answers to deletions have the version of the deletion. */
export function showsDeletion({ strategy }: Backend): boolean {
  return strategy.profile.enabled('DeletionsAnswerTheirVersion');
}

/** In the form in which it is served, which the store does not know. */
export function atVersionOf(deleted: KubeObject, shown: KubeObject): KubeObject {
  const { resourceVersion } = deleted.metadata;
  const metadata = copyOfMetadata(shown.metadata);
  if (resourceVersion !== undefined) metadata.resourceVersion = resourceVersion;
  return { ...shown, metadata };
}

/** The store writes the revision into the object: so it must get one that is not shared. */
function fresh(object: KubeObject): KubeObject {
  return { ...object, metadata: copyOfMetadata(object.metadata) };
}

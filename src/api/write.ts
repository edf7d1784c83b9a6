/** The last step of every write: the store, by compare-and-swap. */
import { copyOf, unknownPath, type KubeObject, type Service } from '#kinds';
import { CompareFailedError } from '#store';
import type { RequestContext } from './context.ts';
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
  return backend.services.storing(next as Service, old as Service | undefined, (allocated) =>
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
  if (context.dryRun === true) return next;
  const { bucket, kind } = target.resource;
  const kept = target.resource.kept(next);
  try {
    // A new object is not shared yet.
    return await backend.store.put(bucket, target.key, old === undefined ? kept : fresh(kept), {
      origin: context.origin,
      expected: old === undefined ? 0 : revisionOf(old),
      ttlMs: kind.ttlMs,
    });
  } catch (error) {
    if (error instanceof CompareFailedError) return undefined;
    throw error;
  }
}

/** Deletes this exact version; false when another write was faster. */
export async function drop(
  backend: Backend,
  context: RequestContext,
  target: Target,
  old: KubeObject,
): Promise<boolean> {
  if (context.dryRun === true) return true;
  try {
    await backend.store.delete(target.resource.bucket, target.key, {
      origin: context.origin,
      expected: revisionOf(old),
    });
    return true;
  } catch (error) {
    if (error instanceof CompareFailedError) return false;
    throw error;
  }
}

/** The store writes the revision into the object: so it must get one that is not shared. */
function fresh(object: KubeObject): KubeObject {
  return { ...object, metadata: copyOf(object.metadata) };
}

import { bucketOf, type Kind } from '#kinds';
import { CompareFailedError } from '#store';
import type { Backend } from './backend.ts';
import type { RequestContext } from './context.ts';
import { targetOf, type Resource } from './resource.ts';

/**
 * Stops serving a kind: requests answer 404; its objects are deleted in spite of their finalizers;
 * watches show that and end without an error, as v1.24 ends those of a custom resource that is
 * removed. Objects that are served in another form stay.
 * @throws {Error} see `OpenRegistry.remove`
 */
export async function removeKind(
  backend: Backend,
  context: RequestContext,
  kind: Kind,
): Promise<void> {
  const served = backend.kinds.servedAs(kind) ?? kind;
  backend.kinds.remove(served);
  const resource = backend.retire(served);
  const isStored = backend.kinds.all.some((other) => bucketOf(other) === resource.bucket);
  if (!isStored) await removeObjects(backend, context, resource);
  backend.endWatches(resource);
}

/** Also deletes objects that were being written when the kind was removed. */
async function removeObjects(
  { store }: Backend,
  { origin }: RequestContext,
  resource: Resource,
): Promise<void> {
  const { bucket } = resource;
  while (!store.isEmpty(bucket)) {
    const { items } = await store.list(bucket);
    for (const { metadata } of items) {
      try {
        await store.delete(bucket, targetOf(resource, metadata).key, { origin });
      } catch (error) {
        // Deleted by another request in the meantime.
        if (!(error instanceof CompareFailedError)) throw error;
      }
    }
  }
}

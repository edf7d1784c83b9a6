/**
 * Updates of many objects in the same way: the heartbeats of a quiet cluster, which are most of its
 * writes.
 */
import type { KubeObject } from '#values';
import type { Edit, VersionRef } from '#request';
import { isIdle } from './admission/index.ts';
import type { Backend } from './backend.ts';
import type { RequestContext } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import { targetOf, type Resource } from './resource.ts';
import { isDeleting } from './revise.ts';
import { parseVersion } from './version.ts';

/**
 * Does for each object what a PUT of only the edit does, and answers its new version. Undefined
 * where that takes a PUT: the object has changed, is gone, is being deleted, or the edit sets
 * fields that another manager owns. An object that no client reads is never computed (see
 * Store.repeat).
 *
 * @param edit makes a new object of each that it fits
 */
export async function updateMany(
  backend: Backend,
  context: RequestContext,
  resource: Resource,
  endpoint: Endpoint,
  refs: readonly VersionRef[],
  edit: Edit,
): Promise<readonly (string | undefined)[]> {
  const { kind } = resource;
  const { subresource } = endpoint;
  if (!isIdle(backend.admission.chain(kind, 'UPDATE', subresource))) {
    return refs.map(() => undefined);
  }
  const leavesEntries = backend.managedFields.leaves(context, resource, endpoint, edit.sets);
  const objects = refs.map((ref) => ({
    // A text that is known needs no hash.
    key: ref.key ?? targetOf(resource, ref).key,
    expected: parseVersion(ref.resourceVersion),
  }));
  /** Objects of one origin mostly share their entries, which are then checked once. */
  let accepted: unknown = null;
  const revisions = await backend.store.putRepetitions(resource.bucket, objects, {
    origin: context.origin,
    accepts(base) {
      const { metadata } = base;
      if (isDeleting(metadata) || !edit.fits(base)) return false;
      if (metadata.managedFields === accepted) return true;
      if (!leavesEntries(metadata)) return false;
      accepted = metadata.managedFields;
      return true;
    },
    apply: (base: KubeObject) => edit.apply(base),
  });
  return revisions.map((revision) => revision?.toString());
}

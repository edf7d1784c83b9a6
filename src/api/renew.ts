/** The renewal of leases: what most of the writes of a quiet cluster are. */
import { lease as leaseKind, type Lease } from '#kinds';
import { leaf, type FieldSet } from './managed-fields/index.ts';
import type { LeaseRef, RequestContext } from './request.ts';
import { targetOf } from './resource.ts';
import { isDeleting } from './revise.ts';
import type { Backend } from './backend.ts';
import { parseVersion } from './version.ts';

const renewTimeField: FieldSet = { 'f:spec': { 'f:renewTime': leaf } };

/**
 * For each lease what a PUT with nothing new but `spec.renewTime` does, and answers its version
 * then. Undefined where that takes a PUT: the lease has changed, is gone, is being deleted, or its
 * time is somebody else's by its managed fields. What nobody reads is never made (see Store.repeat).
 *
 * @param renewTime as the API writes it, with microseconds; another one than the leases have
 */
export async function renew(
  backend: Backend,
  context: RequestContext,
  leases: readonly LeaseRef[],
  renewTime: string,
): Promise<readonly (string | undefined)[]> {
  const resource = backend.resource(leaseKind);
  const { mutating, validating } = backend.admission.chain(resource.kind, 'UPDATE');
  if (mutating.length > 0 || validating.length > 0) return leases.map(() => undefined);
  const leavesEntries = backend.managedFields.leaves(context, resource, renewTimeField);
  const objects = leases.map((ref) => ({
    key: targetOf(resource, ref).key,
    expected: parseVersion(ref.resourceVersion) ?? 0,
  }));
  /** Leases of one origin share their entries, so they are mostly looked at once. */
  let accepted: unknown = null;
  const revisions = await backend.store.repeat(resource.bucket, objects, {
    origin: context.origin,
    accepts({ metadata }) {
      if (isDeleting(metadata)) return false;
      if (metadata.managedFields === accepted) return true;
      if (!leavesEntries(metadata)) return false;
      accepted = metadata.managedFields;
      return true;
    },
    apply: (base) => renewed(base as Lease, renewTime),
  });
  return revisions.map((revision) => revision?.toString());
}

function renewed(lease: Lease, renewTime: string): Lease {
  return { ...lease, metadata: { ...lease.metadata }, spec: { ...lease.spec, renewTime } };
}

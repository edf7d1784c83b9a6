/** Heartbeats: what most of the writes of a quiet cluster are. */
import {
  getCondition,
  kubeletConditions,
  lease,
  node,
  type Kind,
  type KubeObject,
  type Lease,
  type Node,
} from '#kinds';
import { leaf, type FieldSet } from './managed-fields/index.ts';
import type { Endpoint, RequestContext, VersionRef } from './request.ts';
import { targetOf } from './resource.ts';
import { isDeleting } from './revise.ts';
import type { Backend } from './backend.ts';
import { parseVersion } from './version.ts';

const posted = new Set<string>(kubeletConditions);

/** A write that says nothing but that its writer goes on. */
export interface Heartbeat {
  readonly kind: Kind;
  readonly endpoint: Endpoint;
  /** Whether the object has all those fields. */
  fits(object: KubeObject): boolean;
  /** The fields that it sets. */
  readonly sets: FieldSet;
  /** The object with its time, with metadata of its own. */
  apply(object: KubeObject, time: string): KubeObject;
}

/** A lease is held for longer: its `spec.renewTime`. */
export const renewal: Heartbeat = {
  kind: lease as Kind,
  endpoint: 'main',
  fits: (object) => (object as Lease).spec.renewTime !== undefined,
  sets: { 'f:spec': { 'f:renewTime': leaf } },
  apply: (object, renewTime) => ({
    ...fresh(object),
    spec: { ...(object as Lease).spec, renewTime },
  }),
};

/** A node is as it was: the `lastHeartbeatTime` of the conditions that its kubelet posts. */
export const nodeHeartbeat: Heartbeat = {
  kind: node as Kind,
  endpoint: 'status',
  fits: ({ status }: Partial<Node>) =>
    kubeletConditions.every(
      (type) => getCondition(status?.conditions, type)?.lastHeartbeatTime !== undefined,
    ),
  sets: { 'f:status': { 'f:conditions': heartbeatTimes() } },
  apply(object, lastHeartbeatTime) {
    const { status } = object as Node;
    const conditions = status.conditions?.map((condition) =>
      posted.has(condition.type) ? { ...condition, lastHeartbeatTime } : condition,
    );
    return { ...fresh(object), status: { ...status, conditions } };
  },
};

/**
 * For each object what a PUT of nothing but the time does, and answers its version then. Undefined
 * where that takes a PUT: the object has changed, is gone, is being deleted, or its time is somebody
 * else's by its managed fields. What nobody reads is never made (see Store.repeat).
 *
 * @param time as the API writes it in those fields; another one than the objects have
 */
export async function beat(
  backend: Backend,
  context: RequestContext,
  { kind, endpoint, fits, sets, apply }: Heartbeat,
  refs: readonly VersionRef[],
  time: string,
): Promise<readonly (string | undefined)[]> {
  const resource = backend.resource(kind);
  const subresource = endpoint === 'main' ? undefined : endpoint;
  const { mutating, validating } = backend.admission.chain(kind, 'UPDATE', subresource);
  if (mutating.length > 0 || validating.length > 0) return refs.map(() => undefined);
  const leavesEntries = backend.managedFields.leaves(context, resource, endpoint, sets);
  const objects = refs.map((ref) => ({
    key: targetOf(resource, ref).key,
    expected: parseVersion(ref.resourceVersion),
  }));
  /** Objects of one origin mostly share their entries, which are then looked at once. */
  let accepted: unknown = null;
  const revisions = await backend.store.repeat(resource.bucket, objects, {
    origin: context.origin,
    accepts(base) {
      const { metadata } = base;
      if (isDeleting(metadata) || !fits(base)) return false;
      if (metadata.managedFields === accepted) return true;
      if (!leavesEntries(metadata)) return false;
      accepted = metadata.managedFields;
      return true;
    },
    apply: (base) => apply(base, time),
  });
  return revisions.map((revision) => revision?.toString());
}

function fresh(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata } };
}

function heartbeatTimes(): FieldSet {
  const times = kubeletConditions.map((type) => [
    `k:${JSON.stringify({ type })}`,
    { 'f:lastHeartbeatTime': leaf },
  ]);
  return Object.fromEntries(times) as FieldSet;
}

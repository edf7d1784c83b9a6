/**
 * What kubelets write periodically: lease renewals, and node statuses in which only the heartbeats
 * change.
 */
import { getCondition, kubeletConditions } from '#kinds';
import type { KubeObject } from '#values';
import type { Lease, Node } from '#types';
import type { Edit, EditedFields } from '#runtime';

const posted = new Set<string>(kubeletConditions);
const wholly: EditedFields = {};
const renewTimes: EditedFields = { 'f:spec': { 'f:renewTime': wholly } };
const heartbeatTimes: EditedFields = { 'f:status': { 'f:conditions': conditionTimes() } };

/** Sets the `spec.renewTime` of leases that have one. @param renewTime as the API writes it */
export function renewal(renewTime: string): Edit {
  return {
    sets: renewTimes,
    fits: (object) => (object as Lease).spec.renewTime !== undefined,
    apply: (object) => ({ ...fresh(object), spec: { ...(object as Lease).spec, renewTime } }),
  };
}

/**
 * Sets the `lastHeartbeatTime` of the conditions that kubelets post, of nodes that have them all.
 * @param lastHeartbeatTime as the API writes it
 */
export function nodeHeartbeat(lastHeartbeatTime: string): Edit {
  return {
    sets: heartbeatTimes,
    fits: ({ status }: Partial<Node>) =>
      kubeletConditions.every(
        (type) => getCondition(status?.conditions, type)?.lastHeartbeatTime !== undefined,
      ),
    apply(object) {
      const { status } = object as Node;
      const conditions = status.conditions?.map((condition) =>
        posted.has(condition.type) ? { ...condition, lastHeartbeatTime } : condition,
      );
      return { ...fresh(object), status: { ...status, conditions } };
    },
  };
}

function fresh(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata } };
}

function conditionTimes(): EditedFields {
  const times = kubeletConditions.map((type) => [
    `k:${JSON.stringify({ type })}`,
    { 'f:lastHeartbeatTime': wholly },
  ]);
  return Object.fromEntries(times) as EditedFields;
}

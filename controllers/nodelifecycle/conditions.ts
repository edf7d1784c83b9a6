/** The conditions of a node that has stopped reporting. */
import { kubeletConditions, type KubeletCondition } from '#kinds';
import type { Node, NodeCondition } from '#types';

const stopped = {
  status: 'Unknown',
  reason: 'NodeStatusUnknown',
  message: 'Kubelet stopped posting node status.',
} as const;

const never = {
  status: 'Unknown',
  reason: 'NodeStatusNeverUpdated',
  message: 'Kubelet never posted node status.',
} as const;

/**
 * The node with all that its kubelet should have said made Unknown; heartbeats stay. The very same
 * node when that has been done.
 *
 * @param now as the API writes times
 */
export function withUnknownConditions(node: Node, now: string): Node {
  const old = node.status.conditions ?? [];
  let changed = false;
  const conditions = old.map((condition): NodeCondition => {
    const known = kubeletConditions.includes(condition.type as KubeletCondition);
    if (!known || condition.status === 'Unknown') return condition;
    changed = true;
    return { ...condition, ...stopped, lastTransitionTime: now };
  });
  for (const type of kubeletConditions) {
    if (old.some((condition) => condition.type === type)) continue;
    changed = true;
    const lastHeartbeatTime = node.metadata.creationTimestamp;
    conditions.push({ type, ...never, lastHeartbeatTime, lastTransitionTime: now });
  }
  return changed ? { ...node, status: { ...node.status, conditions } } : node;
}

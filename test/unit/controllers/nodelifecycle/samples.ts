/** Nodes with conditions, taints and leases. */
import { formatTime } from '#values';
import type { Node, NodeCondition } from '#types';
import { start, startTime } from '../../../support/api.ts';
import { makeNode, type NodeParts } from '../objects.ts';

export const NOW = formatTime(start + 60_000);

export function ready(status: string, heartbeatSeconds = 0): NodeCondition {
  const lastHeartbeatTime = formatTime(start + heartbeatSeconds * 1000);
  return { type: 'Ready', status, lastHeartbeatTime, lastTransitionTime: startTime };
}

export function nodeWith(
  status: string | undefined,
  taints: readonly string[] = [],
  heartbeat = 0,
): Node {
  const parts: NodeParts = {
    conditions: status === undefined ? undefined : [ready(status, heartbeat)],
    spec: {
      taints: taints.map((text) => {
        const [effect, key] = text.split(' ') as ['NoExecute', string];
        return { effect, key: `node.kubernetes.io/${key}` };
      }),
    },
  };
  return makeNode('n1', parts);
}

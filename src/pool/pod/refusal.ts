/** Why a kubelet rejects a pod that was bound to its node: pure. */
import {
  resourceAmounts,
  findUntoleratedTaint,
  hostPortsCollide,
  hostPortsOf,
  matchesRequiredNodes,
  shortages,
  type ResourceAmounts,
} from '#kinds';
import { isExtendedResource } from '#values';
import type { Node, Pod } from '#types';
import type { Taken } from './admitted.ts';

/** Why a kubelet does not run a pod, or no longer runs it. */
export interface Refusal {
  readonly reason: string;
  /** In the pod's status. */
  readonly message: string;
  /** In the event. */
  readonly event: string;
  /** The node rejects the pod: its containers have no status. */
  readonly isAtStart: boolean;
}

/** The sysctls that a kubelet sets without being configured for it (v1.24). */
const safeSysctls: readonly string[] = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];

/** What a kubelet knows about its node when it admits a pod. */
export interface Surroundings {
  readonly node: Node;
  /** What the pod requests. */
  readonly requests: ResourceAmounts;
  /** What the pods take that the node has already admitted and that have not ended. */
  readonly taken: Taken;
  /** Those pods. */
  readonly others: () => Iterable<Pod>;
}

/** Returns what a kubelet checks when it admits a pod, in v1.24's order. */
export function refusalOf(pod: Pod, around: Surroundings): Refusal | undefined {
  return (
    refusedSysctl(pod) ??
    refusedSystem(pod, around.node) ??
    refusedResources(around) ??
    refusedAffinity(pod, around.node) ??
    refusedPorts(pod, around.others) ??
    refusedTaints(pod, around.node)
  );
}

/**
 * A network sysctl belongs to the pod's own network: a pod on the host's network may not set it.
 */
function refusedSysctl({ spec }: Pod): Refusal | undefined {
  for (const { name } of spec.securityContext?.sysctls ?? []) {
    const usesHost = spec.hostNetwork === true && name.startsWith('net.');
    if (safeSysctls.includes(name) && !usesHost) continue;
    const why = usesHost ? 'not allowed with host net enabled' : 'not allowlisted';
    return refused('SysctlForbidden', `forbidden sysctl: "${name}" ${why}`);
  }
  return undefined;
}

function refusedSystem({ spec }: Pod, { metadata }: Node): Refusal | undefined {
  const expected = spec.os?.name;
  if (!expected || expected === (metadata.labels?.['kubernetes.io/os'] ?? 'linux'))
    return undefined;
  const event = "Failed to admit pod as the OS field doesn't match node OS";
  return refused('PodOSNotSupported', event);
}

/** The scheduler checks it too, but not every pod on a node went through the scheduler. */
function refusedResources({ node, requests, taken }: Surroundings): Refusal | undefined {
  const { allocatable: quantities } = node.status;
  // Its kubelet has not reported its capacity yet.
  if (quantities?.['pods'] === undefined) return undefined;
  const allocatable = resourceAmounts(quantities);
  const expected = withoutUnknown(requests, allocatable);
  const isFull = taken.pods >= allocatable['pods']!;
  const resource = isFull ? 'pods' : shortages(expected, { allocatable, requested: taken })[0];
  if (resource === undefined) return undefined;
  const wants = isFull ? 1 : (expected[resource] ?? 0);
  const [used, has] = [taken, allocatable].map((each) => each[resource] ?? 0);
  return refused(
    `OutOf${resource}`,
    `Node didn't have enough resource: ${resource}, requested: ${wants}, used: ${used}, capacity: ${has}`,
  );
}

/** Extended resources of the whole cluster are not a node's. */
function withoutUnknown(requests: ResourceAmounts, known: ResourceAmounts): ResourceAmounts {
  const entries = Object.entries(requests);
  return Object.fromEntries(entries.filter(([name]) => name in known || !isExtendedResource(name)));
}

function refusedAffinity(pod: Pod, node: Node): Refusal | undefined {
  return matchesRequiredNodes(pod.spec, node) ? undefined : refusedBy('NodeAffinity');
}

function refusedPorts(pod: Pod, others: Surroundings['others']): Refusal | undefined {
  const expected = hostPortsOf(pod.spec);
  if (expected.length === 0) return undefined;
  for (const other of others()) {
    const taken = hostPortsOf(other.spec);
    if (expected.some((port) => taken.some((each) => hostPortsCollide(port, each)))) {
      return refusedBy('NodePorts');
    }
  }
  return undefined;
}

function refusedTaints({ spec }: Pod, node: Node): Refusal | undefined {
  const taint = findUntoleratedTaint(node.spec.taints, spec.tolerations, ['NoExecute']);
  return taint === undefined ? undefined : refusedBy('TaintToleration');
}

function refusedBy(predicate: string): Refusal {
  return refused(predicate, `Predicate ${predicate} failed`);
}

function refused(reason: string, event: string): Refusal {
  return { reason, message: `Pod ${event}`, event, isAtStart: true };
}

const DEADLINE = 'Pod was active on the node longer than the specified deadline';

/** The end of a pod that has been active for too long. */
export const DEADLINE_EXCEEDED: Refusal = {
  reason: 'DeadlineExceeded',
  message: DEADLINE,
  event: DEADLINE,
  isAtStart: false,
};

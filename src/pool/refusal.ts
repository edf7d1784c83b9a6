/** Why a kubelet rejects a pod that was bound to its node: pure. */
import {
  resourceAmounts,
  findUntoleratedTaint,
  hostPortsCollide,
  hostPortsOf,
  isExtendedResource,
  isPodTerminal,
  matchesRequiredNodes,
  requestsAnything,
  shortages,
  type Node,
  type Pod,
  type ResourceAmounts,
} from '#kinds';

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
  /** The pods that the node has already admitted. */
  readonly others: () => Iterable<Pod>;
  /** How many pods are bound to the node, with those that it has not admitted and that have ended. */
  readonly bound: () => number;
  /** What a pod requests: called often for each pod of the node. */
  readonly requestsOf: (pod: Pod) => ResourceAmounts;
}

/** What a kubelet checks when it admits a pod, in v1.24's order. */
export function refusalOf(pod: Pod, around: Surroundings): Refusal | undefined {
  return (
    refusedSysctl(pod) ??
    refusedSystem(pod, around.node) ??
    refusedResources(pod, around) ??
    refusedAffinity(pod, around.node) ??
    refusedPorts(pod, around) ??
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
  const wanted = spec.os?.name;
  if (!wanted || wanted === (metadata.labels?.['kubernetes.io/os'] ?? 'linux')) return undefined;
  const event = "Failed to admit pod as the OS field doesn't match node OS";
  return refused('PodOSNotSupported', event);
}

/** The scheduler checks it too, but not every pod on a node went through the scheduler. */
function refusedResources(
  pod: Pod,
  { node, others, bound, requestsOf }: Surroundings,
): Refusal | undefined {
  const { allocatable: quantities } = node.status;
  // Its kubelet has not reported its capacity yet.
  if (quantities?.['pods'] === undefined) return undefined;
  const allocatable = resourceAmounts(quantities);
  const requests = withoutUnknown(requestsOf(pod), allocatable);
  // Adding up what the others request costs much more, for every pod of a node.
  if (!requestsAnything(requests) && bound() < allocatable['pods']!) return undefined;
  const requested = requestedBy(pod, others(), requestsOf);
  const isFull = requested.pods >= allocatable['pods']!;
  const resource = isFull ? 'pods' : shortages(requests, { allocatable, requested })[0];
  if (resource === undefined) return undefined;
  const wants = isFull ? 1 : (requests[resource] ?? 0);
  const [used, has] = [requested, allocatable].map((each) => each[resource] ?? 0);
  return refused(
    `OutOf${resource}`,
    `Node didn't have enough resource: ${resource}, requested: ${wants}, used: ${used}, capacity: ${has}`,
  );
}

/** What other pods use: each resource, and the number of pods. */
function requestedBy(
  pod: Pod,
  others: Iterable<Pod>,
  requestsOf: Surroundings['requestsOf'],
): ResourceAmounts & { readonly pods: number } {
  const requested: Record<string, number> & { pods: number } = { pods: 0 };
  for (const other of others) {
    if (isSame(other, pod) || isPodTerminal(other)) continue;
    requested.pods++;
    const requests = requestsOf(other);
    for (const name in requests) requested[name] = (requested[name] ?? 0) + requests[name]!;
  }
  return requested;
}

/** Extended resources of the whole cluster are not a node's. */
function withoutUnknown(requests: ResourceAmounts, known: ResourceAmounts): ResourceAmounts {
  const entries = Object.entries(requests);
  return Object.fromEntries(entries.filter(([name]) => name in known || !isExtendedResource(name)));
}

function refusedAffinity(pod: Pod, node: Node): Refusal | undefined {
  return matchesRequiredNodes(pod.spec, node) ? undefined : refusedBy('NodeAffinity');
}

function refusedPorts(pod: Pod, { others }: Surroundings): Refusal | undefined {
  const wanted = hostPortsOf(pod.spec);
  if (wanted.length === 0) return undefined;
  for (const other of others()) {
    if (isSame(other, pod) || isPodTerminal(other)) continue;
    const taken = hostPortsOf(other.spec);
    if (wanted.some((port) => taken.some((each) => hostPortsCollide(port, each)))) {
      return refusedBy('NodePorts');
    }
  }
  return undefined;
}

function refusedTaints({ spec }: Pod, node: Node): Refusal | undefined {
  const taint = findUntoleratedTaint(node.spec.taints, spec.tolerations, ['NoExecute']);
  return taint === undefined ? undefined : refusedBy('TaintToleration');
}

function isSame({ metadata: a }: Pod, { metadata: b }: Pod): boolean {
  return a.uid === b.uid;
}

function refusedBy(predicate: string): Refusal {
  return refused(predicate, `Predicate ${predicate} failed`);
}

function refused(reason: string, event: string): Refusal {
  return { reason, message: `Pod ${event}`, event, isAtStart: true };
}

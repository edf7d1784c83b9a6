/** What a healthy kubelet reports of its node: a pure function of the node and its address. */
import { deepEqual, formatTime, isExtendedResource } from '#values';
import { getCondition, type KubeletCondition } from '#kinds';
import type {
  ContainerImage,
  Node,
  NodeAddress,
  NodeCondition,
  NodeStatus,
  NodeSystemInfo,
} from '#types';
import type { Millis } from '#clock';
import { machineInfo, type MachineIds } from './machine.ts';

export interface NodeFacts {
  /** Virtual time, ms. */
  readonly now: Millis;
  readonly hostIP: string;
  readonly ids: MachineIds;
  /** Of its programs, such as `v1.24.17`. */
  readonly release: string;
  /** The machine has been off, and runs under another boot id since. */
  readonly hasRebooted: boolean;
  /** Images that it has pulled. */
  readonly pulled: readonly string[];
  /** Volumes that its pods use. */
  readonly volumes: readonly string[];
  /** False: a status in which nothing but the heartbeat times would change stays as it is. */
  readonly heartbeat: boolean;
}

/** The capacity of a node that does not declare its own. */
const DEFAULT_CAPACITY = { cpu: '4', 'ephemeral-storage': '50Gi', memory: '8Gi', pods: '110' };

/** In the order in which the kubelet lists them. */
const HEALTHY: readonly (NodeCondition & { readonly type: KubeletCondition })[] = [
  {
    type: 'MemoryPressure',
    status: 'False',
    reason: 'KubeletHasSufficientMemory',
    message: 'kubelet has sufficient memory available',
  },
  {
    type: 'DiskPressure',
    status: 'False',
    reason: 'KubeletHasNoDiskPressure',
    message: 'kubelet has no disk pressure',
  },
  {
    type: 'PIDPressure',
    status: 'False',
    reason: 'KubeletHasSufficientPID',
    message: 'kubelet has sufficient PID available',
  },
  {
    type: 'Ready',
    status: 'True',
    reason: 'KubeletReady',
    message: 'kubelet is posting ready status',
  },
];

/** Where a kubelet listens. */
const KUBELET_PORT = 10250;

/** Returns the node's next status; the identical object when there is nothing to post. */
export function nodeStatus(node: Node, facts: NodeFacts): NodeStatus {
  if (!facts.heartbeat && postedStatus(node, facts) === node.status) return node.status;
  return postedStatus(node, { ...facts, heartbeat: true });
}

function postedStatus(node: Node, facts: NodeFacts): NodeStatus {
  const old = node.status;
  const capacity = capacityOf(old);
  const next: NodeStatus = {
    ...old,
    capacity,
    allocatable: allocatableOf(old, capacity),
    conditions: nodeConditions(old.conditions ?? [], facts),
    addresses: addresses(node, facts.hostIP),
    ...(facts.pulled.length > 0 && { images: images(old.images ?? [], facts.pulled) }),
    ...((facts.volumes.length > 0 || old.volumesInUse !== undefined) && {
      volumesInUse: facts.volumes,
    }),
    daemonEndpoints: old.daemonEndpoints?.kubeletEndpoint?.Port
      ? old.daemonEndpoints
      : { kubeletEndpoint: { Port: KUBELET_PORT } },
    nodeInfo: infoOf(old, facts),
  };
  return deepEqual(old, next) ? old : next;
}

/** A node that describes its machine keeps that description. */
function infoOf(
  { nodeInfo }: NodeStatus,
  { ids, release, hasRebooted }: NodeFacts,
): NodeSystemInfo {
  if (!nodeInfo?.kubeletVersion) {
    const programs = { kubeProxyVersion: release, kubeletVersion: release };
    return { ...nodeInfo, ...machineInfo, ...programs, ...ids };
  }
  return hasRebooted ? { ...nodeInfo, bootID: ids.bootID } : nodeInfo;
}

type Amounts = Readonly<Record<string, string>>;

/** Returns what the node declares; a machine that declares nothing has the default size. */
function capacityOf({ capacity }: NodeStatus): Amounts {
  return capacity?.['pods'] !== undefined ? capacity : { ...DEFAULT_CAPACITY, ...capacity };
}

/**
 * Extended resources come from outside, by patches of the capacity: all of them can be allocated.
 */
function allocatableOf({ allocatable }: NodeStatus, capacity: Amounts): Amounts {
  if (allocatable?.['pods'] === undefined) return capacity;
  const own = Object.entries(allocatable).filter(([name]) => !isExtendedResource(name));
  const extended = Object.entries(capacity).filter(([name]) => isExtendedResource(name));
  const next = Object.fromEntries([...own, ...extended]);
  return deepEqual(allocatable, next) ? allocatable : next;
}

/** Returns the conditions of a node that runs: those of others first, then the kubelet's own. */
export function nodeConditions(
  old: readonly NodeCondition[],
  facts: Pick<NodeFacts, 'now' | 'heartbeat'>,
): readonly NodeCondition[] {
  const now = formatTime(facts.now);
  const foreign = old.filter(({ type }) => getCondition(HEALTHY, type) === undefined);
  const own = HEALTHY.map((healthy): NodeCondition => {
    const before = getCondition(old, healthy.type);
    const hasChanged = before?.status !== healthy.status;
    return {
      type: healthy.type,
      status: healthy.status,
      lastHeartbeatTime: facts.heartbeat ? now : (before?.lastHeartbeatTime ?? now),
      lastTransitionTime: hasChanged ? now : (before.lastTransitionTime ?? now),
      reason: healthy.reason,
      message: healthy.message,
    };
  });
  return [...foreign, ...own];
}

/** New ones after those that are already listed. */
function images(
  old: readonly ContainerImage[],
  pulled: readonly string[],
): readonly ContainerImage[] {
  const listed = new Set(old.flatMap(({ names }) => names ?? []));
  const added = pulled.filter((name) => !listed.has(name));
  return added.length === 0 ? old : [...old, ...added.map((name) => ({ names: [name] }))];
}

function addresses(node: Node, hostIP: string): readonly NodeAddress[] {
  const old = node.status.addresses ?? [];
  const has = (type: string): boolean => old.some((address) => address.type === type);
  return [
    ...old,
    ...(has('InternalIP') ? [] : [{ type: 'InternalIP', address: hostIP }]),
    ...(has('Hostname') ? [] : [{ type: 'Hostname', address: node.metadata.name }]),
  ];
}

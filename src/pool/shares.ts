/**
 * Load on workloads (`sim/load`, `sim/load-memory`): what their users ask of them in all. The pods
 * that are ready share it equally, so scaling out relieves them.
 */
import type { Millis } from '#clock';
import {
  controllerOf,
  daemonSet,
  deployment,
  isPodActive,
  isPodReady,
  parseTime,
  quantityOf,
  replicaSet,
  statefulSet,
  type ExactQuantity,
  type Kind,
  type KubeObject,
  type Pod,
  type PodTemplateSpec,
} from '#kinds';
import type { Client } from '#runtime';
import type { Load } from './load.ts';

/** Annotations of workloads: the CPU and the memory that their users ask for. */
export const CPU_LOAD = 'sim/load';
export const MEMORY_LOAD = 'sim/load-memory';

/** Shares of CPU are in billionths of a core, of memory in bytes; both are rounded down. */
const NANO = -9;
const NANOS = 1e9;

/** The kinds whose objects can be under load. */
export const workloadKinds = [
  deployment,
  replicaSet,
  statefulSet,
  daemonSet,
] as unknown as readonly Kind[];

/** What load adds to a pod's use. */
export interface Share {
  /** Absent without load on the CPU. */
  readonly cpu?: ExactQuantity;
  /** Absent without load on memory. */
  readonly memory?: ExactQuantity;
}

export interface ShareOptions {
  readonly now: Millis;
  /** Reads an annotation; undefined for what is no load. */
  readonly loadOf: (text: string) => Load | undefined;
}

/** What load adds to the use of each pod, by uid; pods of workloads without load are left out. */
export async function readShares(
  client: Client,
  pods: readonly Pod[],
  namespace: string | undefined,
  options: ShareOptions,
): Promise<ReadonlyMap<string, Share>> {
  const lists = await Promise.all(workloadKinds.map((kind) => client.list(kind, { namespace })));
  const found = lists.flatMap(({ items }) => items);
  const shares = new Map<string, Share>();
  if (!found.some(hasLoad)) return shares;
  const workloads = new Map(found.map((workload) => [workload.metadata.uid, workload]));
  for (const [workload, loaded] of groupsOf(pods, workloads)) {
    const demand = demandOf(workload, options);
    if (demand === undefined) continue;
    const serving = loaded.filter((pod) => isPodReady(pod) && isPodActive(pod));
    const idle = shareOf(demand, 0);
    const share = shareOf(demand, serving.length);
    for (const pod of loaded) shares.set(pod.metadata.uid, idle);
    for (const pod of serving) shares.set(pod.metadata.uid, share);
  }
  return shares;
}

/** Pods by workload, of those workloads that have a load. */
function groupsOf(
  pods: readonly Pod[],
  workloads: ReadonlyMap<string, KubeObject>,
): ReadonlyMap<KubeObject, readonly Pod[]> {
  const groups = new Map<KubeObject, Pod[]>();
  for (const pod of pods) {
    const workload = workloadOf(pod, workloads);
    if (workload === undefined || !hasLoad(workload)) continue;
    const group = groups.get(workload);
    if (group === undefined) groups.set(workload, [pod]);
    else group.push(pod);
  }
  return groups;
}

/**
 * The owner, or its owner: a ReplicaSet's annotations are copies of its Deployment's, which would
 * count again in every ReplicaSet of a rollout.
 */
function workloadOf(pod: Pod, workloads: ReadonlyMap<string, KubeObject>): KubeObject | undefined {
  const owner = workloads.get(controllerOf(pod)?.uid ?? '');
  return owner && (workloads.get(controllerOf(owner)?.uid ?? '') ?? owner);
}

function hasLoad(workload: KubeObject): boolean {
  return textOf(workload, CPU_LOAD) !== undefined || textOf(workload, MEMORY_LOAD) !== undefined;
}

/** The workload's own annotation, or that of its pod template. */
function textOf(workload: KubeObject, name: string): string | undefined {
  const own = workload.metadata.annotations?.[name];
  if (own !== undefined) return own;
  const { spec } = workload as KubeObject & {
    readonly spec?: { readonly template?: PodTemplateSpec };
  };
  return spec?.template?.metadata?.annotations?.[name];
}

/** What is asked of all pods together, in cores and bytes. */
interface Demand {
  readonly cpu: number | undefined;
  readonly memory: number | undefined;
}

function demandOf(workload: KubeObject, { now, loadOf }: ShareOptions): Demand | undefined {
  const origin = parseTime(workload.metadata.creationTimestamp);
  const amount = (name: string): number | undefined => {
    const text = textOf(workload, name);
    return text === undefined ? undefined : loadOf(text)?.(now, origin);
  };
  const cpu = amount(CPU_LOAD);
  const memory = amount(MEMORY_LOAD);
  return cpu === undefined && memory === undefined ? undefined : { cpu, memory };
}

/** One part of so many; none are served by 0 pods, and the demand is lost. */
function shareOf({ cpu, memory }: Demand, parts: number): Share {
  return {
    ...(cpu !== undefined && { cpu: quantityOf(divide(cpu * NANOS, parts), NANO) }),
    ...(memory !== undefined && { memory: quantityOf(divide(memory, parts), 0, 'BinarySI') }),
  };
}

function divide(amount: number, parts: number): bigint {
  return parts === 0 ? 0n : BigInt(Math.round(amount)) / BigInt(parts);
}

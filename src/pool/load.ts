/**
 * Load on workloads (`sim/load`): what their users ask of them in all, in CPU. The pods that are
 * ready share it equally, so scaling out relieves them.
 */
import {
  controllerOf,
  deployment,
  isPodActive,
  isPodReady,
  parseQuantity,
  quantityOf,
  replicaSet,
  statefulSet,
  type ExactQuantity,
  type Kind,
  type KubeObject,
  type Pod,
} from '#kinds';
import type { Client } from '#runtime';

const LOAD = 'sim/load';

/** Shares are in billionths of a core, rounded down. */
const NANO = -9;

const workloadKinds = [deployment, replicaSet, statefulSet] as unknown as readonly Kind[];

/** What load adds to the CPU use of each pod, by uid; pods of workloads without load are left out. */
export async function readShares(
  client: Client,
  pods: readonly Pod[],
  namespace: string | undefined,
): Promise<ReadonlyMap<string, ExactQuantity>> {
  const lists = await Promise.all(workloadKinds.map((kind) => client.list(kind, { namespace })));
  const found = lists.flatMap(({ items }) => items);
  const shares = new Map<string, ExactQuantity>();
  if (!found.some((workload) => loadOf(workload) !== undefined)) return shares;
  const workloads = new Map(found.map((workload) => [workload.metadata.uid, workload]));
  for (const { load, pods: loaded } of groupsOf(pods, workloads)) {
    const serving = loaded.filter((pod) => isPodReady(pod) && isPodActive(pod));
    const share = divide(load, serving.length);
    for (const pod of loaded) shares.set(pod.metadata.uid, idle);
    for (const pod of serving) shares.set(pod.metadata.uid, share);
  }
  return shares;
}

const idle = quantityOf(0);

interface LoadedPods {
  readonly load: ExactQuantity;
  readonly pods: Pod[];
}

/** Pods by workload, of those workloads that have a load. */
function groupsOf(
  pods: readonly Pod[],
  workloads: ReadonlyMap<string, KubeObject>,
): Iterable<LoadedPods> {
  const groups = new Map<string, LoadedPods>();
  const without = new Set<string>();
  for (const pod of pods) {
    const workload = workloadOf(pod, workloads);
    if (workload === undefined || without.has(workload.metadata.uid)) continue;
    const { uid } = workload.metadata;
    const group = groups.get(uid);
    if (group !== undefined) {
      group.pods.push(pod);
      continue;
    }
    const load = loadOf(workload);
    if (load === undefined) without.add(uid);
    else groups.set(uid, { load, pods: [pod] });
  }
  return groups.values();
}

/**
 * The owner, or its owner: a ReplicaSet's annotations are copies of its Deployment's, which would
 * count again in every ReplicaSet of a rollout.
 */
function workloadOf(pod: Pod, workloads: ReadonlyMap<string, KubeObject>): KubeObject | undefined {
  const owner = workloads.get(controllerOf(pod)?.uid ?? '');
  return owner && (workloads.get(controllerOf(owner)?.uid ?? '') ?? owner);
}

/** Undefined without a load, and for what is no quantity. */
function loadOf({ metadata }: KubeObject): ExactQuantity | undefined {
  const text = metadata.annotations?.[LOAD];
  if (text === undefined) return undefined;
  try {
    return parseQuantity(text);
  } catch {
    return undefined;
  }
}

function divide(load: ExactQuantity, parts: number): ExactQuantity {
  if (parts === 0) return idle;
  const shift = load.exponent - NANO;
  const nano =
    shift >= 0 ? load.unscaled * 10n ** BigInt(shift) : load.unscaled / 10n ** BigInt(-shift);
  return quantityOf(nano / BigInt(parts), NANO);
}

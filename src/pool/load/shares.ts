/**
 * Load on workloads (`sim/load`, `sim/load-memory`): the total demand of their users. The ready
 * pods share it equally, so scaling out lowers the load of each.
 */
import type { Millis } from '#clock';
import { controllerOf, parseTime, quantityOf, type ExactQuantity, type KubeObject } from '#values';
import {
  daemonSet,
  deployment,
  isPodActive,
  isPodReady,
  replicaSet,
  statefulSet,
  type Kind,
} from '#kinds';
import type { Pod, PodTemplateSpec } from '#types';
import type { Load } from './load.ts';

/** Annotations of workloads: the CPU and the memory that their users demand. */
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
  /** Reads an annotation; undefined for an invalid load. */
  readonly loadOf: (text: string) => Load | undefined;
}

/** A workload under load. */
export interface LoadedWorkload {
  readonly workload: KubeObject;
  /** How many of its pods are ready, and so share the load. */
  readonly serving: number;
}

/** A pod's part in the load of its workload. */
export interface PodShare {
  readonly loaded: LoadedWorkload;
  /** Whether it is one of those that share it. */
  readonly serves: boolean;
}

/**
 * Returns the parts that pods have in loads, by uid; pods of workloads without load are left out.
 */
export function partsOf(
  pods: readonly Pod[],
  workloads: readonly KubeObject[],
): ReadonlyMap<string, PodShare> {
  const parts = new Map<string, PodShare>();
  if (!workloads.some(hasLoad)) return parts;
  const byUid = new Map(workloads.map((workload) => [workload.metadata.uid, workload]));
  const underLoad = new Map<KubeObject, { workload: KubeObject; serving: number }>();
  for (const pod of pods) {
    const workload = workloadOf(pod, byUid);
    if (workload === undefined || !hasLoad(workload)) continue;
    let loaded = underLoad.get(workload);
    if (loaded === undefined) underLoad.set(workload, (loaded = { workload, serving: 0 }));
    const serves = isPodReady(pod) && isPodActive(pod);
    if (serves) loaded.serving++;
    parts.set(pod.metadata.uid, { loaded, serves });
  }
  return parts;
}

/** What load adds to the use of a workload's pods. */
export interface Shares {
  readonly serving: Share;
  /** Of those that are not ready. */
  readonly idle: Share;
}

/** Returns the shares at a time; undefined when the workload's annotations are not a valid load. */
export function sharesOf(loaded: LoadedWorkload, options: ShareOptions): Shares | undefined {
  const demand = demandOf(loaded.workload, options);
  return demand && { serving: shareOf(demand, loaded.serving), idle: shareOf(demand, 0) };
}

/**
 * Returns the owner, or its owner: a ReplicaSet's annotations are copies of its Deployment's, which
 * would count again for every ReplicaSet of a rollout.
 */
function workloadOf(pod: Pod, workloads: ReadonlyMap<string, KubeObject>): KubeObject | undefined {
  const owner = workloads.get(controllerOf(pod)?.uid ?? '');
  return owner && (workloads.get(controllerOf(owner)?.uid ?? '') ?? owner);
}

function hasLoad(workload: KubeObject): boolean {
  return textOf(workload, CPU_LOAD) !== undefined || textOf(workload, MEMORY_LOAD) !== undefined;
}

/** Returns the workload's own annotation, or that of its pod template. */
function textOf(workload: KubeObject, name: string): string | undefined {
  const own = workload.metadata.annotations?.[name];
  if (own !== undefined) return own;
  const { spec } = workload as KubeObject & {
    readonly spec?: { readonly template?: PodTemplateSpec };
  };
  return spec?.template?.metadata?.annotations?.[name];
}

/** Returns the CPU load on a workload, in the notation of loads; undefined: none. */
export function cpuLoadOf(workload: KubeObject): string | undefined {
  return textOf(workload, CPU_LOAD);
}

/** The demand on all pods together, in cores and bytes. */
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

/** One of this many parts; with 0 pods the demand is lost. */
function shareOf({ cpu, memory }: Demand, parts: number): Share {
  return {
    ...(cpu !== undefined && { cpu: cpuOf(cpu, parts) }),
    ...(memory !== undefined && { memory: memoryOf(memory, parts) }),
  };
}

/** Returns a part of an amount of CPU, in cores. */
export function cpuOf(cores: number, parts = 1): ExactQuantity {
  return quantityOf(divide(cores * NANOS, parts), NANO);
}

/** Returns a part of an amount of memory, in bytes. */
export function memoryOf(bytes: number, parts = 1): ExactQuantity {
  return quantityOf(divide(bytes, parts), 0, 'BinarySI');
}

function divide(amount: number, parts: number): bigint {
  return parts === 0 ? 0n : BigInt(Math.round(amount)) / BigInt(parts);
}

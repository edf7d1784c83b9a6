/** What the scheduler knows about a pod: what it uses on a node, and how it may be placed. */
import { amountOf, hostPortsOf, podRequests, type HostPort, type ResourceAmounts } from '#kinds';
import { keyOf } from '#values';
import type { Container, Pod, PodSpec } from '#types';
import { termsOf, type PodTerms } from './pod-terms.ts';

/** Pods that do not say who schedules them belong to this scheduler. */
export const DEFAULT_SCHEDULER = 'default-scheduler';

/** What a pod takes on the node that it is on, or would take. */
export interface PodLoad {
  readonly requests: ResourceAmounts;
  /** Requests as scores count them: a container that requests none counts with a default. */
  readonly scored: ScoredRequests;
  readonly hostPorts: readonly HostPort[];
}

export interface ScoredRequests {
  /** Millicores. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
}

/** A pod to be placed, with all that is computed once. */
export interface Candidate {
  readonly key: string;
  readonly pod: Pod;
  readonly priority: number;
  readonly load: PodLoad;
  /**
   * What it asks of a node by itself: pods with the same text ask the same. Undefined for a pod whose
   * affinity names its nodes, as that of no other does.
   */
  readonly template: string | undefined;
  /** Undefined for a pod that says nothing of others. */
  readonly terms: PodTerms | undefined;
  /** The only nodes that its affinity names (daemon pods name one); undefined: any node. */
  readonly nodeNames: readonly string[] | undefined;
}

export function candidateOf(pod: Pod): Candidate {
  const load = loadOf(pod.spec);
  const nodeNames = namedNodes(pod.spec);
  return {
    key: keyOf(pod),
    pod,
    priority: pod.spec.priority ?? 0,
    load,
    template: nodeNames === undefined ? templateOf(pod.spec, load) : undefined,
    terms: termsOf(pod),
    nodeNames,
  };
}

/** Returns whether gates keep the pod from being placed, until others have removed them. */
export function isGated({ spec }: Pod): boolean {
  return (spec.schedulingGates ?? []).length > 0;
}

/** Returns whether it is for this scheduler to find a node for the pod. */
export function usesThisScheduler(pod: Pod): boolean {
  return (pod.spec.schedulerName || DEFAULT_SCHEDULER) === DEFAULT_SCHEDULER;
}

export function loadOf(spec: PodSpec): PodLoad {
  return {
    requests: podRequests(spec),
    scored: { cpu: scoredRequest(spec, 'cpu'), memory: scoredRequest(spec, 'memory') },
    hostPorts: hostPortsOf(spec),
  };
}

/** All that filters and scores of a node by itself read of a pod. */
function templateOf(spec: PodSpec, load: PodLoad): string {
  const { nodeName, nodeSelector, tolerations, affinity } = spec;
  return JSON.stringify([load, nodeName, nodeSelector, tolerations, affinity?.nodeAffinity]);
}

/** What a container counts for in scores when it requests nothing: 100m and 200 MiB. */
const defaultRequests = { cpu: 100, memory: 200 * 2 ** 20 } as const;

function scoredRequest(spec: PodSpec, resource: 'cpu' | 'memory'): number {
  const ofContainer = ({ resources }: Container): number => {
    const quantity = resources?.requests?.[resource];
    return quantity === undefined ? defaultRequests[resource] : amountOf(resource, quantity);
  };
  let sum = 0;
  for (const container of spec.containers) sum += ofContainer(container);
  for (const container of spec.initContainers ?? []) sum = Math.max(sum, ofContainer(container));
  const overhead = spec.overhead?.[resource];
  return overhead === undefined ? sum : sum + amountOf(resource, overhead);
}

/**
 * The nodes to which required affinity to `metadata.name` confines the pod. Terms are alternatives,
 * so one without such a requirement admits all nodes; requirements of a term hold together, so two
 * that name different nodes admit none.
 */
function namedNodes({ affinity }: PodSpec): readonly string[] | undefined {
  const terms =
    affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (terms === undefined || terms.length === 0) return undefined;
  const names = new Set<string>();
  for (const { matchFields } of terms) {
    let ofTerm: readonly string[] | undefined;
    for (const { key, operator, values = [] } of matchFields ?? []) {
      if (key !== 'metadata.name' || operator !== 'In') continue;
      ofTerm = ofTerm === undefined ? values : ofTerm.filter((name) => values.includes(name));
    }
    if (ofTerm === undefined) return undefined;
    for (const name of ofTerm) names.add(name);
  }
  return [...names];
}

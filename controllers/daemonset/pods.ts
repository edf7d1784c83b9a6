/** Looking at daemon pods: where each belongs, which is new, which is available. */
import { isPodAvailable } from '#kinds';
import type { DaemonSet, Pod } from '#types';
import type { KubeObject } from '#values';

export const HASH_LABEL = 'controller-revision-hash';
export const GENERATION_LABEL = 'pod-template-generation';
const GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation';

/** The node that a daemon pod runs on or is meant for; undefined if it says neither. */
export function targetNodeOf(pod: Pod): string | undefined {
  if (pod.spec.nodeName) return pod.spec.nodeName;
  const terms =
    pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
      ?.nodeSelectorTerms;
  for (const term of terms ?? []) {
    for (const field of term.matchFields ?? []) {
      if (field.key === 'metadata.name' && field.operator === 'In') return field.values?.[0];
    }
  }
  return undefined;
}

/** Pods by the node they belong to, in the order given. */
export function groupByNode(pods: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> {
  const groups = new Map<string, Pod[]>();
  for (const pod of pods) {
    const node = targetNodeOf(pod);
    if (node === undefined) continue;
    const group = groups.get(node);
    if (group) group.push(pod);
    else groups.set(node, [pod]);
  }
  return groups;
}

export function isTerminating({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** The generation annotation as a number is written, or undefined when it is missing or no integer. */
export function templateGeneration(set: DaemonSet): string | undefined {
  const text = set.metadata.annotations?.[GENERATION_ANNOTATION];
  return text !== undefined && /^[+-]?\d+$/.test(text) ? String(BigInt(text)) : undefined;
}

/** Made from the current template: by hash, or by the deprecated generation number. */
export function isUpdated(pod: Pod, hash: string, generation: string | undefined): boolean {
  const labels = pod.metadata.labels;
  if (labels === undefined) return false;
  if (generation !== undefined && labels[GENERATION_LABEL] === generation) return true;
  return hash !== '' && labels[HASH_LABEL] === hash;
}

/** Ready for at least minReadySeconds of the set; `now` in ms. */
export function isAvailable(pod: Pod, set: DaemonSet, now: number): boolean {
  return isPodAvailable(pod, set.spec.minReadySeconds ?? 0, now);
}

/** Order in which pods of one node are preferred: bound first, then older, then by name. */
export function compareByAge(a: Pod, b: Pod): number {
  const bound = Number(Boolean(b.spec.nodeName)) - Number(Boolean(a.spec.nodeName));
  if (bound !== 0) return bound;
  // RFC 3339 in UTC with whole seconds compares as text.
  if (a.metadata.creationTimestamp !== b.metadata.creationTimestamp) {
    return a.metadata.creationTimestamp < b.metadata.creationTimestamp ? -1 : 1;
  }
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

/** The preferred pod of a node; undefined for none. */
export function oldest(pods: readonly Pod[]): Pod | undefined {
  let best = pods[0];
  for (let i = 1; i < pods.length; i++) if (compareByAge(pods[i]!, best!) < 0) best = pods[i];
  return best;
}

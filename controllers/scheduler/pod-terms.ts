/** What a pod requires of other pods: affinity and anti-affinity, required and preferred. */
import { selectorOf, type Labels, type Selector } from '#values';
import type { Pod, PodAffinityTerm, WeightedPodAffinityTerm } from '#types';
import { pods, textOf, type PodQuery } from './pod-query.ts';

/** Other pods, and how far around them the term reaches. */
export interface PodTerm {
  /** The same for terms that say the same. */
  readonly key: string;
  /** A label of nodes: those with one value of it are one place. */
  readonly topologyKey: string;
  readonly namespaces: readonly string[];
  /** Further namespaces, by their labels. */
  readonly namespaceSelector: Selector | undefined;
  readonly selector: Selector;
  /** Of a preference; negative for those to stay away from. */
  readonly weight: number;
}

export interface PodTerms {
  /** Affinity that is required. */
  readonly near: readonly PodTerm[];
  /** Anti-affinity that is required. */
  readonly apart: readonly PodTerm[];
  readonly preferences: readonly PodTerm[];
  /** What favours or disfavours places for other pods when this pod is there. */
  readonly pulls: readonly PodTerm[];
}

/** How much a required affinity of a placed pod counts for those that it means. */
const REQUIRED_PULL = 1;

/** Undefined for a pod that says nothing of others. */
export function termsOf({ metadata, spec: { affinity } }: Pod): PodTerms | undefined {
  const { podAffinity, podAntiAffinity } = affinity ?? {};
  if (podAffinity === undefined && podAntiAffinity === undefined) return undefined;
  const namespace = metadata.namespace!;
  const required = (terms: readonly PodAffinityTerm[] | undefined, weight: number) =>
    (terms ?? []).map((term) => termOf(term, weight, namespace));
  const preferred = (terms: readonly WeightedPodAffinityTerm[] | undefined, sign: 1 | -1) =>
    (terms ?? []).map(({ podAffinityTerm, weight }) =>
      termOf(podAffinityTerm, sign * weight, namespace),
    );
  const near = required(podAffinity?.requiredDuringSchedulingIgnoredDuringExecution, REQUIRED_PULL);
  const preferences = [
    ...preferred(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution, 1),
    ...preferred(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution, -1),
  ];
  return {
    near,
    apart: required(podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution, 0),
    preferences,
    pulls: [...near, ...preferences],
  };
}

function termOf(term: PodAffinityTerm, weight: number, ownNamespace: string): PodTerm {
  const { topologyKey, labelSelector, namespaceSelector: byLabels, namespaces = [] } = term;
  const isElsewhere = namespaces.length > 0 || byLabels != null;
  const named = isElsewhere ? [...namespaces].sort() : [ownNamespace];
  const selector = selectorOf(labelSelector);
  const namespaceSelector = byLabels == null ? undefined : selectorOf(byLabels);
  const where = namespaceSelector === undefined ? '' : `{${textOf(namespaceSelector)}}`;
  return {
    key: `${weight} ${topologyKey} ${named.join(',')}${where} ${textOf(selector)}`,
    topologyKey,
    namespaces: named,
    namespaceSelector,
    selector,
    weight,
  };
}

/** Whether a term means a pod; the labels are those of the pod's namespace. */
export function means(
  { namespaces, namespaceSelector, selector }: PodTerm,
  { metadata }: Pod,
  namespaceLabels: Labels | undefined,
): boolean {
  const isThere =
    namespaces.includes(metadata.namespace!) || namespaceSelector?.matches(namespaceLabels);
  return isThere === true && selector.matches(metadata.labels);
}

/** The pods that a term means; `namespacesWith` finds namespaces by their labels, in order. */
export function queryOf(
  { namespaces, namespaceSelector, selector }: PodTerm,
  namespacesWith: (selector: Selector) => readonly string[],
): PodQuery {
  if (namespaceSelector === undefined) return pods(namespaces, selector);
  if (namespaceSelector.isEmpty()) return pods(undefined, selector);
  const further = namespacesWith(namespaceSelector);
  return pods([...new Set([...namespaces, ...further])].sort(), selector);
}

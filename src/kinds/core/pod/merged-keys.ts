/** Labels of a pod whose values become requirements of its own placement: by their keys. */
import { changeElements, changeField } from '#values';
import type { Profile } from '../../profile/profile.ts';
import type { LabelSelector, Pod, PodAffinity, PodAffinityTerm, PodSpec } from '#types';

type Labels = Readonly<Record<string, string>>;

/** Adds them to the selectors, where the release does. */
export function mergeLabelKeys(pod: Pod, profile: Profile): Pod {
  const { labels = {} } = pod.metadata;
  return changeField(pod, 'spec', (spec) => {
    const { affinity, topologySpreadConstraints: spread } = spec;
    const near =
      affinity != null && profile.enabled('MatchLabelKeysInPodAffinity')
        ? mergeAffinity(spec, labels)
        : spec;
    const isMerged =
      spread != null && profile.enabled('MatchLabelKeysInPodTopologySpreadSelectorMerge');
    if (!isMerged) return near;
    return changeElements(near, 'topologySpreadConstraints', (constraint) =>
      changeField(constraint, 'labelSelector', (selector) =>
        withLabelKeys(selector, labels, constraint.matchLabelKeys, 'In'),
      ),
    );
  });
}

function mergeAffinity(spec: PodSpec, labels: Labels): PodSpec {
  const merge = (affinity: PodAffinity): PodAffinity => {
    const must = changeElements(
      affinity,
      'requiredDuringSchedulingIgnoredDuringExecution',
      (term) => mergeTerm(term, labels),
    );
    return changeElements(must, 'preferredDuringSchedulingIgnoredDuringExecution', (weighted) =>
      changeField(weighted, 'podAffinityTerm', (term) => mergeTerm(term, labels)),
    );
  };
  return changeField(spec, 'affinity', (affinity) => {
    const near = changeField(affinity, 'podAffinity', merge);
    return changeField(near, 'podAntiAffinity', merge);
  });
}

function mergeTerm(term: PodAffinityTerm, labels: Labels): PodAffinityTerm {
  const { matchLabelKeys, mismatchLabelKeys } = term;
  return changeField(term, 'labelSelector', (selector) =>
    withLabelKeys(
      withLabelKeys(selector, labels, matchLabelKeys, 'In'),
      labels,
      mismatchLabelKeys,
      'NotIn',
    ),
  );
}

/** Returns a selector with requirements for the values that a pod has of these labels. */
export function withLabelKeys(
  selector: LabelSelector,
  labels: Labels,
  keys: readonly string[] | undefined,
  operator: 'In' | 'NotIn',
): LabelSelector {
  const added = (keys ?? [])
    .filter((key) => labels[key] !== undefined)
    .map((key) => ({ key, operator, values: [labels[key]!] }));
  if (added.length === 0) return selector;
  return { ...selector, matchExpressions: [...(selector.matchExpressions ?? []), ...added] };
}

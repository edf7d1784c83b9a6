/** Autoscalers that would scale the same pods. */
import type { Profile } from '#kinds';
import type { Pod } from '#types';
import type { Selector } from '#values';
import { finding } from './conditions.ts';
import type { EvaluationFailure } from './evaluate.ts';
import { warning } from './messages.ts';
import type { HorizontalPodAutoscaler } from './types.ts';

/**
 * The names of all autoscalers of the namespace that select one of these pods, sorted.
 *
 * @param selectors of autoscalers, by key
 */
export function rivalsOf(
  namespace: string,
  pods: readonly Pod[],
  selectors: ReadonlyMap<string, Selector>,
): readonly string[] {
  const prefix = `${namespace}/`;
  const near = [...selectors].filter(([key]) => key.startsWith(prefix));
  // Labels need not be compared where there is no other autoscaler.
  if (near.length < 2) return near.map(([key]) => key.slice(prefix.length));
  const labels = distinctLabels(pods);
  return near
    .filter(([, selector]) => labels.some((each) => selector.matches(each)))
    .map(([key]) => key.slice(prefix.length))
    .sort();
}

/** That other autoscalers select the same pods. */
export function ambiguous(
  { metadata }: HorizontalPodAutoscaler,
  selector: string,
  rivals: readonly string[],
  profile: Profile,
): EvaluationFailure {
  const keys = rivals.map((name) => `${metadata.namespace}/${name}`);
  const byWhom = profile.enabled('AmbiguityByExample')
    ? `more than one HPA (e.g. [${keys.slice(0, 2).join(' ')}])`
    : `multiple HPAs: [${keys.join(' ')}]`;
  const error = `pods by selector ${selector} are controlled by ${byWhom}`;
  return {
    error,
    findings: [finding('ScalingActive', false, 'AmbiguousSelector', error)],
    events: [warning('AmbiguousSelector', error)],
    opinions: [],
  };
}

/** Pods of one template mostly have the same. */
function distinctLabels(pods: readonly Pod[]): readonly Pod['metadata']['labels'][] {
  const byText = new Map(pods.map(({ metadata: { labels } }) => [JSON.stringify(labels), labels]));
  return [...byText.values()];
}

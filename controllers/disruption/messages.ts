/** The longer words of the disruption controller's events. */
import type { LabelSelector, PodDisruptionBudget } from '#kinds';

export function unmanagedMessage({ spec }: PodDisruptionBudget): string {
  return (
    `Pods selected by this PodDisruptionBudget (selector: ${selectorText(spec.selector)}) ` +
    'were found to be unmanaged. As a result, the status of the PDB cannot be calculated ' +
    'correctly, which may result in undefined behavior. To account for these pods please set ' +
    '".spec.minAvailable" field of the PDB to an integer value.'
  );
}

/** As Go prints it: `&LabelSelector{MatchLabels:map[string]string{app: web,},...}`. */
function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector = {}): string {
  const labels = Object.entries(matchLabels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${value},`);
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return (
    `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},` +
    `MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
  );
}

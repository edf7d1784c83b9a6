/** The longer words of the disruption controller's events. */
import { selectorString, show } from '#values';
import type { Pod, PodDisruptionBudget } from '#types';

export function unmanagedMessage({ spec }: PodDisruptionBudget): string {
  return (
    `Pods selected by this PodDisruptionBudget (selector: ${selectorString(spec.selector ?? {})}) ` +
    'were found to be unmanaged. As a result, the status of the PDB cannot be calculated ' +
    'correctly, which may result in undefined behavior. To account for these pods please set ' +
    '".spec.minAvailable" field of the PDB to an integer value.'
  );
}

/** Evictions of such a pod are rejected; `chosen` is the budget that v1.24 would use. */
export function contestedMessage({ metadata }: Pod, chosen: PodDisruptionBudget): string {
  const { namespace = '', name } = metadata;
  return (
    `Pod ${show(namespace)}/${show(name)} matches multiple PodDisruptionBudgets.  ` +
    `Chose ${show(chosen.metadata.name)} arbitrarily.`
  );
}

/** All numbers of a budget at once, and the status that they make: pure. */
import type { Profile } from '#kinds';
import { selectorOf } from '#values';
import type { Pod, PodDisruptionBudget, PodDisruptionBudgetStatus } from '#types';
import { expectedOf, type Expected, type Scalers } from './expected.ts';
import { countHealthy, disruptionsOf, nextStatus, type Disruptions } from './status.ts';

export interface Computed {
  readonly expected: Expected;
  readonly disruptions: Disruptions;
  readonly healthy: number;
  /** The stored one itself when there is nothing to say. */
  readonly status: PodDisruptionBudgetStatus;
}

/** Why the numbers could not be computed: the evidence of the write that says so. */
export interface Failure {
  readonly failed: string;
}

/** All pods that the budget selects, finished and terminating ones included. */
export function selectedPods({ spec }: PodDisruptionBudget, pods: readonly Pod[]): readonly Pod[] {
  const selector = selectorOf(spec.selector);
  return pods.filter(({ metadata }) => selector.matches(metadata.labels));
}

/**
 * Counts a budget's pods.
 *
 * @param pods all that the budget selects
 * @param now virtual ms
 * @throws Error when the expected pods cannot be counted
 */
export function compute(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  scalers: Scalers,
  now: number,
  profile: Profile,
): Computed {
  const expected = expectedOf(budget, pods, scalers);
  const disruptions = disruptionsOf(budget, pods, now);
  const healthy = countHealthy(pods, disruptions.disruptedPods);
  const status = nextStatus(budget, expected, healthy, disruptions.disruptedPods, {
    now,
    profile,
  });
  return { expected, disruptions, healthy, status };
}

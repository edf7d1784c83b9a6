/** How an eviction uses a disruption budget: the rule that the API applies and that accounts explain. */
import { setCondition } from '../object/conditions.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Profile } from '../profile/profile.ts';
import { forbiddenObject, tooManyRequests, type ApiError, type ResourceName } from '#values';
import type { Condition, Eviction, PodDisruptionBudget } from '#types';

/** The body that is posted to evict a pod. */
export const eviction = defineKind<Eviction>({
  group: 'policy',
  version: 'v1',
  kind: 'Eviction',
  plural: 'evictions',
  namespaced: true,
  table: { columns: [] },
});

/** The actor, in origins, of writes to the status of budgets for evictions. */
export const evictionActor = 'eviction';

/** What an eviction used a disruption for: the evidence of its write. */
export interface EvictionEvidence {
  /** The pod's name. */
  readonly evicted: string;
}

/** How v1.24 names budgets in these errors. */
const budgetResource: ResourceName = { group: 'policy', plural: 'poddisruptionbudget' };

/** This many evictions may wait for the disruption controller to process them. */
const mostDisruptedPods = 2000;

/** Seconds until the next try while the budget's numbers are out of date. */
const retryAfterSeconds = 10;

/**
 * The budget with one disruption used for that pod.
 *
 * @param now as the API writes times
 * @throws {ApiError} 429 when no disruption is left or the numbers are out of date, 403 when the
 *   numbers are invalid
 */
export function disrupt(
  budget: PodDisruptionBudget,
  podName: string,
  now: string,
  profile?: Profile,
): PodDisruptionBudget {
  const { metadata, status } = budget;
  const { observedGeneration = 0, disruptionsAllowed, disruptedPods = {} } = status;
  const { name, generation = 0 } = metadata;
  if (observedGeneration < generation) throw stillProcessed(name);
  if (disruptionsAllowed < 0) {
    const why = 'pdb disruptions allowed is negative';
    throw forbidden(name, why, why, profile);
  }
  if (Object.keys(disruptedPods).length > mostDisruptedPods) {
    const why = 'too many evictions not confirmed by PDB controller';
    const brief = 'too many pending evictions not confirmed by PDB controller';
    throw forbidden(name, `DisruptedPods map too big - ${why}`, brief, profile);
  }
  if (disruptionsAllowed === 0) {
    throw violation(`The disruption budget ${name} ${whyNone(status, profile)}`);
  }
  const left = disruptionsAllowed - 1;
  return {
    ...budget,
    status: {
      ...status,
      disruptionsAllowed: left,
      disruptedPods: { ...disruptedPods, [podName]: now },
      ...(left === 0 && { conditions: exhausted(status, now) }),
    },
  };
}

function forbidden(
  name: string,
  why: string,
  brief: string,
  profile: Profile | undefined,
): ApiError {
  const message = `The disruption budget ${name} does not allow evicting pods currently: ${brief}`;
  const causes = [{ reason: 'DisruptionBudget', message }];
  const isSaid = profile?.enabled('EvictionsSayWhy') === true;
  return forbiddenObject(budgetResource, name, why, isSaid ? causes : undefined);
}

/** Returns why no disruption is left. */
function whyNone(
  { desiredHealthy, currentHealthy, conditions = [] }: PodDisruptionBudget['status'],
  profile: Profile | undefined,
): string {
  const numbers = `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  if (profile?.enabled('EvictionsSayWhy') !== true) return numbers;
  const no = 'does not allow evicting pods currently';
  const { status, reason, message } =
    conditions.find(({ type }) => type === 'DisruptionAllowed') ?? {};
  const isSaid = status === 'False' && message !== undefined && message !== '';
  if (isSaid && reason === 'SyncFailed') return `${no} because it failed sync: ${message}`;
  if (currentHealthy <= desiredHealthy) return numbers;
  return isSaid ? `${no} (${reason}): ${message}` : no;
}

/** 429: the budget's numbers are about to change. */
export function stillProcessed(name: string): ApiError {
  const why = `The disruption budget ${name} is still being processed by the server.`;
  return violation(why, retryAfterSeconds);
}

function violation(why: string, seconds?: number): ApiError {
  return tooManyRequests("Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [{ reason: 'DisruptionBudget', message: why }],
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  });
}

function exhausted(
  { conditions, observedGeneration }: PodDisruptionBudget['status'],
  now: string,
): readonly Condition[] {
  const condition: Condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    reason: 'InsufficientPods',
    message: '',
    observedGeneration,
    lastTransitionTime: now,
  };
  return setCondition(conditions, condition, now);
}

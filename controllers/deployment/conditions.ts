/** The conditions of a Deployment: their words, and how they replace each other. */
import { extended, formatTime } from '#values';
import { getCondition } from '#kinds';
import type { Deployment, DeploymentCondition } from '#types';

export type Conditions = readonly DeploymentCondition[];

/** A condition without its times. */
export type Finding = Pick<DeploymentCondition, 'type' | 'status' | 'reason' | 'message'>;

/** Such a number stands for: none. */
const MAX_INT32 = 2 ** 31 - 1;

export const available: Finding = {
  type: 'Available',
  status: 'True',
  reason: 'MinimumReplicasAvailable',
  message: 'Deployment has minimum availability.',
};

export const notAvailable: Finding = {
  type: 'Available',
  status: 'False',
  reason: 'MinimumReplicasUnavailable',
  message: 'Deployment does not have minimum availability.',
};

/** The reason of a rollout that is done. */
export const DONE = 'NewReplicaSetAvailable';

/** The reason of a rollout that took too long. */
export const TIMED_OUT = 'ProgressDeadlineExceeded';

/** The reason when the new set cannot be created: also that of the event. */
export const CREATE_ERROR = 'ReplicaSetCreateError';

const PAUSED = 'DeploymentPaused';

export function progressing(status: string, reason: string, message: string): Finding {
  return { type: 'Progressing', status, reason, message };
}

/** The finding with both times at `now` (virtual ms). */
export function beginning(finding: Finding, now: number): DeploymentCondition {
  const time = formatTime(now);
  return extended(finding, { lastUpdateTime: time, lastTransitionTime: time });
}

/**
 * Adds a condition, or replaces the one of its type, at the end. One of the same status and
 * reason stays untouched, whatever its message; one of the same status keeps its transition time.
 */
export function setCondition(conditions: Conditions, condition: DeploymentCondition): Conditions {
  const old = getCondition(conditions, condition.type);
  if (old === undefined) return [...conditions, condition];
  if (old.status !== condition.status) return [...withoutType(conditions, old.type), condition];
  if (old.reason === condition.reason) return conditions;
  return touch(conditions, condition);
}

/** The conditions with a finding of `now` (virtual ms); the same list when it says nothing new. */
export function withFinding(
  conditions: Conditions | undefined,
  finding: Finding,
  now: number,
): Conditions {
  return setCondition(conditions ?? [], beginning(finding, now));
}

/** Replaces as {@link setCondition} does, but the same status and reason too. */
export function touch(conditions: Conditions, condition: DeploymentCondition): Conditions {
  const old = getCondition(conditions, condition.type);
  const others = withoutType(conditions, condition.type);
  if (old?.status !== condition.status) return [...others, condition];
  return [...others, { ...condition, lastTransitionTime: old.lastTransitionTime }];
}

/** The same list when there is no condition of the type. */
export function withoutType(conditions: Conditions, type: string): Conditions {
  return getCondition(conditions, type) === undefined
    ? conditions
    : conditions.filter((each) => each.type !== type);
}

/** The seconds that a rollout may go without progress; undefined: no limit. */
export function progressDeadline({ spec }: Deployment): number | undefined {
  const { progressDeadlineSeconds: seconds } = spec;
  return seconds === undefined || seconds === MAX_INT32 ? undefined : seconds;
}

/** How many old sets are kept; undefined: all. */
export function historyLimit({ spec }: Deployment): number | undefined {
  const { revisionHistoryLimit: limit } = spec;
  return limit === undefined || limit === MAX_INT32 ? undefined : limit;
}

/** What pausing and resuming say about progress; undefined when it is said, or need not be. */
export function pauseFinding(deployment: Deployment): Finding | undefined {
  if (progressDeadline(deployment) === undefined) return undefined;
  const reason = getCondition(deployment.status.conditions, 'Progressing')?.reason;
  if (reason === TIMED_OUT) return undefined;
  const paused = deployment.spec.paused ?? false;
  if (paused === (reason === PAUSED)) return undefined;
  return paused
    ? progressing('Unknown', PAUSED, 'Deployment is paused')
    : progressing('Unknown', 'DeploymentResumed', 'Deployment is resumed');
}

/** The conditions of an autoscaler. */
import { formatTime } from '#values';
import { getCondition, setCondition } from '#kinds';
import type { HorizontalPodAutoscalerCondition, HorizontalPodAutoscalerStatus } from './types.ts';

/** What a reconcile says about one condition. */
export interface Finding {
  readonly type: 'AbleToScale' | 'ScalingActive' | 'ScalingLimited' | 'ScaledToZero';
  /** `Gone`: there is no such condition. */
  readonly status: 'True' | 'False' | 'Gone';
  readonly reason: string;
  readonly message: string;
}

export function finding(
  type: Finding['type'],
  status: boolean,
  reason: string,
  message: string,
): Finding {
  return { type, status: status ? 'True' : 'False', reason, message };
}

/** That there is no such condition. */
export function noFinding(type: Finding['type']): Finding {
  return { type, status: 'Gone', reason: '', message: '' };
}

/**
 * The conditions after the findings, which are entered one by one: one that is found True and then
 * False in the same pass has changed. The very same list when they say nothing new.
 */
export function enter(
  conditions: HorizontalPodAutoscalerStatus['conditions'],
  findings: readonly Finding[],
  now: number,
): HorizontalPodAutoscalerStatus['conditions'] {
  let entered = conditions ?? undefined;
  for (const [index, found] of findings.entries()) {
    const { type, status, reason, message } = found;
    const present = getCondition(entered, type);
    if (status === 'Gone') {
      if (present !== undefined) entered = entered?.filter((each) => each !== present);
      continue;
    }
    // What is there already, and the next finding of its type only says in other words.
    const next = findings.find((later, at) => at > index && later.type === type);
    if (present !== undefined && next?.status === status) continue;
    if (isCurrent(present, found)) continue;
    const time = formatTime(now);
    const condition: HorizontalPodAutoscalerCondition = {
      type,
      status,
      lastTransitionTime: time,
      reason,
      message,
    };
    entered = setCondition(entered, condition, time);
  }
  return entered;
}

/** Whether the condition of its type says just what was found, and since when. */
function isCurrent(
  condition: HorizontalPodAutoscalerCondition | undefined,
  found: Finding,
): boolean {
  return (
    condition?.status === found.status &&
    condition.reason === found.reason &&
    condition.message === found.message &&
    condition.lastTransitionTime != null
  );
}

/** What a pod's status says: the questions that controllers ask of pods. */
import { deepEqual } from './meta/equal.ts';
import { parseTime } from './meta/time.ts';
import type { Pod, PodCondition } from './types/index.ts';

/** Any condition of any kind. */
export interface AnyCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string | null;
}

/** The condition of that type, of a pod or of anything with a list of conditions. */
export function getCondition<C extends AnyCondition>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function getPodCondition(pod: Pod, type: string): PodCondition | undefined {
  return getCondition(pod.status?.conditions, type);
}

/**
 * Adds a condition or replaces the one of its type. The transition time moves to `now` (as the
 * API writes times) only when the status changes. The very same list when nothing changes.
 */
export function setCondition<C extends AnyCondition>(
  conditions: readonly C[] | undefined,
  condition: C,
  now: string,
): readonly C[] {
  const old = getCondition(conditions, condition.type);
  const since = old?.status === condition.status ? (old.lastTransitionTime ?? now) : now;
  const next = { ...condition, lastTransitionTime: since };
  if (conditions === undefined) return [next];
  if (old === undefined) return [...conditions, next];
  if (deepEqual(old, next)) return conditions;
  return conditions.map((each) => (each === old ? next : each));
}

export function isPodReady(pod: Pod): boolean {
  return getPodCondition(pod, 'Ready')?.status === 'True';
}

/**
 * Ready for longer than `minReadySeconds` at `now` (virtual ms). Exactly that long is not yet
 * long enough.
 */
export function isPodAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  const ready = getPodCondition(pod, 'Ready');
  if (ready?.status !== 'True') return false;
  if (minReadySeconds === 0) return true;
  if (!ready.lastTransitionTime) return false;
  return parseTime(ready.lastTransitionTime) + minReadySeconds * 1000 < now;
}

/** Succeeded or Failed: its containers will not run again. */
export function isPodTerminal(pod: Pod): boolean {
  const phase = pod.status?.phase;
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Neither finished nor being deleted. */
export function isPodActive(pod: Pod): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp == null;
}

/** Conditions, which nearly every status has. */
import { changeElements, fillAbsent, deepEqual } from '#values';

/** Any condition of any kind. */
export interface AnyCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string | null;
}

/** The condition of that type. */
export function getCondition<C extends AnyCondition>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/**
 * Adds a condition or replaces the one of its type. The transition time moves to `now` (as the API
 * writes times) only when the status changes. Returns the same list when nothing changes.
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

const noTransition: Readonly<Record<string, null>> = { lastTransitionTime: null };

/**
 * The status with `null` for times that its conditions do not have, as v1.24 prints them; `times`
 * lists the fields for kinds whose conditions have more than the transition time.
 */
export function defaultTransitionTimes<S extends object>(
  status: S,
  times: Readonly<Record<string, null>> = noTransition,
): S {
  const conditional: { readonly conditions?: readonly object[] } = status;
  return changeElements(conditional, 'conditions', (each) => fillAbsent(each, times)) as S;
}

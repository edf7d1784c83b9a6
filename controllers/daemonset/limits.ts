/** How many pods a rolling update may take down, or add, at a time. */
import { scaledValue } from '#kinds';
import type { DaemonSetView } from './view.ts';

export interface Limits {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/**
 * Resolves the limits against the desired number of pods: percentages round up; when both come
 * to 0 although pods are wanted, one may be unavailable. OnDelete has neither.
 * @throws Error for a value that is neither a number nor a percentage
 */
export function limitsOf(view: Pick<DaemonSetView, 'set' | 'desired'>): Limits {
  const { updateStrategy } = view.set.spec;
  if (updateStrategy?.type !== 'RollingUpdate') return { maxSurge: 0, maxUnavailable: 0 };
  const rolling = updateStrategy.rollingUpdate;
  const maxSurge = scaledValue(rolling?.maxSurge ?? 0, view.desired, true);
  const maxUnavailable = scaledValue(rolling?.maxUnavailable ?? 1, view.desired, true);
  if (view.desired > 0 && maxSurge === 0 && maxUnavailable === 0)
    return { maxSurge: 0, maxUnavailable: 1 };
  return { maxSurge, maxUnavailable };
}

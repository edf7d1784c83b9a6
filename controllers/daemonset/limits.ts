/** How many pods a rolling update may take down, or add, at a time. */
import { scaledValue, type IntOrString } from '#values';
import type { DaemonSet } from '#types';
import type { DaemonSetView } from './view.ts';

export interface Limits {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/**
 * Resolves the limits against the desired number of pods: percentages round up; when both come
 * to 0 although pods are wanted, one may be unavailable.
 * @throws Error for a value that is neither a number nor a percentage
 */
export function limitsOf(view: Pick<DaemonSetView, 'set' | 'desired'>): Limits {
  const { updateStrategy } = view.set.spec;
  const rolls = updateStrategy?.type === 'RollingUpdate';
  const rolling = updateStrategy?.rollingUpdate;
  const maxUnavailable = rolls
    ? resolve('MaxUnavailable', rolling?.maxUnavailable ?? 1, view.desired)
    : 0;
  const maxSurge = rolls ? resolve('MaxSurge', rolling?.maxSurge ?? 0, view.desired) : 0;
  if (view.desired > 0 && maxSurge === 0 && maxUnavailable === 0) {
    return { maxSurge: 0, maxUnavailable: 1 };
  }
  return { maxSurge, maxUnavailable };
}

/** Whether a node may have two pods during an update. A value that cannot be read allows nothing. */
export function allowsSurge({ spec: { updateStrategy } }: DaemonSet): boolean {
  const maxSurge = updateStrategy?.rollingUpdate?.maxSurge;
  if (updateStrategy?.type !== 'RollingUpdate' || maxSurge === undefined) return false;
  try {
    return scaledValue(maxSurge, 1, true) > 0;
  } catch {
    return false;
  }
}

function resolve(name: string, value: IntOrString, desired: number): number {
  try {
    return scaledValue(value, desired, true);
  } catch (error) {
    const because = (error as Error).message;
    throw new Error(`couldn't get unavailable numbers: invalid value for ${name}: ${because}`, {
      cause: error,
    });
  }
}

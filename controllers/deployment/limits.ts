/** How many pods an update may have too many, or too few, at a time. */
import { scaledValue } from '#values';
import type { Deployment } from '#types';

export interface Limits {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/** No surge, and nothing may be missing: what a Deployment that recreates its pods counts with. */
const NONE: Limits = { maxSurge: 0, maxUnavailable: 0 };

/** The Deployment's desired number of pods. */
export function desiredReplicas({ spec }: Deployment): number {
  return spec.replicas ?? 1;
}

/**
 * The limits of a rolling update out of the wanted pods: percentages of surge round up, those of
 * unavailability down; when both come to 0, one pod may be unavailable. Never more unavailable
 * than wanted.
 *
 * @throws Error for a value that is neither a number nor a percentage
 */
export function limitsOf(deployment: Deployment): Limits {
  const { strategy } = deployment.spec;
  if (strategy?.type === 'Recreate') return NONE;
  const desired = desiredReplicas(deployment);
  const maxSurge = scaledValue(strategy?.rollingUpdate?.maxSurge ?? '25%', desired, true);
  const share = scaledValue(strategy?.rollingUpdate?.maxUnavailable ?? '25%', desired, false);
  const unavailable = maxSurge === 0 && share === 0 ? 1 : share;
  return { maxSurge, maxUnavailable: Math.min(unavailable, desired) };
}

/** How many pods must stay available throughout. */
export function minAvailable(deployment: Deployment): number {
  return desiredReplicas(deployment) - limitsOf(deployment).maxUnavailable;
}

/** How many pods there may be in total. */
export function maxTotal(deployment: Deployment): number {
  return desiredReplicas(deployment) + limitsOf(deployment).maxSurge;
}

/** How many pods must stay available, and how many there may be. @throws Error as {@link limitsOf} */
export function deploymentBounds(deployment: Deployment): {
  readonly atLeast: number;
  readonly atMost: number;
} {
  return { atLeast: minAvailable(deployment), atMost: maxTotal(deployment) };
}

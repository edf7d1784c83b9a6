/** Targets that an autoscaler has lowered to zero, and may raise again. */
import { getCondition, type Profile } from '#kinds';
import { finding, noFinding, type Finding } from './conditions.ts';
import type { HorizontalPodAutoscaler } from './types.ts';

/** The least size. */
export function minOf({ spec }: HorizontalPodAutoscaler): number {
  return spec.minReplicas ?? 1;
}

/** Whether it may raise a target from zero: where the release remembers that, one that it has lowered itself. */
export function wakes(hpa: HorizontalPodAutoscaler, profile: Profile): boolean {
  if (!profile.enabled('ScaledToZeroRemembered')) return minOf(hpa) === 0;
  return isAsleep(hpa, profile) && (minOf(hpa) !== 0 || measuresOthers(hpa));
}

/** Whether it has lowered its target to zero, as its status remembers. */
export function isAsleep({ status }: HorizontalPodAutoscaler, profile: Profile): boolean {
  if (!profile.enabled('HPAScaleToZero')) return false;
  return getCondition(status.conditions, 'ScaledToZero')?.status === 'True';
}

/** Takes a condition away of times when targets could sleep. */
export function forgottenSleep(profile: Profile): readonly Finding[] {
  const isPast = profile.enabled('ScaledToZeroRemembered') && !profile.enabled('HPAScaleToZero');
  return isPast ? [noFinding('ScaledToZero')] : [];
}

/** What a change of the size says about sleep. */
export function sleepFindings(
  hpa: HorizontalPodAutoscaler,
  { from, to }: { readonly from: number; readonly to: number },
  profile: Profile,
): readonly Finding[] {
  if (!profile.enabled('ScaledToZeroRemembered')) return [];
  if (!profile.enabled('HPAScaleToZero')) return forgottenSleep(profile);
  const sleeps = from > 0 && to === 0 && minOf(hpa) === 0 && measuresOthers(hpa);
  const why = `the HPA controller ${sleeps ? 'scaled' : 'did not scale'} the workload to zero`;
  return [finding('ScaledToZero', sleeps, sleeps ? 'ScaledToZero' : 'NotScaledToZero', why)];
}

/** Whether a metric has a value without any pods. */
function measuresOthers({ spec }: HorizontalPodAutoscaler): boolean {
  return (spec.metrics ?? []).some(({ type }) => type === 'Object' || type === 'External');
}

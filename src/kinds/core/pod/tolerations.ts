/** Taints of nodes and the tolerations of pods that match them. */
import type { Taint, Toleration } from '#types';

/** Effects that keep a pod off a node that it is not on yet. */
export const schedulingEffects: readonly string[] = ['NoSchedule', 'NoExecute'];

/** An absent effect or key tolerates any; an absent operator is `Equal`. */
export function toleratesTaint(toleration: Toleration, taint: Taint): boolean {
  const { effect, key, operator } = toleration;
  if (effect && effect !== taint.effect) return false;
  if (key && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  return (!operator || operator === 'Equal') && (toleration.value ?? '') === (taint.value ?? '');
}

/** Does any of the tolerations tolerate the taint? */
export function tolerationsTolerateTaint(
  tolerations: readonly Toleration[] | undefined,
  taint: Taint,
): boolean {
  return tolerations?.some((toleration) => toleratesTaint(toleration, taint)) === true;
}

/**
 * The first taint that is not tolerated.
 *
 * @param effects looks at taints with these effects only; absent: at all of them
 */
export function findUntoleratedTaint(
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
  effects?: readonly string[],
): Taint | undefined {
  return taints?.find(
    (taint) =>
      (effects === undefined || effects.includes(taint.effect)) &&
      !tolerationsTolerateTaint(tolerations, taint),
  );
}

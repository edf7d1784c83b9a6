/** Whether the NoExecute taints of its node let a pod stay, and for how long. */
import type { Millis } from '#clock';
import { toleratesTaint } from '#kinds';
import type { Taint, Toleration } from '#types';

/** An eviction that is to come. */
export interface Pending {
  /** When the pod was first seen to be tolerating for a time only. */
  readonly since: Millis;
  readonly due: Millis;
}

/** `stay`: leave it as it is, pending or not. `cancel`: nothing is pending any more. */
export type Verdict =
  | { readonly kind: 'stay' | 'cancel' | 'evict' }
  | { readonly kind: 'wait'; readonly pending: Pending };

const STAY: Verdict = { kind: 'stay' };

/** The taints of a node that drive pods away. */
export function noExecuteTaints(taints: readonly Taint[] | undefined): readonly Taint[] {
  return taints?.filter(({ effect }) => effect === 'NoExecute') ?? [];
}

/**
 * Judges a pod.
 *
 * @param taints the NoExecute taints of its node
 * @param pending what an earlier judgement scheduled
 */
export function judge(
  tolerations: readonly Toleration[] | undefined,
  taints: readonly Taint[],
  pending: Pending | undefined,
  now: Millis,
): Verdict {
  const seconds = toleratedSeconds(tolerations, taints);
  if (seconds === Infinity) return pending === undefined ? STAY : { kind: 'cancel' };
  if (seconds <= 0) return { kind: 'evict' };
  if (pending === undefined) {
    return { kind: 'wait', pending: { since: now, due: now + seconds * 1000 } };
  }
  // As in v1.24, a pending eviction keeps its time, even if taints and tolerations have changed.
  return judgeWithoutNode(pending, now);
}

/** Judges a pod whose node is gone: what is pending comes when it is due. */
export function judgeWithoutNode(pending: Pending | undefined, now: Millis): Verdict {
  return pending !== undefined && pending.due <= now ? { kind: 'evict' } : STAY;
}

/**
 * The smallest time for which the taints are tolerated: Infinity without a limit, 0 for not at all.
 * For each taint the first toleration that answers it counts.
 */
export function toleratedSeconds(
  tolerations: readonly Toleration[] | undefined,
  taints: readonly Taint[],
): number {
  let least = Infinity;
  for (const taint of taints) {
    const answer = tolerations?.find((toleration) => toleratesTaint(toleration, taint));
    if (answer === undefined) return 0;
    least = Math.min(least, answer.tolerationSeconds ?? Infinity);
  }
  return Math.max(least, 0);
}

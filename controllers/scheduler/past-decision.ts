/** A decision that fell, or would have fallen, at one revision. */
import { podDisruptionBudget } from '#kinds';
import type { Pod, PodDisruptionBudget } from '#types';
import type { PastView } from '#runtime';
import type { ClusterCache } from './cluster-cache.ts';
import { decide, type Decision } from './decide.ts';
import type { PreemptionEvidence } from './outcome.ts';
import { clusterAt } from './past.ts';
import { candidateOf, type Candidate } from './pod-info.ts';

export interface Decided {
  readonly candidate: Candidate;
  readonly cluster: ClusterCache;
  readonly budgets: readonly PodDisruptionBudget[];
  readonly decision: Decision;
}

/** How it fell where chance decided. */
export interface Outcome {
  /** The node that was cleared. */
  readonly cleared?: string | undefined;
  /** Of the reconcile: {@link PreemptionEvidence}. */
  readonly evidence?: unknown;
}

/** What was decided. Where several nodes cost the same to clear, chance decides which is compared first. */
export function decidedAt(past: PastView, pod: Pod, { cleared, evidence }: Outcome = {}): Decided {
  const { victims } = (evidence as PreemptionEvidence | undefined) ?? {};
  const cluster = clusterAt(past, victims);
  const candidate = candidateOf(pod);
  const budgets = past.list(podDisruptionBudget);
  const from = (start: number): Decision =>
    decide(candidate, cluster, { startAt: 0, pick: (count) => start % count }, budgets);
  let decision = from(0);
  for (let start = 1; start < cluster.nodes.length; start++) {
    if (cleared === undefined || decision.kind === 'bind') break;
    if (decision.clearing === undefined || decision.clearing.nodeName === cleared) break;
    decision = from(start);
  }
  return { candidate, cluster, budgets, decision };
}

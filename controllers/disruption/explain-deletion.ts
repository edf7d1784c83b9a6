/** Explains a pod that a client deleted: by an eviction, which asks its disruption budgets, or without asking. */
import { pod as podKind, podDisruptionBudget } from '#kinds';
import { keyOf, selectorOf } from '#values';
import type { Pod, PodDisruptionBudget } from '#types';
import { deletionBecause, explainer, type Account, type Pass, type Term } from '#runtime';

function byClient(pass: Pass<Pod>): Account {
  const { metadata } = pass.object;
  const budgets = pass.past
    .list(podDisruptionBudget, metadata.namespace)
    .filter(
      ({ spec }) => spec.selector != null && selectorOf(spec.selector).matches(metadata.labels),
    );
  const isEvicted = budgets.some((each) => isDisrupted(each, metadata.name));
  const reason = isEvicted
    ? 'it was evicted, which its disruption budget allowed'
    : 'a client deleted it';
  return deletionBecause(
    pass,
    reason,
    budgets.map((each) => budgetTerm(each, metadata.name)),
  );
}

function isDisrupted({ status }: PodDisruptionBudget, name: string): boolean {
  return status.disruptedPods?.[name] !== undefined;
}

function budgetTerm(budget: PodDisruptionBudget, name: string): Term {
  const { disruptionsAllowed, desiredHealthy, expectedPods } = budget.status;
  const counts = isDisrupted(budget, name);
  const because = counts
    ? `it allowed one disruption more, and then ${disruptionsAllowed}: ${desiredHealthy} of ${expectedPods} pods have to be healthy`
    : 'it was not asked: only evictions of pods that are ready ask a budget';
  return { subject: `PodDisruptionBudget ${keyOf(budget)}`, counts, because };
}

/** For pods that no controller deleted. */
export const explainsByClient = explainer<Pod>(
  podKind,
  { 'metadata.deletionTimestamp': byClient },
  { isAct: true, isForClients: true },
);

/** What enqueues a budget: itself, and the pods that it selects. Not the controllers of these pods. */
import { keyOf, matchesNothing, selectorOf, type Cause, type Selector } from '#values';
import type { LabelSelector, Pod, PodDisruptionBudget } from '#types';
import type { Handlers, Lister, WorkQueue } from '#runtime';

export interface HandlerContext {
  readonly queue: WorkQueue;
  /** Takes the keys of pods that several budgets select, to say so. */
  readonly contested: WorkQueue;
  readonly budgets: Lister<PodDisruptionBudget>;
}

export function budgetHandlers({ queue }: HandlerContext): Handlers<PodDisruptionBudget> {
  return {
    added: (budget, cause) => queue.add(keyOf(budget), cause),
    updated: (budget, _, cause) => queue.add(keyOf(budget), cause),
    deleted: (budget, cause) => queue.add(keyOf(budget), cause),
  };
}

/** v1.24 enqueues one budget, any, where several select a pod; we enqueue all of them. */
export function podHandlers({ queue, contested, budgets }: HandlerContext): Handlers<Pod> {
  const selectorFor = selectorMemory();
  const enqueue = (pod: Pod, cause: Cause): void => {
    const { namespace, labels } = pod.metadata;
    let selecting = 0;
    for (const budget of budgets.list(namespace)) {
      if (!selectorFor(budget).matches(labels)) continue;
      queue.addWhenSettled(keyOf(budget), cause);
      selecting += 1;
    }
    if (selecting > 1) contested.add(keyOf(pod), cause);
  };
  return { added: enqueue, updated: (pod, _, cause) => enqueue(pod, cause), deleted: enqueue };
}

/** The budgets that select a pod, in the order in which they are kept. */
export function budgetsOf(
  { metadata }: Pod,
  budgets: Lister<PodDisruptionBudget>,
): readonly PodDisruptionBudget[] {
  return budgets
    .list(metadata.namespace)
    .filter(({ spec }) => selectorOf(spec.selector).matches(metadata.labels));
}

/** Every change of every pod asks, so each selector is made once. */
function selectorMemory(): (budget: PodDisruptionBudget) => Selector {
  const result = new WeakMap<LabelSelector, Selector>();
  return ({ spec }) => {
    if (spec.selector === undefined) return matchesNothing;
    let selector = result.get(spec.selector);
    if (selector === undefined) result.set(spec.selector, (selector = selectorOf(spec.selector)));
    return selector;
  };
}

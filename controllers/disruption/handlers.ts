/** What wakes a budget: itself, and the pods that it selects. Not the controllers of these pods. */
import {
  keyOf,
  nothing,
  selectorOf,
  type Cause,
  type LabelSelector,
  type Pod,
  type PodDisruptionBudget,
  type Selector,
} from '#kinds';
import type { Handlers, Lister, WorkQueue } from '#runtime';

export interface Woken {
  readonly queue: WorkQueue;
  readonly budgets: Lister<PodDisruptionBudget>;
}

export function budgetHandlers({ queue }: Woken): Handlers<PodDisruptionBudget> {
  return {
    added: (budget, cause) => queue.add(keyOf(budget), cause),
    updated: (budget, _, cause) => queue.add(keyOf(budget), cause),
    deleted: (budget, cause) => queue.add(keyOf(budget), cause),
  };
}

/** v1.24 wakes one budget, any, where several select a pod; here all of them hear of it. */
export function podHandlers({ queue, budgets }: Woken): Handlers<Pod> {
  const selectorFor = selectorMemory();
  const wake = ({ metadata }: Pod, cause: Cause): void => {
    for (const budget of budgets.list(metadata.namespace)) {
      if (selectorFor(budget).matches(metadata.labels)) queue.add(keyOf(budget), cause);
    }
  };
  return { added: wake, updated: (pod, _, cause) => wake(pod, cause), deleted: wake };
}

/** Every change of every pod asks, so each selector is made once. */
function selectorMemory(): (budget: PodDisruptionBudget) => Selector {
  const made = new WeakMap<LabelSelector, Selector>();
  return ({ spec }) => {
    if (spec.selector === undefined) return nothing;
    let selector = made.get(spec.selector);
    if (selector === undefined) made.set(spec.selector, (selector = selectorOf(spec.selector)));
    return selector;
  };
}

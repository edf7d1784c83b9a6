/** One pass over a PodDisruptionBudget: count, and tell. Mirrors the sync of v1.24. */
import type { Clock } from '#clock';
import {
  isConflict,
  podDisruptionBudget,
  selectorOf,
  type Pod,
  type PodDisruptionBudget,
  type PodDisruptionBudgetStatus,
} from '#kinds';
import { messageOf, type Lister, type ReconcileTools } from '#runtime';
import { expectedOf, type Expected, type Scalers } from './expected.ts';
import { unmanagedMessage } from './messages.ts';
import { countHealthy, disruptionsOf, failedStatus, nextStatus } from './status.ts';

/** All that a pass reads. */
export interface Caches extends Scalers {
  readonly clock: Clock;
  readonly budgets: Lister<PodDisruptionBudget>;
  readonly pods: Lister<Pod>;
}

/** Brings a budget's status up to date; resolves with the delay after which to look again, in ms. */
export async function sync(
  key: string,
  caches: Caches,
  tools: ReconcileTools,
): Promise<number | undefined> {
  const budget = caches.budgets.getByKey(key);
  if (budget === undefined) return undefined;
  try {
    return await recount(budget, caches, tools);
  } catch (error) {
    // Somebody wrote in between, likely an eviction: the numbers may be right the next time.
    if (isConflict(error)) throw error;
    const now = caches.clock.now();
    await write(budget, failedStatus(budget.status, messageOf(error), now), tools);
    return undefined;
  }
}

async function recount(
  budget: PodDisruptionBudget,
  caches: Caches,
  tools: ReconcileTools,
): Promise<number | undefined> {
  const now = caches.clock.now();
  const pods = selectedPods(budget, caches, tools);
  const expected = expect(budget, pods, caches, tools);
  const { disruptedPods, overdue, nextDue } = disruptionsOf(budget, pods, now);
  for (const pod of overdue) {
    const { namespace, name } = budget.metadata;
    const message = `Pod was expected by PDB ${namespace!}/${name} to be deleted but it wasn't`;
    tools.events.event(pod, 'Warning', 'NotDeleted', message);
  }
  const healthy = countHealthy(pods, disruptedPods);
  await write(budget, nextStatus(budget, expected, healthy, disruptedPods, now), tools);
  // Overdue is what is past its time; a real wake-up is always a little late, ours needs the 1 ms.
  return nextDue === undefined ? undefined : nextDue - now + 1;
}

/** All pods that the budget selects, finished and terminating ones included. */
function selectedPods(
  budget: PodDisruptionBudget,
  { pods }: Caches,
  { events }: ReconcileTools,
): readonly Pod[] {
  const selector = selectorOf(budget.spec.selector);
  const selected = pods
    .list(budget.metadata.namespace)
    .filter(({ metadata }) => selector.matches(metadata.labels));
  if (selected.length === 0) events.event(budget, 'Normal', 'NoPods', 'No matching pods found');
  return selected;
}

function expect(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  caches: Caches,
  { events }: ReconcileTools,
): Expected {
  try {
    const expected = expectedOf(budget, pods, caches);
    if (expected.unmanaged.length > 0) {
      events.event(budget, 'Warning', 'UnmanagedPods', unmanagedMessage(budget));
    }
    return expected;
  } catch (error) {
    const message = `Failed to calculate the number of expected pods: ${messageOf(error)}`;
    events.event(budget, 'Warning', 'CalculateExpectedPodCountFailed', message);
    throw error;
  }
}

async function write(
  budget: PodDisruptionBudget,
  status: PodDisruptionBudgetStatus,
  { client }: ReconcileTools,
): Promise<void> {
  if (status === budget.status) return;
  await client.update(podDisruptionBudget, { ...budget, status }, { subresource: 'status' });
}

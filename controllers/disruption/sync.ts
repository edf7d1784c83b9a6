/**
 * One reconcile of a PodDisruptionBudget: count, and write the status. Mirrors the sync of v1.24.
 */
import type { Clock } from '#clock';
import { isConflict } from '#values';
import { podDisruptionBudget } from '#kinds';
import type { Pod, PodDisruptionBudget } from '#types';
import { messageOf, writeStatus, type Lister, type ReconcileTools } from '#runtime';
import type { Scalers } from './expected.ts';
import { unmanagedMessage } from './messages.ts';
import { compute, selectedPods, type Failure, type Computed } from './compute.ts';
import { failedStatus } from './status.ts';

/** All that a reconcile reads. */
export interface Caches extends Scalers {
  readonly clock: Clock;
  readonly budgets: Lister<PodDisruptionBudget>;
  readonly pods: Lister<Pod>;
}

/**
 * Brings a budget's status up to date; resolves with the delay after which to look again, in ms.
 */
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
    // Another write came in between, likely an eviction: the numbers may be right the next time.
    if (isConflict(error)) throw error;
    const evidence: Failure = { failed: messageOf(error) };
    const status = failedStatus(budget.status, evidence.failed, caches.clock.now());
    await writeStatus(tools.clientKnowing(evidence), podDisruptionBudget, budget, status);
    return undefined;
  }
}

async function recount(
  budget: PodDisruptionBudget,
  caches: Caches,
  tools: ReconcileTools,
): Promise<number | undefined> {
  const now = caches.clock.now();
  const pods = selectedPods(budget, caches.pods.list(budget.metadata.namespace));
  if (pods.length === 0) {
    tools.events.event(budget, 'Normal', 'NoPods', 'No matching pods found');
  }
  const { disruptions, status } = computeOrReport(budget, pods, caches, tools);
  for (const pod of disruptions.overdue) {
    // v1.24 says the namespace in the place of the name too.
    const { namespace } = budget.metadata;
    const message = `Pod was expected by PDB ${namespace!}/${namespace!} to be deleted but it wasn't`;
    tools.events.event(pod, 'Warning', 'NotDeleted', message);
  }
  await writeStatus(tools.client, podDisruptionBudget, budget, status);
  const { nextDue } = disruptions;
  // Overdue is what is past its time; a real wake-up is always a little late, ours needs the 1 ms.
  return nextDue === undefined ? undefined : nextDue - now + 1;
}

function computeOrReport(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  caches: Caches,
  { events }: ReconcileTools,
): Computed {
  try {
    const computed = compute(budget, pods, caches, caches.clock.now(), caches.profile);
    if (computed.expected.unmanaged.length > 0) {
      events.event(budget, 'Warning', 'UnmanagedPods', unmanagedMessage(budget));
    }
    return computed;
  } catch (error) {
    const message = `Failed to calculate the number of expected pods: ${messageOf(error)}`;
    events.event(budget, 'Warning', 'CalculateExpectedPodCountFailed', message);
    throw error;
  }
}

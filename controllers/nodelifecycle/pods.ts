/** The pods of a node that is not ready: their own readiness is unknown. */
import type { Clock } from '#clock';
import { formatTime, isConflict, isNotFound } from '#values';
import { getPodCondition, pod as podKind, setCondition } from '#kinds';
import type { Pod } from '#types';
import type { Lister, ReconcileResult, ReconcileTools } from '#runtime';
import { podNodeNotReady } from './messages.ts';

/**
 * The pod with its Ready condition made False (reason and message stay, and so does
 * ContainersReady); the very same pod when it is False already or not there.
 *
 * @param now as the API writes times
 */
export function withReadyFalse(pod: Pod, now: string): Pod {
  const ready = getPodCondition(pod, 'Ready');
  if (ready === undefined || ready.status === 'False') return pod;
  const conditions = setCondition(pod.status.conditions, { ...ready, status: 'False' }, now);
  return { ...pod, status: { ...pod.status, conditions } };
}

/** Makes a pod not ready and records an event. */
export async function markNotReady(
  key: string,
  pods: Lister<Pod>,
  clock: Clock,
  { client, events }: ReconcileTools,
): Promise<ReconcileResult | undefined> {
  const pod = pods.getByKey(key);
  if (pod === undefined) return undefined;
  const changed = withReadyFalse(pod, formatTime(clock.now()));
  if (changed === pod) return undefined;
  try {
    await client.update(podKind, changed, { subresource: 'status' });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (isConflict(error)) return { retry: true };
    throw error;
  }
  events.event(pod, 'Warning', 'NodeNotReady', podNodeNotReady);
  return undefined;
}

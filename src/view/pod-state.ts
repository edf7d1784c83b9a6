/** What a page shows of a pod: one of a few states. */
import { getPodCondition } from '#kinds';
import type { Pod } from '#types';

export type PodState =
  | 'waiting' // not on a node
  | 'starting'
  | 'running' // but not ready
  | 'ready'
  | 'terminating'
  | 'failing' // restarts, or cannot start
  | 'succeeded'
  | 'failed';

/** Returns the state of a pod, and it in words: `CrashLoopBackOff`, `Ready`. */
export function stateOf(each: Pod): [PodState, string] {
  const { phase = 'Pending', containerStatuses = [], reason } = each.status;
  if (each.metadata.deletionTimestamp != null) return ['terminating', 'Terminating'];
  if (phase === 'Succeeded') return ['succeeded', 'Succeeded'];
  if (phase === 'Failed') return ['failed', reason ?? 'Failed'];
  const waiting = containerStatuses.find(({ state }) => state?.waiting)?.state?.waiting?.reason;
  if (waiting !== undefined && waiting !== 'ContainerCreating' && waiting !== 'PodInitializing') {
    return ['failing', waiting];
  }
  if (!each.spec.nodeName) return ['waiting', 'Pending'];
  if (phase === 'Pending') return ['starting', waiting ?? 'Pending'];
  if (getPodCondition(each, 'Ready')?.status === 'True') return ['ready', 'Ready'];
  return ['running', 'Running, not ready'];
}

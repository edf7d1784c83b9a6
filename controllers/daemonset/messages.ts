/** The words of the DaemonSet controller's own events. */
import type { Pod } from '#types';
import { targetNodeOf } from './pods.ts';

export interface EventWords {
  readonly reason: string;
  readonly message: string;
}

export const selectingAll: EventWords = {
  reason: 'SelectingAll',
  message: 'This daemon set is selecting all pods. A non-empty selector is required.',
};

/** Returns the event about a pod that has ended, and so is deleted. */
export function endedPodEvent(pod: Pod): EventWords & { readonly type: 'Normal' | 'Warning' } {
  const { namespace, name } = pod.metadata;
  const where = `daemon pod ${namespace}/${name} on node ${targetNodeOf(pod)}`;
  if (pod.status.phase === 'Succeeded') {
    const message = `Found succeeded ${where}, will try to delete it`;
    return { type: 'Normal', reason: 'SucceededDaemonPod', message };
  }
  const message = `Found failed ${where}, will try to kill it`;
  return { type: 'Warning', reason: 'FailedDaemonPod', message };
}

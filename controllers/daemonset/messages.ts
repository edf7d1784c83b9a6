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

export function failedPodMessage(pod: Pod): EventWords {
  const { namespace, name } = pod.metadata;
  return {
    reason: 'FailedDaemonPod',
    message: `Found failed daemon pod ${namespace}/${name} on node ${targetNodeOf(pod)}, will try to kill it`,
  };
}

/** The status that a kubelet writes of a pod, computed again. */
import type { Pod, PodStatus } from '#types';
import type { Pass } from '#runtime';
import { finalStatus } from '../pod/final-status.ts';
import { podStatus } from '../pod/pod-status.ts';
import type { Known } from './facts.ts';

export function statusBy({ object }: Pass<Pod>, { facts }: Known): PodStatus {
  return object.metadata.deletionTimestamp != null
    ? finalStatus(object, facts)
    : podStatus(object, facts);
}

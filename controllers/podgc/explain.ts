/** Explains why the pod collector deleted a pod. */
import { node as nodeKind, pod as podKind } from '#kinds';
import type { Pod } from '#types';
import { deletionBecause, type Deletion, type PastView, type Term } from '#runtime';
import {
  isFinished,
  isOutOfService,
  isTerminatingBound,
  isTerminatingUnbound,
  TERMINATED_KEPT,
} from './plan.ts';

export const deletion: Deletion = (pass) =>
  deletionBecause(pass, 'no other component ends it', [reasonOf(pass.object as Pod, pass.past)]);

function reasonOf(pod: Pod, past: PastView): Term {
  const { nodeName } = pod.spec;
  if (isTerminatingUnbound(pod)) {
    const because = 'it is being deleted and is on no node whose kubelet could end it';
    return { subject: 'node', counts: true, because };
  }
  if (nodeName && past.get(nodeKind, { name: nodeName }) === undefined) {
    const because = 'it is gone, for 40 s at least: its kubelet ends no pod any more';
    return { subject: `Node ${nodeName}`, counts: true, because };
  }
  const node = nodeName ? past.get(nodeKind, { name: nodeName }) : undefined;
  if (node !== undefined && isTerminatingBound(pod) && isOutOfService(node)) {
    const because = 'it has the taint out-of-service and is not ready: its kubelet ends no pod';
    return { subject: `Node ${nodeName}`, counts: true, because };
  }
  const finished = past.list(podKind).filter(isFinished).length;
  const because = `at most ${TERMINATED_KEPT} are kept, and the oldest go first`;
  return { subject: 'finished pods', amount: finished, counts: true, because };
}

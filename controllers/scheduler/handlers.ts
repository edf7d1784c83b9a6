/** What the scheduler learns from changes: where pods are, what nodes offer, and who may be tried again. */
import { deepEqual, isPodTerminal, keyOf, type Cause, type Node, type Pod } from '#kinds';
import type { Handlers } from '#runtime';
import type { ClusterCache } from './cluster-cache.ts';
import { passesFilters } from './filters.ts';
import type { NodeInfo } from './node-info.ts';
import { candidateOf, isMine } from './pod-info.ts';
import type { SchedulingQueue } from './scheduling-queue.ts';

export interface Observed {
  readonly cluster: ClusterCache;
  readonly waiting: SchedulingQueue;
}

export function nodeHandlers({ cluster, waiting }: Observed): Handlers<Node> {
  return {
    added(node, cause) {
      retryOn(cluster.setNode(node), waiting, cause);
    },
    updated(node, old, cause) {
      const info = cluster.setNode(node);
      if (offersOtherThings(node, old)) retryOn(info, waiting, cause);
    },
    deleted(node) {
      cluster.removeNode(node.metadata.name);
    },
  };
}

export function podHandlers({ cluster, waiting }: Observed): Handlers<Pod> {
  const seen = (pod: Pod, old: Pod | undefined, cause: Cause): void => {
    if (
      old !== undefined &&
      isBound(old) &&
      isBound(pod) &&
      isPodTerminal(old) === isPodTerminal(pod)
    )
      return;
    const key = keyOf(pod);
    if (!awaitsNode(pod)) {
      waiting.remove(key);
      if (isBound(pod) && !isPodTerminal(pod)) cluster.addPod(pod);
      else gone(pod, cause);
    } else if (!waiting.has(key)) {
      if (!cluster.isAssumed(pod.metadata.uid)) waiting.add(candidateOf(pod), cause);
    } else if (old === undefined || asksForOtherThings(pod, old)) {
      waiting.update(candidateOf(pod), cause);
    }
  };
  /** Finished pods take nothing any more, just as deleted ones. */
  const gone = (pod: Pod, cause: Cause): void => {
    const info = cluster.removePod(pod.metadata.uid);
    if (info !== undefined) retryOnRoom(info, waiting, cause);
  };
  return {
    added: (pod, cause) => seen(pod, undefined, cause),
    updated: (pod, old, cause) => seen(pod, old, cause),
    deleted(pod, cause) {
      waiting.remove(keyOf(pod));
      gone(pod, cause);
    },
  };
}

/** Is the pod still to be placed, by this scheduler? */
export function awaitsNode(pod: Pod): boolean {
  return (
    !isBound(pod) && isMine(pod) && !isPodTerminal(pod) && pod.metadata.deletionTimestamp == null
  );
}

/**
 * Pods that failed for want of what running pods take may fit now, if they fit on this node. (v1.24
 * tries all of them after a deletion; those that do not fit here only back off for longer.)
 */
export function retryOnRoom(info: NodeInfo, waiting: SchedulingQueue, cause: Cause): void {
  waiting.retryIf(
    ({ candidate, refusedBy }) =>
      (refusedBy.size === 0 || refusedBy.has('NodeResourcesFit') || refusedBy.has('NodePorts')) &&
      passesFilters(candidate, info),
    cause,
  );
}

/** A node that is new or changed may help those that fit on it, as nothing else has changed. */
function retryOn(info: NodeInfo, waiting: SchedulingQueue, cause: Cause): void {
  waiting.retryIf(({ candidate }) => passesFilters(candidate, info), cause);
}

function isBound(pod: Pod): boolean {
  return Boolean(pod.spec.nodeName);
}

/** Heartbeats and the like make no difference to where pods fit. */
function offersOtherThings(node: Node, old: Node): boolean {
  return !(
    deepEqual(node.spec, old.spec) &&
    deepEqual(node.metadata.labels, old.metadata.labels) &&
    deepEqual(node.status.allocatable, old.status.allocatable)
  );
}

/** Changes of the status, the scheduler's own among them, do not make a pod fit. */
function asksForOtherThings(pod: Pod, old: Pod): boolean {
  return !(
    deepEqual(pod.spec, old.spec) &&
    deepEqual(pod.metadata.labels, old.metadata.labels) &&
    deepEqual(pod.metadata.annotations, old.metadata.annotations)
  );
}

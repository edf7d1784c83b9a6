/**
 * What the scheduler learns from changes: where pods are, what nodes offer, and who may be tried
 * again.
 */
import { deepEqual, keyOf, type Cause, type KubeObject } from '#values';
import { isPodTerminal } from '#kinds';
import type { Node, Pod } from '#types';
import type { Handlers } from '#runtime';
import type { ClusterCache } from './cluster-cache.ts';
import { passesFilters } from './filters.ts';
import { INTER_POD_AFFINITY, isWantedNear } from './inter-pod-affinity.ts';
import type { NodeInfo } from './node-info.ts';
import { candidateOf, isGated, usesThisScheduler } from './pod-info.ts';
import type { SchedulingQueue } from './scheduling-queue.ts';
import { POD_TOPOLOGY_SPREAD } from './topology-spread.ts';
import { VOLUME_BINDING } from './volumes.ts';

export interface Observed {
  readonly cluster: ClusterCache;
  readonly waiting: SchedulingQueue;
}

/** Filters about other pods: what helps there is not to be seen on one node alone. */
const aboutOthers = [POD_TOPOLOGY_SPREAD, INTER_POD_AFFINITY];

export function nodeHandlers({ cluster, waiting }: Observed): Handlers<Node> {
  return {
    added(node, cause) {
      retryOn(cluster.setNode(node), cluster, waiting, cause);
    },
    updated(node, old, cause) {
      const info = cluster.setNode(node);
      if (offersOtherThings(node, old)) retryOn(info, cluster, waiting, cause);
    },
    deleted(node, cause) {
      cluster.removeNode(node.metadata.name);
      // With the node a place is gone that pods had to be spread over.
      waiting.retryIf(({ refusedBy }) => refusedBy.has(POD_TOPOLOGY_SPREAD), cause);
    },
  };
}

export function podHandlers({ cluster, waiting }: Observed): Handlers<Pod> {
  const observe = (pod: Pod, old: Pod | undefined, cause: Cause): void => {
    const key = keyOf(pod);
    if (isOnNode(pod)) {
      cluster.addPod(pod);
      if (old !== undefined && isOnNode(old)) {
        if (pod.metadata.labels !== old.metadata.labels) welcome(pod, cause);
        return;
      }
      waiting.remove(key);
      cluster.nominations.delete(pod.metadata.uid);
      welcome(pod, cause);
      return;
    }
    if (isBound(pod) && old !== undefined && isPodTerminal(old)) return;
    noteNomination(pod, old);
    if (!awaitsNode(pod)) {
      waiting.remove(key);
      cluster.devices?.drop(key);
      gone(pod, cause);
    } else if (!waiting.has(key)) {
      if (cluster.isAssumed(pod.metadata.uid) || cluster.devices?.holds(pod) === true) return;
      waiting.add(candidateOf(pod), cause);
    } else if (old === undefined || asksForOtherThings(pod, old)) {
      waiting.update(candidateOf(pod), cause);
    }
  };
  /** Pods that wait to be near such a one have it now. */
  const welcome = (pod: Pod, cause: Cause): void =>
    waiting.retryIf(
      ({ candidate, refusedBy }) =>
        refusedBy.has(INTER_POD_AFFINITY) && isWantedNear(candidate, pod, cluster),
      cause,
    );
  /** Finished pods take nothing any more, just as deleted ones. */
  const gone = (pod: Pod, cause: Cause): void => {
    cluster.nominations.delete(pod.metadata.uid);
    const info = cluster.removePod(pod.metadata.uid);
    if (info !== undefined) retryOnRoom(info, cluster, waiting, cause);
  };
  /** What others write of nominations counts; one that is yet to be written stays. */
  const noteNomination = (pod: Pod, old: Pod | undefined): void => {
    const { uid } = pod.metadata;
    const nodeName = pod.status.nominatedNodeName ?? '';
    if (nodeName === (old?.status.nominatedNodeName ?? '')) return;
    if (nodeName === '' || !awaitsNode(pod)) cluster.nominations.delete(uid);
    else cluster.nominations.set(candidateOf(pod), nodeName);
  };
  return {
    added: (pod, cause) => observe(pod, undefined, cause),
    updated: (pod, old, cause) => observe(pod, old, cause),
    deleted(pod, cause) {
      waiting.remove(keyOf(pod));
      cluster.devices?.drop(keyOf(pod));
      gone(pod, cause);
    },
  };
}

/** Returns whether the pod is still to be placed, by this scheduler, and may be. */
export function awaitsNode(pod: Pod): boolean {
  return (
    !isBound(pod) &&
    usesThisScheduler(pod) &&
    !isGated(pod) &&
    !isPodTerminal(pod) &&
    pod.metadata.deletionTimestamp == null
  );
}

/**
 * Pods that failed because running pods use the resources may fit now, if they fit on this node.
 * (v1.24 tries all of them after a deletion; those that do not fit here only back off for longer.)
 */
export function retryOnRoom(
  info: NodeInfo,
  cluster: ClusterCache,
  waiting: SchedulingQueue,
  cause: Cause,
): void {
  waiting.retryIf(({ candidate, refusedBy }) => {
    if (aboutOthers.some((name) => refusedBy.has(name))) return true;
    const isForRoom =
      refusedBy.size === 0 || refusedBy.has('NodeResourcesFit') || refusedBy.has('NodePorts');
    return isForRoom && passesFilters(candidate, info, cluster);
  }, cause);
}

/** A node that is new or changed may help those that fit on it, or whose places it changes. */
function retryOn(
  info: NodeInfo,
  cluster: ClusterCache,
  waiting: SchedulingQueue,
  cause: Cause,
): void {
  waiting.retryIf(
    ({ candidate, refusedBy }) =>
      aboutOthers.some((name) => refusedBy.has(name)) || passesFilters(candidate, info, cluster),
    cause,
  );
}

/** A claim, a volume or a class that came, or changed, may be what pods wait for. */
export function storageHandlers<T extends KubeObject>({ waiting }: Observed): Handlers<T> {
  const retry = (cause: Cause): void =>
    waiting.retryIf(({ refusedBy }) => refusedBy.has(VOLUME_BINDING), cause);
  return {
    added: (_, cause) => retry(cause),
    updated: (_, __, cause) => retry(cause),
  };
}

export function isOnNode(pod: Pod): boolean {
  return isBound(pod) && !isPodTerminal(pod);
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

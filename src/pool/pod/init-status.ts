/**
 * The status of a pod's init containers: they run one by one, each when the one before succeeded; sidecars among
 * them keep running.
 */
import { isSidecar } from '#kinds';
import { deepEqual, formatTime, omitFields } from '#values';
import type { Container, ContainerStatus, Pod } from '#types';
import {
  backingOff,
  containerId,
  ended,
  exitOf,
  lost,
  waitingForImage,
  running,
  waiting,
  type ContainerFacts,
} from './container-status.ts';
import { isDone } from './init-recall.ts';

/**
 * In the order in which they run; the identical list when nothing changes, undefined where there
 * are none.
 */
export function initContainerStatuses(
  pod: Pod,
  facts: ContainerFacts,
): readonly ContainerStatus[] | undefined {
  const containers = pod.spec.initContainers;
  if (containers === undefined || containers.length === 0) return undefined;
  const before = pod.status.initContainerStatuses ?? [];
  const statuses = containers.map((container, index) => {
    const old = before[index];
    const next = initStatus(pod, container, index, old, facts);
    return deepEqual(old, next) ? old! : next;
  });
  const isSame =
    before.length === statuses.length && statuses.every((each, index) => each === before[index]);
  return isSame ? before : statuses;
}

function initStatus(
  pod: Pod,
  container: Container,
  index: number,
  old: ContainerStatus | undefined,
  facts: ContainerFacts,
): ContainerStatus {
  const { stage, initIndex, since, delayMs } = facts;
  const next = withoutStarted(waiting(container, old, { reason: 'PodInitializing' }));
  if (stage === 'starting') {
    if (old === undefined || isDone(old)) return old ?? next;
    const lostBefore = lost(pod, container, old, since);
    return withoutStarted(waiting(container, lostBefore, { reason: 'PodInitializing' }));
  }
  if (stage === 'imagePullBackOff') {
    const reason = waitingForImage(container, { reason: 'PodInitializing' });
    return withoutStarted(waiting(container, old, reason));
  }
  if (isSidecar(container)) return sidecarStatus(pod, container, index, old, facts);
  if (index < initIndex) return done(pod, container, old, since);
  if (index > initIndex) return old ?? next;
  if (stage === 'initializing') {
    return withoutStarted(running(pod, container, old, since, { started: true, ready: false }));
  }
  if (stage === 'initBackOff' && delayMs > 0) {
    return withoutStarted(backingOff(pod, container, old, facts));
  }
  return withoutStarted(ended(pod, container, old, facts));
}

/** A sidecar runs from its turn on until the containers have ended. */
function sidecarStatus(
  pod: Pod,
  container: Container,
  index: number,
  old: ContainerStatus | undefined,
  facts: ContainerFacts,
): ContainerStatus {
  const { stage, initIndex, since } = facts;
  if (stage === 'ended') {
    if (old?.state?.running == null)
      return old ?? waiting(container, old, { reason: 'PodInitializing' });
    return ended(pod, container, old, { ...facts, exit: exitOf(0) });
  }
  if (index > initIndex) return old ?? waiting(container, old, { reason: 'PodInitializing' });
  return running(pod, container, old, since, { started: true, ready: true });
}

/** It succeeded at the latest when the next one, or the containers, started. */
function done(
  pod: Pod,
  container: Container,
  old: ContainerStatus | undefined,
  since: number,
): ContainerStatus {
  if (old !== undefined && isDone(old)) return old;
  const at = formatTime(since);
  const restartCount = old?.restartCount ?? 0;
  const terminated = {
    exitCode: 0,
    reason: 'Completed',
    startedAt: old?.state?.running?.startedAt ?? at,
    finishedAt: at,
    containerID: containerId(pod, container, restartCount),
  };
  return {
    name: container.name,
    state: { terminated },
    lastState: old?.lastState ?? {},
    ready: true,
    restartCount,
    image: container.image ?? '',
    imageID: container.image ?? '',
    containerID: containerId(pod, container, restartCount),
  };
}

/** Returns the status as init containers have it: kubelets set `started` for others only, and for sidecars. */
export function withoutStarted(status: ContainerStatus): ContainerStatus {
  return omitFields(status, ['started']) as ContainerStatus;
}

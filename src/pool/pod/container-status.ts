/** The status of a pod's containers at each stage. */
import { extended, deepEqual, formatTime } from '#values';
import type { Container, ContainerState, ContainerStatus, Pod } from '#types';
import type { Millis } from '#clock';
import type { PodStage } from './pod-stage.ts';
import type { Finding } from './probes.ts';
import type { Refusal } from './refusal.ts';
import type { Reports } from './reports.ts';
import { backOffMessage } from './restart-delay.ts';

/** The stages in which the kubelet writes status. */
export type ReportedStage = Exclude<PodStage, 'unknown' | 'terminating' | 'gone'>;

/** How containers ended. */
export interface Exit {
  readonly exitCode: number;
  readonly reason: string;
}

/** The end of containers that were lost with their machine. */
export const LOST: Exit = { exitCode: 255, reason: 'Unknown' };

/** The end of containers that the kubelet killed. */
export const KILLED: Exit = { exitCode: 137, reason: 'Error' };

const COMPLETED: Exit = { exitCode: 0, reason: 'Completed' };

/** Returns how containers end by themselves with that code. */
export function exitOf(exitCode: number): Exit {
  return exitCode === 0 ? COMPLETED : { exitCode, reason: 'Error' };
}

/** What decides the containers' status, besides the pod itself. */
export interface ContainerFacts {
  readonly stage: ReportedStage;
  /** When the stage began, ms; for `notReady` and `ready`: when the containers started. */
  readonly since: Millis;
  /** How the containers ended, where they have. */
  readonly exit: Exit;
  /** How long they wait for their restart, ms. */
  readonly delayMs: Millis;
  /** Which init container is at work, waits for its restart or failed; Infinity: all are done. */
  readonly initIndex: number;
  /** Its volumes cannot be mounted: none of its containers has been created. */
  readonly isUnmounted?: boolean;
  /** Why its containers cannot be configured. */
  readonly unconfigured?: string | undefined;
  /** Why the kubelet ended the pod, where its containers did not end by themselves. */
  readonly refusal: Refusal | undefined;
  readonly reports: Reports;
  /** What probes have found of a container that runs. */
  readonly found: (container: Container) => Finding;
}

/** An image with `broken` in its name can never be pulled. */
export function isBroken(image: string | undefined): boolean {
  return image !== undefined && image.includes('broken');
}

export function hasBrokenImage({ spec }: Pod): boolean {
  for (const container of spec.containers) {
    if (isBroken(container.image)) return true;
  }
  return spec.initContainers?.some(({ image }) => isBroken(image)) === true;
}

/** Sorted by name, as the kubelet lists them; the identical list when nothing changes. */
export function containerStatuses(pod: Pod, facts: ContainerFacts): readonly ContainerStatus[] {
  const before = pod.status.containerStatuses ?? [];
  const containers = byName(pod.spec.containers);
  let same = before.length === containers.length;
  const statuses = containers.map((container, index) => {
    const old = before.find(({ name }) => name === container.name);
    const next = withResources(containerStatus(pod, container, old, facts), container, facts);
    const result = deepEqual(old, next) ? old! : next;
    if (result !== before[index]) same = false;
    return result;
  });
  return same ? before : statuses;
}

/** What a container that runs has: what it asks for, at once. */
function withResources(
  status: ContainerStatus,
  { resources = {} }: Container,
  { reports }: ContainerFacts,
): ContainerStatus {
  if (!reports.resources || status.state?.running == null) return status;
  const { requests } = resources;
  return { ...status, ...(requests && { allocatedResources: requests }), resources };
}

function containerStatus(
  pod: Pod,
  container: Container,
  old: ContainerStatus | undefined,
  facts: ContainerFacts,
): ContainerStatus {
  const hasInit = (pod.spec.initContainers?.length ?? 0) > 0;
  const usual = { reason: hasInit ? 'PodInitializing' : 'ContainerCreating' };
  switch (facts.stage) {
    case 'starting':
      if (facts.isUnmounted) return waiting(container, old, usual);
      return waiting(container, lost(pod, container, old, facts.since), usual);
    case 'imagePullBackOff':
      return waiting(container, old, hasInit ? usual : waitingForImage(container, usual));
    case 'initializing':
    case 'initBackOff':
      return old ?? waiting(container, old, usual);
    case 'unconfigured':
      return unconfigured(container, old, facts);
    case 'notReady':
    case 'ready':
      return running(pod, container, old, facts.since, facts.found(container));
    case 'backOff':
      return backingOff(pod, container, old, facts);
    case 'stopped':
      return ended(pod, container, old, facts);
    case 'ended':
      // What has not begun has nothing to end.
      return hasToEnd(old, facts)
        ? ended(pod, container, old, facts)
        : (old ?? waiting(container, old, usual));
  }
}

function hasToEnd(
  old: ContainerStatus | undefined,
  { initIndex, refusal }: ContainerFacts,
): boolean {
  return old?.state?.running != null || (initIndex === Infinity && refusal === undefined);
}

interface Waiting {
  readonly reason: string;
  readonly message?: string;
}

export function waitingForImage({ image = '' }: Container, fallback: Waiting): Waiting {
  if (!isBroken(image)) return fallback;
  return { reason: 'ImagePullBackOff', message: `Back-off pulling image "${image}"` };
}

export function waiting(
  container: Container,
  old: ContainerStatus | undefined,
  reason: Waiting,
): ContainerStatus {
  return {
    name: container.name,
    state: { waiting: reason },
    lastState: old?.lastState ?? {},
    ready: false,
    restartCount: old?.restartCount ?? 0,
    image: container.image ?? '',
    imageID: '',
    started: false,
  };
}

/** Returns the status of one that cannot be created: what ran stood for it, and does not count. */
function unconfigured(
  container: Container,
  old: ContainerStatus | undefined,
  { unconfigured: message = '' }: ContainerFacts,
): ContainerStatus {
  const reason = { reason: 'CreateContainerConfigError', message };
  if (old === undefined) return waiting(container, old, reason);
  const { state, lastState, restartCount } = old;
  const isOneMore = state?.running != null && lastState?.terminated != null;
  const before = isOneMore ? restartCount - 1 : restartCount;
  return waiting(container, { ...old, lastState: lastStateOf(old), restartCount: before }, reason);
}

export function running(
  pod: Pod,
  container: Container,
  old: ContainerStatus | undefined,
  since: Millis,
  { started, ready }: Finding,
): ContainerStatus {
  const restartCount = nextRestartCount(old);
  return {
    name: container.name,
    state: old?.state?.running ? old.state : { running: { startedAt: formatTime(since) } },
    lastState: lastStateOf(old),
    ready,
    restartCount,
    image: container.image ?? '',
    imageID: container.image ?? '',
    containerID: containerId(pod, container, restartCount),
    // A startup probe that has succeeded does not run again.
    started: started || (old?.state?.running != null && old.started === true),
  };
}

export function backingOff(
  pod: Pod,
  container: Container,
  old: ContainerStatus | undefined,
  facts: ContainerFacts,
): ContainerStatus {
  if (old?.state?.waiting?.reason === 'CrashLoopBackOff') return old;
  const restartCount = old?.restartCount ?? 0;
  return {
    name: container.name,
    state: {
      waiting: {
        reason: 'CrashLoopBackOff',
        message: backOffMessage(pod, container.name, facts.delayMs),
      },
    },
    lastState: old?.state?.terminated
      ? lastStateOf(old)
      : { terminated: terminated(pod, container, old, facts, restartCount) },
    ready: false,
    restartCount,
    image: container.image ?? '',
    imageID: container.image ?? '',
    containerID: containerId(pod, container, restartCount),
    started: false,
  };
}

export function ended(
  pod: Pod,
  container: Container,
  old: ContainerStatus | undefined,
  facts: Pick<ContainerFacts, 'since' | 'exit'>,
): ContainerStatus {
  if (old?.state?.terminated) return old;
  const restartCount = nextRestartCount(old);
  return {
    name: container.name,
    state: { terminated: terminated(pod, container, old, facts, restartCount) },
    lastState: old?.lastState ?? {},
    ready: false,
    restartCount,
    image: container.image ?? '',
    imageID: container.image ?? '',
    containerID: containerId(pod, container, restartCount),
    started: false,
  };
}

function terminated(
  pod: Pod,
  container: Container,
  old: ContainerStatus | undefined,
  { since, exit }: Pick<ContainerFacts, 'since' | 'exit'>,
  restartCount: number,
) {
  const finishedAt = formatTime(since);
  return extended(exit, {
    startedAt: old?.state?.running?.startedAt ?? finishedAt,
    finishedAt,
    containerID: containerId(pod, container, restartCount),
  });
}

/** A container that is to be started but was running ended with its machine, noticed at `since`. */
export function lost(
  pod: Pod,
  container: Container,
  old: ContainerStatus | undefined,
  since: Millis,
): ContainerStatus | undefined {
  if (old?.state?.terminated != null) return { ...old, lastState: lastStateOf(old) };
  if (old?.state?.running == null) return old;
  const ending = terminated(pod, container, old, { since, exit: LOST }, old.restartCount);
  return { ...old, lastState: { terminated: ending } };
}

/** Returns how the container ended last, once it is in another state. */
function lastStateOf(old: ContainerStatus | undefined): ContainerState {
  const ending = old?.state?.terminated;
  return ending == null ? (old?.lastState ?? {}) : { terminated: ending };
}

/** One higher once the container runs again. */
function nextRestartCount(old: ContainerStatus | undefined): number {
  const count = old?.restartCount ?? 0;
  const waits = old?.state?.waiting != null && old.lastState?.terminated != null;
  return waits || old?.state?.terminated != null ? count + 1 : count;
}

/** It says that there is no container runtime. */
export function containerId(pod: Pod, container: Container, restartCount: number): string {
  // One text, as of a uid: it is kept as long as the pod.
  return ['sim:/', pod.metadata.uid, container.name, restartCount].join('/');
}

/** As the kubelet lists them. */
export function byName(containers: readonly Container[]): readonly Container[] {
  if (containers.length < 2) return containers;
  return [...containers].sort((a, b) => (a.name < b.name ? -1 : 1));
}

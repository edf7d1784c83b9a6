/** What the status says of a pod's containers at each stage. */
import {
  deepEqual,
  formatTime,
  type Container,
  type ContainerState,
  type ContainerStatus,
  type Pod,
} from '#kinds';
import type { Millis } from '#clock';
import type { PodStage } from './pod-machine.ts';
import { backOffMessage } from './restart-delay.ts';

/** The stages in which the kubelet writes status. */
export type ReportedStage = Exclude<PodStage, 'unknown' | 'terminating' | 'gone'>;

/** How containers ended. */
export interface Exit {
  readonly exitCode: number;
  readonly reason: string;
}

/** What is known of containers that were lost with their machine. */
export const LOST: Exit = { exitCode: 255, reason: 'Unknown' };

const COMPLETED: Exit = { exitCode: 0, reason: 'Completed' };

/** How containers end by themselves with that code. */
export function exitOf(exitCode: number): Exit {
  return exitCode === 0 ? COMPLETED : { exitCode, reason: 'Error' };
}

/** What beside the pod itself decides the containers' status. */
export interface ContainerFacts {
  readonly stage: ReportedStage;
  /** When the stage began, ms; for `notReady` and `ready`: when the containers started. */
  readonly since: Millis;
  /** How the containers ended, where they have. */
  readonly exit: Exit;
  /** How long they wait for their restart, ms. */
  readonly delayMs: Millis;
}

/** An image with `broken` in its name can never be pulled. */
export function isBroken(image: string | undefined): boolean {
  return image !== undefined && image.includes('broken');
}

export function hasBrokenImage({ spec }: Pod): boolean {
  for (const container of spec.containers) {
    if (isBroken(container.image)) return true;
  }
  return false;
}

/** Sorted by name, as the kubelet lists them; the very same list when nothing changes. */
export function containerStatuses(pod: Pod, facts: ContainerFacts): readonly ContainerStatus[] {
  const before = pod.status.containerStatuses ?? [];
  const containers = byName(pod.spec.containers);
  let same = before.length === containers.length;
  const statuses = containers.map((container, index) => {
    const old = before.find(({ name }) => name === container.name);
    const next = containerStatus(pod, container, old, facts);
    const kept = deepEqual(old, next) ? old! : next;
    if (kept !== before[index]) same = false;
    return kept;
  });
  return same ? before : statuses;
}

/** Init containers are not played: they count as done by the time the pod is seen. */
export function initContainerStatuses(
  pod: Pod,
  at: string,
): readonly ContainerStatus[] | undefined {
  const containers = pod.spec.initContainers;
  if (containers === undefined || containers.length === 0) return undefined;
  const before = pod.status.initContainerStatuses;
  if (before?.length === containers.length) return before;
  const terminated = { exitCode: 0, reason: 'Completed', startedAt: at, finishedAt: at };
  return containers.map((container) => ({
    name: container.name,
    state: { terminated },
    lastState: {},
    ready: true,
    restartCount: 0,
    image: container.image ?? '',
    imageID: container.image ?? '',
    containerID: containerId(pod, container, 0),
  }));
}

function containerStatus(
  pod: Pod,
  container: Container,
  old: ContainerStatus | undefined,
  facts: ContainerFacts,
): ContainerStatus {
  const image = container.image ?? '';
  switch (facts.stage) {
    case 'starting':
      return waiting(container, lost(pod, container, old, facts.since), {
        reason: 'ContainerCreating',
      });
    case 'imagePullBackOff':
      return waiting(
        container,
        old,
        isBroken(image)
          ? { reason: 'ImagePullBackOff', message: `Back-off pulling image "${image}"` }
          : { reason: 'ContainerCreating' },
      );
    case 'notReady':
    case 'ready':
      return running(pod, container, old, facts);
    case 'backOff':
      return backingOff(pod, container, old, facts);
    case 'stopped':
    case 'ended':
      return ended(pod, container, old, facts);
  }
}

function waiting(
  container: Container,
  old: ContainerStatus | undefined,
  reason: { readonly reason: string; readonly message?: string },
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

function running(
  pod: Pod,
  container: Container,
  old: ContainerStatus | undefined,
  { stage, since }: ContainerFacts,
): ContainerStatus {
  const restartCount = nextRestartCount(old);
  return {
    name: container.name,
    state: old?.state?.running ? old.state : { running: { startedAt: formatTime(since) } },
    lastState: lastStateOf(old),
    ready: stage === 'ready',
    restartCount,
    image: container.image ?? '',
    imageID: container.image ?? '',
    containerID: containerId(pod, container, restartCount),
    started: true,
  };
}

function backingOff(
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

function ended(
  pod: Pod,
  container: Container,
  old: ContainerStatus | undefined,
  facts: ContainerFacts,
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
  return {
    ...exit,
    startedAt: old?.state?.running?.startedAt ?? finishedAt,
    finishedAt,
    containerID: containerId(pod, container, restartCount),
  };
}

/** A container that is to be started but was running has died with its machine, noticed at `since`. */
function lost(
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

/** How the container ended last, once it does something else again. */
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

/** Says openly that no container runtime stands behind it. */
function containerId(pod: Pod, container: Container, restartCount: number): string {
  return `sim://${pod.metadata.uid}/${container.name}/${restartCount}`;
}

function byName(containers: readonly Container[]): readonly Container[] {
  if (containers.length < 2) return containers;
  return [...containers].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What a pod's status says about its init containers: their progress, and since when. */
import type { Millis } from '#clock';
import { isSidecar } from '#kinds';
import { parseTime } from '#values';
import type { ContainerStatus, Pod } from '#types';

/**
 * Returns the first init container behind that index whose end is awaited; undefined: there is none.
 */
export function initBehind({ spec }: Pod, index: number): number | undefined {
  const all = spec.initContainers ?? [];
  const found = all.findIndex((container, at) => at > index && !isSidecar(container));
  return found < 0 ? undefined : found;
}

/**
 * Returns the init container that is at work or to be started again; undefined: none has begun, or
 * all are done.
 */
export function initIndexIn({ spec, status }: Pod): number | undefined {
  const statuses = status.initContainerStatuses ?? [];
  if (!statuses.some(hasBegun)) return undefined;
  const index = statuses.findIndex(
    (each, at) => !isDone(each) && !isSidecar(spec.initContainers?.[at]),
  );
  return index < 0 ? undefined : index;
}

/** When the init container at work was started; undefined when none runs. */
export function initStartedAt(pod: Pod): Millis | undefined {
  const index = initIndexIn(pod);
  if (index === undefined) return undefined;
  const at = pod.status.initContainerStatuses?.[index]?.state?.running?.startedAt;
  return at == null ? undefined : parseTime(at);
}

export function isInitBackingOff({ status }: Pod): boolean {
  return (status.initContainerStatuses ?? []).some(
    ({ state }) => state?.waiting?.reason === 'CrashLoopBackOff',
  );
}

/** Returns the current or next run of an init container, counted from 0. */
export function initRunNumber({ status }: Pod, index: number): number {
  const found = status.initContainerStatuses?.[index];
  if (found === undefined) return 0;
  const { state, lastState, restartCount } = found;
  const waits = state?.waiting != null && lastState?.terminated != null;
  return waits || state?.terminated != null ? restartCount + 1 : restartCount;
}

function hasBegun({ state, lastState }: ContainerStatus): boolean {
  return state?.running != null || state?.terminated != null || lastState?.terminated != null;
}

/** It needs no more waiting: it succeeded, or is a sidecar that runs. */
export function isPassed(status: ContainerStatus): boolean {
  return isDone(status) || status.started === true;
}

export function isDone({ state }: ContainerStatus): boolean {
  return state?.terminated?.exitCode === 0;
}

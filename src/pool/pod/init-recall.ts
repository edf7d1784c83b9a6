/** What a pod's status says about its init containers: their progress, and since when. */
import type { Millis } from '#clock';
import { parseTime } from '#values';
import type { ContainerStatus, Pod } from '#types';

/**
 * The init container that is at work or to be started again; undefined: none has begun, or all are
 * done.
 */
export function initIndexIn({ status }: Pod): number | undefined {
  const statuses = status.initContainerStatuses ?? [];
  if (!statuses.some(hasBegun)) return undefined;
  const index = statuses.findIndex((each) => !isDone(each));
  return index < 0 ? undefined : index;
}

/** When the init container at work was started; undefined when none runs. */
export function initStartedAt({ status }: Pod): Millis | undefined {
  for (const { state } of status.initContainerStatuses ?? []) {
    const at = state?.running?.startedAt;
    if (at != null) return parseTime(at);
  }
  return undefined;
}

export function isInitBackingOff({ status }: Pod): boolean {
  return (status.initContainerStatuses ?? []).some(
    ({ state }) => state?.waiting?.reason === 'CrashLoopBackOff',
  );
}

/** The current or next run of an init container, counted from 0. */
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

export function isDone({ state }: ContainerStatus): boolean {
  return state?.terminated?.exitCode === 0;
}

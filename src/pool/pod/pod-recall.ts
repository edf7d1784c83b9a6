/**
 * What a kubelet that has just started (or has come back) knows about a pod: when things happened,
 * derived from the status that it wrote earlier. Times in status have whole seconds.
 */
import type { Millis } from '#clock';
import { parseTime } from '#values';
import type { ContainerStatus, Pod } from '#types';

/** When the kubelet first saw it; undefined for a pod that is new to it. */
export function boundAt({ status }: Pod): Millis | undefined {
  return timeOf(status.startTime);
}

/** When its running containers started; undefined when none runs. */
export function startedAt({ status }: Pod): Millis | undefined {
  for (const container of status.containerStatuses ?? []) {
    const running = container.state?.running;
    if (running != null) return timeOf(running.startedAt) ?? timeOf(status.startTime);
  }
  return undefined;
}

/** Its containers have been started, whatever their present state. */
export function hasRun({ status }: Pod): boolean {
  for (const { state, lastState } of status.containerStatuses ?? []) {
    if (state?.running != null || state?.terminated != null || lastState?.terminated != null) {
      return true;
    }
  }
  return false;
}

/**
 * Returns the current or next run of its containers, counted from 0: a container that waits
 * after it has ended is about to be restarted.
 */
export function runNumber({ status }: Pick<Pod, 'status'>): number {
  const main = status.containerStatuses?.[0];
  if (main === undefined) return 0;
  const { state, lastState, restartCount } = main;
  const hasEnded = state?.waiting != null && lastState?.terminated != null;
  return hasEnded || state?.terminated != null ? restartCount + 1 : restartCount;
}

/** When a container last ended. */
export function stoppedAt(status: ContainerStatus | undefined): Millis | undefined {
  return timeOf((status?.state?.terminated ?? status?.lastState?.terminated)?.finishedAt);
}

/** Its containers have ended, and the kubelet has not handled them since. */
export function isStopped({ status }: Pod): boolean {
  return status.containerStatuses?.some(({ state }) => state?.terminated != null) === true;
}

/** When it was deleted: the deletion timestamp is a grace period later. */
export function deletedAt({ metadata }: Pod): Millis | undefined {
  const due = timeOf(metadata.deletionTimestamp);
  return due === undefined ? undefined : due - (metadata.deletionGracePeriodSeconds ?? 0) * 1000;
}

/** Its containers wait for their restart. */
export function isBackingOff(pod: Pod): boolean {
  return isWaitingFor(pod, 'CrashLoopBackOff');
}

/** An image of it cannot be pulled. */
export function isWaitingForImage(pod: Pod): boolean {
  return isWaitingFor(pod, 'ImagePullBackOff');
}

/** Returns whether its containers could not be configured. */
export function isWaitingForConfig(pod: Pod): boolean {
  return isWaitingFor(pod, 'CreateContainerConfigError');
}

function isWaitingFor({ status }: Pod, reason: string): boolean {
  for (const container of status.containerStatuses ?? []) {
    if (container.state?.waiting?.reason === reason) return true;
  }
  return false;
}

function timeOf(text: string | null | undefined): Millis | undefined {
  return text == null ? undefined : parseTime(text);
}

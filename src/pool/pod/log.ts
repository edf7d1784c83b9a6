/**
 * What `kubectl logs` shows: nothing runs here, so a container's log describes its simulated life.
 */
import type { Pod } from '#types';

/** Returns the lines that a container has written so far, oldest first; none before it starts. */
export function containerLog(pod: Pod, container: string): readonly string[] {
  const statuses = [
    ...(pod.status.containerStatuses ?? []),
    ...(pod.status.initContainerStatuses ?? []),
    ...(pod.status.ephemeralContainerStatuses ?? []),
  ];
  const status = statuses.find(({ name }) => name === container);
  const state = status?.state;
  const started = state?.running?.startedAt ?? state?.terminated?.startedAt;
  if (status === undefined || started == null) return [];
  const again = status.restartCount > 0 ? ` (restart ${status.restartCount})` : '';
  const lines = [
    `${started} container ${container} started${again}, image ${status.image}: simulated, nothing runs`,
  ];
  const ended = state?.terminated;
  if (ended?.finishedAt != null) {
    lines.push(`${ended.finishedAt} container ${container} ended with exit code ${ended.exitCode}`);
  }
  return lines;
}

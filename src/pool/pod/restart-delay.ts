/**
 * How long a kubelet waits before it starts a container again: not at all the first time, then 10
 * s, doubling to 5 min; a run of 10 min resets it. See the Kubernetes page on pod lifecycle,
 * restart policy. It is all derived from the pod's status, so it needs no state.
 */
import { durationOf, type Millis } from '#clock';
import { parseTime } from '#values';
import type { ContainerStatus, Pod } from '#types';

export const FIRST_BACK_OFF_MS: Millis = 10_000;
const LAST_BACK_OFF_MS: Millis = 5 * 60_000;
const FORGOTTEN_AFTER_MS: Millis = 2 * LAST_BACK_OFF_MS;

/** Between tries to create containers that cannot be configured: a kubelet's 10 s, which it lengthens by chance. */
export const CONFIGURE_AGAIN_MS: Millis = 10_000;

/** The wait before the next start of a container, and by which rule it is so long. */
export interface BackOff {
  /** From the end of the run, ms; 0: it is started at once. */
  readonly delayMs: Millis;
  readonly rule: 'first end' | 'long run' | 'first wait' | 'doubled' | 'longest wait';
  /** From the end of the run before to the start of this one, ms; absent where that does not count. */
  readonly waitedMs?: Millis;
}

/** Decides how long a container waits whose run ended at `finishedAt`. */
export function backOffAfter(
  status: ContainerStatus | undefined,
  startedAt: Millis | undefined,
  finishedAt: Millis,
): BackOff {
  const previous = status?.lastState?.terminated?.finishedAt;
  if (previous == null || startedAt === undefined) return { delayMs: 0, rule: 'first end' };
  if (finishedAt - startedAt > FORGOTTEN_AFTER_MS) return { delayMs: 0, rule: 'long run' };
  // Times in status have whole seconds.
  const waitedMs = Math.floor(startedAt / 1000) * 1000 - parseTime(previous);
  if (waitedMs < FIRST_BACK_OFF_MS) {
    return { delayMs: FIRST_BACK_OFF_MS, rule: 'first wait', waitedMs };
  }
  const doubled = 2 * waitedMs;
  return doubled > LAST_BACK_OFF_MS
    ? { delayMs: LAST_BACK_OFF_MS, rule: 'longest wait', waitedMs }
    : { delayMs: doubled, rule: 'doubled', waitedMs };
}

/**
 * From the end of a container's run to its next start, where it ended at `finishedAt`; 0: at once.
 */
export function restartDelay(
  status: ContainerStatus | undefined,
  startedAt: Millis | undefined,
  finishedAt: Millis,
): Millis {
  return backOffAfter(status, startedAt, finishedAt).delayMs;
}

const MESSAGE = /^back-off (\S+) restarting/;

/** Returns the present delay of containers, by their status; undefined when they have none. */
export function delayIn(statuses: readonly ContainerStatus[]): Millis | undefined {
  for (const { state } of statuses) {
    const found = MESSAGE.exec(state?.waiting?.message ?? '')?.[1];
    if (found !== undefined) return durationOf(found);
    if (state?.terminated == null) continue;
    const { startedAt, finishedAt } = state.terminated;
    if (finishedAt == null) return 0;
    const started = startedAt == null ? undefined : parseTime(startedAt);
    return restartDelay(statuses[0], started, parseTime(finishedAt));
  }
  return undefined;
}

/** As the kubelet reports it: `back-off 1m20s restarting failed container=NAME pod=...`. */
export function backOffMessage({ metadata }: Pod, container: string, delayMs: Millis): string {
  const { namespace, name, uid } = metadata;
  return `back-off ${goDuration(delayMs)} restarting failed container=${container} pod=${name}_${namespace}(${uid})`;
}

/** `40s`, `1m20s`, `5m0s`. */
function goDuration(ms: Millis): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}

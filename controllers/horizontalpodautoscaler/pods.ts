/** How pods count in the calculation. Mirrors groupPods of the v1.24 replica calculator. */
import { getPodCondition, isPodReady } from '#kinds';
import { parseTime, type Selector } from '#values';
import type { Pod } from '#types';
import type { Sample, Samples } from './samples.ts';
import type { Settings } from './settings.ts';

export interface PodGroups {
  /** How many pods count with their sample. */
  readonly ready: number;
  /** Names of pods that have yet to show what they use. */
  readonly unready: readonly string[];
  /** Names of pods without a sample. */
  readonly missing: readonly string[];
  /** Names of pods that are on their way out. */
  readonly ignored: readonly string[];
}

/** The target's pods, of those of its namespace. */
export function selectPods(pods: readonly Pod[], selector: Selector): readonly Pod[] {
  return pods.filter(({ metadata }) => selector.matches(metadata.labels));
}

/** Sorts pods into groups; readiness matters only where `resource` is `cpu`. */
export function groupPods(
  pods: readonly Pod[],
  samples: Samples,
  resource: string | undefined,
  now: number,
  settings: Settings,
): PodGroups {
  let ready = 0;
  const unready: string[] = [];
  const missing: string[] = [];
  const ignored: string[] = [];
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    const sample = samples.get(name);
    if (deletionTimestamp != null || pod.status?.phase === 'Failed') ignored.push(name);
    else if (pod.status?.phase === 'Pending') unready.push(name);
    else if (sample === undefined) missing.push(name);
    else if (resource === 'cpu' && !showsItsUse(pod, sample, now, settings)) unready.push(name);
    else ready += 1;
  }
  return { ready, unready, missing, ignored };
}

/** Whether the CPU use measured is that of a pod at work, not of one that is still starting. */
function showsItsUse(pod: Pod, sample: Sample, now: number, settings: Settings): boolean {
  const condition = getPodCondition(pod, 'Ready');
  const started = pod.status.startTime;
  if (condition === undefined || started == null) return false;
  const startedAt = parseTime(started);
  // A condition without a time changed before all times.
  const changed = condition.lastTransitionTime;
  const changedAt = changed == null ? -Infinity : parseTime(changed);
  const isUnready = condition.status === 'False';
  if (startedAt + settings.cpuInitializationMs > now) {
    return !isUnready && sample.timestamp >= changedAt + sample.windowMs;
  }
  const wasNeverReady = startedAt + settings.initialReadinessDelayMs > changedAt;
  return !(isUnready && wasNeverReady);
}

/** Pods that run and are ready. */
export function countReady(pods: readonly Pod[]): number {
  return pods.filter((pod) => pod.status?.phase === 'Running' && isPodReady(pod)).length;
}

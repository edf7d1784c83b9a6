/** What pods use, as the resource metrics API reports it. */
import type { Profile } from '#kinds';
import { milliOf, parseGoDuration, parseTime } from '#values';
import type { PodMetrics } from '#types';

/** One measurement of one pod. */
export interface Sample {
  /** In thousandths of the metric's unit. */
  readonly value: number;
  /** The end of the measurement, virtual ms. */
  readonly timestamp: number;
  /** The span that was measured, ms. */
  readonly windowMs: number;
}

/** By name of the pod; it may name pods that are not selected. */
export type Samples = ReadonlyMap<string, Sample>;

/**
 * Use of a resource by whole pods. A pod of which a container lacks the resource has no sample.
 */
export function podSamples(metrics: readonly PodMetrics[], resource: string): Samples {
  const samples = new Map<string, Sample>();
  const timing = new Timing();
  for (const item of metrics) {
    const value = useOf(item, resource);
    if (value !== undefined) samples.set(item.metadata.name, timing.sampleOf(item, value));
  }
  return samples;
}

/** Use of a resource by all containers together; undefined when one lacks it, or there are none. */
function useOf({ containers }: PodMetrics, resource: string): number | undefined {
  let sum: number | undefined;
  for (const { usage } of containers ?? []) {
    const amount = usage?.[resource];
    if (amount === undefined) return undefined;
    sum = (sum ?? 0) + milliOf(amount);
  }
  return sum;
}

/**
 * Use of a resource by one container of each pod. In earlier releases it throws when a pod has no such
 * container.
 */
export function containerSamples(
  metrics: readonly PodMetrics[],
  resource: string,
  container: string,
  profile: Profile,
): Samples {
  const samples = new Map<string, Sample>();
  const timing = new Timing();
  for (const item of metrics) {
    const { namespace, name } = item.metadata;
    const found = item.containers?.find((each) => each.name === container);
    if (found === undefined) {
      if (profile.enabled('ContainersMayLackMetrics')) continue;
      throw new Error(`container ${container} not present in metrics for pod ${namespace}/${name}`);
    }
    const usage = found.usage?.[resource];
    if (usage !== undefined) samples.set(name, timing.sampleOf(item, milliOf(usage)));
  }
  return samples;
}

/** When and how long was measured: nearly always the same for all that is answered at once. */
class Timing {
  #last: { readonly text: string; readonly timestamp: number } | undefined;
  #lastWindow: { readonly text: string; readonly windowMs: number } | undefined;

  sampleOf({ timestamp: time, window }: PodMetrics, value: number): Sample {
    if (this.#last?.text !== time) this.#last = { text: time, timestamp: parseTime(time) };
    if (this.#lastWindow?.text !== window) {
      this.#lastWindow = { text: window, windowMs: parseGoDuration(window) };
    }
    return { value, timestamp: this.#last.timestamp, windowMs: this.#lastWindow.windowMs };
  }
}

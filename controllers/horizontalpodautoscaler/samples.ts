/** What pods use, as the resource metrics API tells it. */
import { milliOf, parseGoDuration, parseTime, type PodMetrics } from '#kinds';

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
  for (const item of metrics) {
    const containers = item.containers ?? [];
    if (containers.length === 0) continue;
    if (!containers.every(({ usage }) => usage?.[resource] !== undefined)) continue;
    const value = containers.reduce((sum, { usage }) => sum + milliOf(usage[resource]!), 0);
    samples.set(item.metadata.name, sampleOf(item, value));
  }
  return samples;
}

/** Use of a resource by one container of each pod. Throws when a pod has no such container. */
export function containerSamples(
  metrics: readonly PodMetrics[],
  resource: string,
  container: string,
): Samples {
  const samples = new Map<string, Sample>();
  for (const item of metrics) {
    const { namespace, name } = item.metadata;
    const found = item.containers?.find((each) => each.name === container);
    if (found === undefined) {
      throw new Error(`container ${container} not present in metrics for pod ${namespace}/${name}`);
    }
    const usage = found.usage?.[resource];
    if (usage !== undefined) samples.set(name, sampleOf(item, milliOf(usage)));
  }
  return samples;
}

function sampleOf({ timestamp, window }: PodMetrics, value: number): Sample {
  return { value, timestamp: parseTime(timestamp), windowMs: parseGoDuration(window) };
}

/**
 * Custom and external metrics, from what objects publish. Selectors of metrics are ignored.
 * Where nothing is published, errors are those of a cluster without these APIs.
 */
import {
  milliOf,
  namespace as namespaceKind,
  PUBLISHED_WINDOW_MS as WINDOW_MS,
  publishedText,
  type KubeObject,
} from '#kinds';
import type { Client } from '#runtime';
import type { MetricQuery } from './metric-query.ts';
import type { Sample, Samples } from './samples.ts';
import { findKind, groupOf } from './target.ts';

/** Throws an Error when none of the pods publishes the metric. */
export function readPodsMetric(name: string, { pods, now }: MetricQuery): Samples {
  const samples = new Map<string, Sample>();
  for (const pod of pods) {
    const value = publishedBy(pod, name);
    if (value === undefined) continue;
    samples.set(pod.metadata.name, { value, timestamp: now, windowMs: WINDOW_MS });
  }
  if (samples.size === 0) throw noCustomMetrics();
  return samples;
}

/**
 * In thousandths. Throws an Error when the object does not publish the metric, or does not exist.
 */
export async function readObjectMetric(
  client: Client,
  name: string,
  described: {
    readonly apiVersion?: string;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
  },
): Promise<number> {
  const kind = findKind(groupOf(described.apiVersion ?? ''), described.kind);
  const ref = { name: described.name, ...(kind.namespaced && { namespace: described.namespace }) };
  const value = publishedBy(await client.get(kind, ref), name);
  if (value === undefined) throw noCustomMetrics();
  return value;
}

/** In thousandths. Throws an Error when the Namespace does not publish the metric. */
export async function readExternalMetric(
  client: Client,
  name: string,
  namespace: string,
): Promise<number> {
  const value = publishedBy(await client.get(namespaceKind, { name: namespace }), name);
  if (value !== undefined) return value;
  throw new Error(
    `unable to fetch metrics from external metrics API: the server could not find the requested resource (get ${name}.external.metrics.k8s.io)`,
  );
}

/** Throws an Error for what is not a quantity. */
function publishedBy(object: KubeObject, metric: string): number | undefined {
  const text = publishedText(object, metric);
  return text === undefined ? undefined : milliOf(text);
}

function noCustomMetrics(): Error {
  return new Error(
    'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered',
  );
}

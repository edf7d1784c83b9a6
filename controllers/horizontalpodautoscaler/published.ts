/**
 * Custom and external metrics, from what objects publish. Selectors of metrics are ignored.
 * Where nothing is published, errors are those of a cluster without these APIs.
 */
import { milliOf, type KubeObject } from '#values';
import {
  externalText,
  namespace as namespaceKind,
  PUBLISHED_WINDOW_MS as WINDOW_MS,
  publishedText,
  type Profile,
} from '#kinds';
import type { Client } from '#runtime';
import { askExternalMetric, askObjectMetric } from './metric-answers.ts';
import type { MetricQuery } from './metric-query.ts';
import type { Sample, Samples } from './samples.ts';
import { findServed } from './served.ts';
import { findKind, groupOf, noSuchKind } from './target.ts';
import type { MetricIdentifier } from './types.ts';

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

/** The object that a metric is about. */
interface Described {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * In thousandths. Throws an Error when the object does not publish the metric, or does not exist.
 */
export async function readObjectMetric(
  client: Client,
  metric: MetricIdentifier,
  described: Described,
  profile: Profile,
): Promise<number> {
  const found = await readDescribed(client, metric, described, profile);
  const value = typeof found === 'number' ? found : publishedBy(found, metric.name);
  if (value === undefined) throw noCustomMetrics();
  return value;
}

/** The metric, where there is an API to ask; otherwise the object, of a kind that only discovery knows its metadata. */
async function readDescribed(
  client: Client,
  metric: MetricIdentifier,
  { apiVersion = '', kind: kindName, namespace, name }: Described,
  profile: Profile,
): Promise<KubeObject | number> {
  const group = groupOf(apiVersion);
  const kind = findKind(profile, group, kindName);
  if (kind !== undefined) {
    const answer = askObjectMetric(client, metric, { kind, namespace, name });
    return answer ?? client.get(kind, { name, ...(kind.namespaced && { namespace }) });
  }
  const resource = await findServed(client, group, kindName);
  if (resource === undefined) throw noSuchKind(group, kindName);
  const answer = askObjectMetric(client, metric, { kind: resource, namespace, name });
  return (
    answer ?? client.metadata.get(resource, { name, ...(resource.namespaced && { namespace }) })
  );
}

/** In thousandths. Throws an Error when the Namespace does not publish the metric. */
export async function readExternalMetric(
  client: Client,
  metric: MetricIdentifier,
  namespace: string,
): Promise<number> {
  const answer = askExternalMetric(client, metric, namespace);
  if (answer !== undefined) return answer;
  const { name } = metric;
  const text = externalText(await client.get(namespaceKind, { name: namespace }), name);
  if (text !== undefined) return milliOf(text);
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

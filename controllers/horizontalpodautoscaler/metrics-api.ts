/**
 * Reads metrics from their APIs. Where the process measures by itself, those of pods' resources come from the
 * simulated kubelets, all others from what objects publish.
 */
import { podMetrics, type Profile } from '#kinds';
import type { PodMetrics } from '#types';
import { messageOf, type Client } from '#runtime';
import { askPodsMetric, itemsOf } from './metric-answers.ts';
import type { MetricQuery } from './metric-query.ts';
import { readExternalMetric, readObjectMetric, readPodsMetric } from './published.ts';
import type { Reading } from './readings.ts';
import { containerSamples, podSamples, type Samples } from './samples.ts';
import type { MetricSpec } from './types.ts';

/** Reads one metric. Never throws: what goes wrong is the reading. */
export async function readMetric(
  client: Client,
  metric: MetricSpec,
  query: MetricQuery,
): Promise<Reading> {
  const { resource, containerResource, pods, object, external } = metric;
  const { namespace } = query;
  try {
    if (resource != null) {
      const measured = await listPodMetrics(client, query);
      return { samples: podSamples(measured, resource.name) };
    }
    if (containerResource != null) {
      const measured = await listPodMetrics(client, query);
      const { name, container } = containerResource;
      return { samples: ofContainer(measured, name, container, query.profile) };
    }
    if (pods != null) {
      const answer = askPodsMetric(client, pods.metric, query);
      return {
        samples: answer === undefined ? readPodsMetric(pods.metric.name, query) : await answer,
      };
    }
    if (object != null) {
      const { describedObject } = object;
      const ref = { ...describedObject, namespace };
      return { total: await readObjectMetric(client, object.metric, ref, query.profile) };
    }
    if (external != null) {
      return { total: await readExternalMetric(client, external.metric, namespace) };
    }
  } catch (error) {
    return { failure: messageOf(error) };
  }
  return { failure: 'no metric is named' };
}

/** Throws an Error that says why there are none. */
async function listPodMetrics(
  client: Client,
  { namespace, selector }: MetricQuery,
): Promise<readonly PodMetrics[]> {
  const labelSelector = selector.toString();
  const { group, plural: resource } = podMetrics;
  const answer = client.measure({ group, namespace, resource, labelSelector });
  const items = await itemsOf<PodMetrics>(
    answer ?? client.list(podMetrics, { namespace, labelSelector }),
    'resource',
  );
  if (items.length === 0) throw new Error('no metrics returned from resource metrics API');
  return items;
}

function ofContainer(
  measured: readonly PodMetrics[],
  name: string,
  container: string,
  profile: Profile,
): Samples {
  try {
    return containerSamples(measured, name, container, profile);
  } catch (error) {
    throw new Error(`failed to get container metrics: ${messageOf(error)}`, { cause: error });
  }
}

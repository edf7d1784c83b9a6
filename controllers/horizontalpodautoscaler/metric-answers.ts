/** Metrics as the APIs of metrics answer them, with the errors of v1.24's clients. */
import { milliOf, parseTime, selectorOf } from '#values';
import { resourceOf } from '#kinds';
import type { ResourceType } from '#catalog';
import { messageOf, type Client } from '#runtime';
import type { MetricQuery } from './metric-query.ts';
import type { Sample, Samples } from './samples.ts';
import type { MetricIdentifier } from './types.ts';

const custom = 'custom.metrics.k8s.io';
const external = 'external.metrics.k8s.io';

/** Of a measurement that does not say which span it covers, ms. */
const usualWindowMs = 60_000;

interface MetricValue {
  readonly describedObject: { readonly name: string };
  readonly timestamp: string;
  readonly windowSeconds?: number | null;
  readonly value: string;
}

/** In thousandths by pod. Undefined: there is no server to ask. Rejects with an Error that says why there is nothing. */
export function askPodsMetric(
  client: Client,
  metric: MetricIdentifier,
  { namespace, selector }: MetricQuery,
): Promise<Samples> | undefined {
  const answer = client.measure({
    ...{ group: custom, namespace, resource: 'pods', name: '*', metric: metric.name },
    labelSelector: selector.toString(),
    metricLabelSelector: labelsOf(metric),
  });
  return (
    answer &&
    itemsOf<MetricValue>(answer, 'custom').then((items) => samplesIn(someOf(items, 'custom')))
  );
}

/** In thousandths; the rest as above. */
export function askObjectMetric(
  client: Client,
  metric: MetricIdentifier,
  {
    kind,
    namespace,
    name,
  }: { readonly kind: ResourceType; readonly namespace: string; readonly name: string },
): Promise<number> | undefined {
  const isNamespace = kind.group === '' && kind.kind === 'Namespace';
  const about = isNamespace
    ? { namespace, resource: 'metrics', name: metric.name }
    : { namespace, resource: resourceOf(kind), name, metric: metric.name };
  const answer = client.measure({ group: custom, ...about, metricLabelSelector: labelsOf(metric) });
  return answer && itemsOf<MetricValue>(answer, 'custom').then(onlyValue);
}

/** The sum of all that the selector finds, in thousandths; the rest as above. */
export function askExternalMetric(
  client: Client,
  metric: MetricIdentifier,
  namespace: string,
): Promise<number> | undefined {
  const { name: resource } = metric;
  const labelSelector = labelsOf(metric);
  const answer = client.measure({ group: external, namespace, resource, labelSelector });
  return (
    answer &&
    itemsOf<MetricValue>(answer, 'external').then((items) =>
      someOf(items, 'external').reduce((sum, { value }) => sum + milliOf(value), 0),
    )
  );
}

/** Of an answer; errors name the API that was asked. */
export async function itemsOf<T>(
  answer: Promise<unknown>,
  api: 'custom' | 'external' | 'resource',
): Promise<readonly T[]> {
  try {
    return ((await answer) as { readonly items?: readonly T[] | null }).items ?? [];
  } catch (error) {
    throw new Error(`unable to fetch metrics from ${api} metrics API: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function someOf<T>(items: readonly T[], api: string): readonly T[] {
  if (items.length === 0) throw new Error(`no metrics returned from ${api} metrics API`);
  return items;
}

function samplesIn(items: readonly MetricValue[]): Samples {
  return new Map<string, Sample>(
    items.map(({ describedObject, timestamp, windowSeconds, value }) => {
      const windowMs = windowSeconds == null ? usualWindowMs : windowSeconds * 1000;
      return [
        describedObject.name,
        { value: milliOf(value), timestamp: parseTime(timestamp), windowMs },
      ];
    }),
  );
}

function onlyValue(items: readonly MetricValue[]): number {
  if (items.length === 1) return milliOf(items[0]!.value);
  throw new Error(
    'unable to fetch metrics from custom metrics API: ' +
      `the custom metrics API server returned ${items.length} results when we asked for exactly one`,
  );
}

/** Empty: all labels. */
function labelsOf({ selector }: MetricIdentifier): string {
  return selector == null ? '' : selectorOf(selector).toString();
}

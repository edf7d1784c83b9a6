/**
 * Custom and external metrics: objects publish numbers in annotations. Pods publish pod metrics,
 * the described object publishes object metrics, and a Namespace publishes external metrics.
 */
import { parseQuantity, type ExactQuantity, type KubeObject } from '#values';

/** The groups of custom and external metrics, and their versions, the preferred one first. */
export const publishedMetrics = {
  custom: { group: 'custom.metrics.k8s.io', versions: ['v1beta2', 'v1beta1'] },
  external: { group: 'external.metrics.k8s.io', versions: ['v1beta1'] },
} as const;

/** The versions of each group of metrics that clients know, the preferred one first. */
export const metricsVersions: ReadonlyMap<string, readonly string[]> = new Map([
  ['metrics.k8s.io', ['v1beta1']],
  ...Object.values(publishedMetrics).map(({ group, versions }) => [group, versions] as const),
]);

const PREFIX = 'sim/metric-';

/** On Namespaces, of external metrics only. */
export const EXTERNAL_METRIC_PREFIX = 'sim/external.';

/** The window that a published number is assumed to cover, because it does not have one. */
export const PUBLISHED_WINDOW_MS = 60_000;

/** The text, which may not be a valid quantity; undefined if the object does not publish the metric. */
export function publishedText({ metadata }: KubeObject, metric: string): string | undefined {
  return metadata.annotations?.[PREFIX + metric];
}

/** The text of an external metric, by an annotation of its own or as any other metric. */
export function externalText(namespace: KubeObject, metric: string): string | undefined {
  const own = namespace.metadata.annotations?.[EXTERNAL_METRIC_PREFIX + metric];
  return own ?? publishedText(namespace, metric);
}

/** {@link publishedText}, parsed. Throws an Error for an invalid quantity. */
export function publishedQuantity(
  object: KubeObject,
  metric: string,
  textOf: typeof publishedText = publishedText,
): ExactQuantity | undefined {
  const text = textOf(object, metric);
  return text === undefined ? undefined : parseQuantity(text);
}

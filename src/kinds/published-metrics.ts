/**
 * Custom and external metrics: objects publish numbers by annotations. Pods do for their own
 * metrics, the described object for its, a Namespace for external ones.
 */
import { parseQuantity, type ExactQuantity } from './meta/quantity.ts';
import type { KubeObject } from './meta/object.ts';

const PREFIX = 'sim/metric-';

/** What a published number is taken to cover, as it does not say it itself. */
export const PUBLISHED_WINDOW_MS = 60_000;

/** The text of a quantity, or of what is none; undefined where the object publishes no such metric. */
export function publishedText({ metadata }: KubeObject, metric: string): string | undefined {
  return metadata.annotations?.[PREFIX + metric];
}

/** As {@link publishedText}, read. Throws an Error for what is not a quantity. */
export function publishedQuantity(object: KubeObject, metric: string): ExactQuantity | undefined {
  const text = publishedText(object, metric);
  return text === undefined ? undefined : parseQuantity(text);
}

/** How metrics and their values are written in messages and statuses. */
import { quantityOf } from '#kinds';
import type { MetricIdentifier } from './types.ts';

type LabelSelector = NonNullable<MetricIdentifier['selector']>;

/** Thousandths as the quantity of a status, such as `250m`. */
export function milliText(thousandths: number): string {
  return quantityOf(Math.trunc(thousandths), -3).toString();
}

/** A metric's selector in Go's form: `nil`, or `&LabelSelector{MatchLabels:...}`. */
export function selectorText(selector: LabelSelector | undefined): string {
  if (selector == null) return 'nil';
  const labels = Object.entries(selector.matchLabels ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${value},`)
    .join('');
  const requirements = (selector.matchExpressions ?? [])
    .map(({ key, operator, values = [] }) => {
      return `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`;
    })
    .join('');
  return `&LabelSelector{MatchLabels:map[string]string{${labels}},MatchExpressions:[]LabelSelectorRequirement{${requirements}},}`;
}

/** The name and selector of a metric, as statuses repeat them. */
export function identifier({ name, selector }: MetricIdentifier): MetricIdentifier {
  return selector == null ? { name } : { name, selector };
}

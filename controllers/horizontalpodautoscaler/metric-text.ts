/** How metrics and their values are written in messages and statuses. */
import { quantityOf, selectorString } from '#kinds';
import type { MetricIdentifier } from './types.ts';

/** Thousandths as the quantity of a status, such as `250m`. */
export function milliText(thousandths: number): string {
  return quantityOf(Math.trunc(thousandths), -3).toString();
}

/** A metric's selector in Go's form: `nil`, or `&LabelSelector{MatchLabels:...}`. */
export function selectorText(selector: MetricIdentifier['selector']): string {
  return selector == null ? 'nil' : selectorString(selector);
}

/** The name and selector of a metric, as statuses repeat them. */
export function identifier({ name, selector }: MetricIdentifier): MetricIdentifier {
  return selector == null ? { name } : { name, selector };
}

/** How metrics and their values are written in messages and statuses. */
import type { Profile } from '#kinds';
import { bytesText, quantityOf, selectorString, unitsOf } from '#values';
import type { MetricIdentifier } from './types.ts';

/** Thousandths as the quantity of a status, such as `250m`. */
export function milliText(thousandths: number): string {
  return quantityOf(Math.trunc(thousandths), -3).toString();
}

/** The same for a resource: `64Mi` of memory, in later releases. */
export function resourceText(resource: string, thousandths: number, profile: Profile): string {
  const isBinary = resource === 'memory' && profile.enabled('MemoryInBinaryUnits');
  return isBinary
    ? quantityOf(Math.trunc(thousandths), -3, 'BinarySI').toString()
    : milliText(thousandths);
}

/** A quantity of a resource as people write it: `64Mi`, not `67108864`. */
export function readableAmount(amount: string, resource: string | undefined): string {
  return resource === 'memory' ? bytesText(unitsOf(amount)) : amount;
}

/** A metric's selector in Go's form: `nil`, or `&LabelSelector{MatchLabels:...}`. */
export function selectorText(selector: MetricIdentifier['selector']): string {
  return selector == null ? 'nil' : selectorString(selector);
}

/** The name and selector of a metric, as statuses repeat them. */
export function identifier({ name, selector }: MetricIdentifier): MetricIdentifier {
  return selector == null ? { name } : { name, selector };
}

/** Why a metric recommends nothing, and how simulated pods get the metrics that they lack. */
export function failureText(message: string): string {
  if (!message.endsWith('no metrics returned from resource metrics API')) return message;
  return `${message}: simulated pods have metrics once they run, and sim/cpu, sim/load of their workload or --idle-metrics of a server says what they use`;
}

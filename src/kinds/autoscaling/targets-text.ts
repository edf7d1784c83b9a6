/** The metrics of an autoscaler as tables show them. */
import { column, none } from '../object/columns.ts';
import type { Column } from '../object/kind-table.ts';
import { parseQuantity } from '#values';
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '#types/autoscaling-v2';
import type { Quantity } from '#types';

const unknown = '<unknown>';
/** Shows this many; the others are only counted. */
const mostShown = 2;

/** @param named whether resources are named, as in `cpu: 33%/80%` */
export function targetsColumn(named: boolean): Column<HorizontalPodAutoscaler> {
  const description = 'What the metrics are, and what they should be.';
  return column('Targets', 'string', description, (object) => targetsText(object, named));
}

/** `33%/80%, 10/20 (avg) + 1 more...`: current and target values. */
export function targetsText({ spec, status }: HorizontalPodAutoscaler, named = false): string {
  const metrics = spec.metrics ?? [];
  if (metrics.length === 0) return none;
  const current = status?.currentMetrics ?? [];
  const shown = metrics
    .slice(0, mostShown)
    .map((metric, index) => metricText(metric, current[index], named))
    .join(', ');
  const more = metrics.length - mostShown;
  return more > 0 ? `${shown} + ${more} more...` : shown;
}

/** The current value of a metric has the same index as its target, if it is known at all. */
function metricText(metric: MetricSpec, status: MetricStatus | undefined, named: boolean): string {
  const nameOf = (source?: { readonly name: string }): string =>
    named && source !== undefined ? `${source.name}: ` : '';
  switch (metric.type) {
    case 'External':
      return amountText(metric.external?.target, status?.external?.current);
    case 'Object':
      return amountText(metric.object?.target, status?.object?.current);
    case 'Pods': {
      const current = quantityText(status?.pods?.current?.averageValue);
      return `${current ?? unknown}/${quantityText(metric.pods?.target.averageValue) ?? ''}`;
    }
    case 'Resource':
      return (
        nameOf(metric.resource) + resourceText(metric.resource?.target, status?.resource?.current)
      );
    case 'ContainerResource':
      return (
        nameOf(metric.containerResource) +
        resourceText(metric.containerResource?.target, status?.containerResource?.current)
      );
    default:
      return '<unknown type>';
  }
}

/** A total, or an average per pod. */
function amountText(target?: MetricTarget, current?: MetricValueStatus): string {
  const average = quantityText(target?.averageValue);
  if (average !== undefined) {
    return `${quantityText(current?.averageValue) ?? unknown}/${average} (avg)`;
  }
  return `${quantityText(current?.value) ?? unknown}/${quantityText(target?.value) ?? ''}`;
}

function resourceText(target?: MetricTarget, current?: MetricValueStatus): string {
  const average = quantityText(target?.averageValue);
  if (average !== undefined) return `${quantityText(current?.averageValue) ?? unknown}/${average}`;
  const used = current?.averageUtilization;
  const expected = target?.averageUtilization;
  return `${used == null ? unknown : `${used}%`}/${expected == null ? '<auto>' : `${expected}%`}`;
}

/** In canonical form, however it was written. */
function quantityText(quantity: Quantity | undefined | null): string | undefined {
  return quantity == null ? undefined : parseQuantity(quantity).toString();
}

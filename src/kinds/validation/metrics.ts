/** Checks of the metrics that autoscalers go by. */
import {
  forbidden,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldError,
} from '../meta/field-errors.ts';
import { checkDns1123Label, checkPathSegment } from '../meta/names.ts';
import { parseQuantity } from '../meta/quantity.ts';
import type {
  CrossVersionObjectReference,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from '../types/autoscaling-v2.ts';
import { showQuantity, validateContainerResourceName } from './resources.ts';

/** Where the details of each type stand, in the order that v1.24 looks at them. */
const sources = ['object', 'external', 'pods', 'resource', 'containerResource'] as const;
type Source = (typeof sources)[number];

const types = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

/** `allowsContainers`: the feature gate HPAContainerMetrics. */
export function* validateMetrics(
  metrics: readonly MetricSpec[],
  minReplicas: number | undefined,
  allowsContainers: boolean,
): Iterable<FieldError> {
  for (const [index, metric] of metrics.entries()) {
    yield* validateMetric(metric, allowsContainers, `spec.metrics[${index}]`);
  }
  if (minReplicas !== 0 || metrics.some(({ type }) => type === 'Object' || type === 'External')) {
    return;
  }
  const why =
    'must specify at least one Object or External metric to support scaling to zero replicas';
  yield forbidden('spec.metrics', why);
}

export function* validateReference(
  { kind, name }: Partial<CrossVersionObjectReference>,
  field: string,
): Iterable<FieldError> {
  yield* validateSegment(kind, `${field}.kind`, '');
  yield* validateSegment(name, `${field}.name`, '');
}

function* validateMetric(
  metric: MetricSpec,
  allowsContainers: boolean,
  field: string,
): Iterable<FieldError> {
  const { type = '' } = metric;
  const unknown = notSupported(`${field}.type`, show(type), types);
  if (type === '') yield required(`${field}.type`, 'must specify a metric source type');
  const isKnown = types.includes(type);
  if (!isKnown) yield unknown;
  const present = sources.filter((source) => metric[source] != null);
  if (present.length > 0) yield* validateSource(metric, present[0]!, `${field}.${present[0]!}`);
  // v1.24 says it a second time when it looks for the details.
  if (!isKnown) yield unknown;
  const expected = `${type.charAt(0).toLowerCase()}${type.slice(1)}` as Source;
  if (isKnown && metric[expected] == null) {
    const isGated = expected === 'containerResource' && !allowsContainers;
    yield required(`${field}.${expected}`, missing + (isGated ? gated : ''));
  }
  if (present.length === 1) return;
  for (const source of present) {
    if (source === expected) continue;
    yield forbidden(`${field}.${source}`, 'must populate the given metric source only');
  }
}

const missing = 'must populate information for the given metric source';
const gated = ' (only allowed when HPAContainerMetrics feature is enabled)';

function* validateSource(metric: MetricSpec, source: Source, field: string): Iterable<FieldError> {
  switch (source) {
    case 'object': {
      const { describedObject = {}, metric: identifier, target = noTarget } = metric.object!;
      yield* validateReference(describedObject, `${field}.describedObject`);
      yield* validateIdentifier(identifier, `${field}.metric`);
      yield* validateTarget(target, `${field}.target`);
      if (target.value == null && target.averageValue == null) {
        const why = 'must set either a target value or averageValue';
        yield required(`${field}.target.averageValue`, why);
      }
      return;
    }
    case 'external': {
      const { metric: identifier, target = noTarget } = metric.external!;
      yield* validateIdentifier(identifier, `${field}.metric`);
      yield* validateTarget(target, `${field}.target`);
      yield* validateEitherAmount(target, `${field}.target`);
      return;
    }
    case 'pods': {
      const { metric: identifier, target = noTarget } = metric.pods!;
      yield* validateIdentifier(identifier, `${field}.metric`);
      yield* validateTarget(target, `${field}.target`);
      if (target.averageValue == null) {
        const why = 'must specify a positive target averageValue';
        yield required(`${field}.target.averageValue`, why);
      }
      return;
    }
    case 'resource': {
      const { name, target = noTarget } = metric.resource!;
      if (!name) yield required(`${field}.name`, 'must specify a resource name');
      yield* validateResourceTarget(target, `${field}.target`);
      return;
    }
    case 'containerResource': {
      const { name, container, target = noTarget } = metric.containerResource!;
      if (!name) yield required(`${field}.name`, 'must specify a resource name');
      else yield* validateContainerResourceName(name, `${field}.name`);
      if (!container) yield required(`${field}.container`, 'must specify a container');
      else yield* invalidFor(`${field}.container`, show(container), checkDns1123Label(container));
      yield* validateResourceTarget(target, `${field}.target`);
    }
  }
}

const noTarget = {} as MetricTarget;

function validateIdentifier(
  identifier: MetricIdentifier | undefined,
  field: string,
): Iterable<FieldError> {
  return validateSegment(identifier?.name, `${field}.name`, 'must specify a metric name');
}

/** What can stand in a path. */
function* validateSegment(
  name: string | undefined,
  field: string,
  whyRequired: string,
): Iterable<FieldError> {
  if (!name) yield required(field, whyRequired);
  else yield* invalidFor(field, show(name), checkPathSegment(name));
}

function* validateTarget(
  { type, value, averageValue, averageUtilization }: MetricTarget,
  field: string,
): Iterable<FieldError> {
  if (!type) yield required(`${field}.type`, 'must specify a metric target type');
  if (type !== 'Utilization' && type !== 'Value' && type !== 'AverageValue') {
    const why = 'must be either Utilization, Value, or AverageValue';
    yield invalid(`${field}.type`, show(type ?? ''), why);
  }
  yield* validatePositive(value, `${field}.value`);
  yield* validatePositive(averageValue, `${field}.averageValue`);
  if (averageUtilization != null && averageUtilization < 1) {
    yield invalid(
      `${field}.averageUtilization`,
      show(averageUtilization),
      'must be greater than 0',
    );
  }
}

function* validatePositive(text: string | undefined, field: string): Iterable<FieldError> {
  if (text == null) return;
  const quantity = parseQuantity(text);
  if (quantity.sign() <= 0) yield invalid(field, showQuantity(quantity), 'must be positive');
}

function* validateEitherAmount(
  { value, averageValue }: MetricTarget,
  field: string,
): Iterable<FieldError> {
  if (value == null && averageValue == null) {
    const why = 'must set either a target value for metric or a per-pod target';
    yield required(`${field}.averageValue`, why);
  }
  if (value != null && averageValue != null) {
    const why = 'may not set both a target value for metric and a per-pod target';
    yield forbidden(`${field}.value`, why);
  }
}

function* validateResourceTarget(target: MetricTarget, field: string): Iterable<FieldError> {
  yield* validateTarget(target, field);
  const { averageUtilization, averageValue } = target;
  if (averageUtilization == null && averageValue == null) {
    const why = 'must set either a target raw value or a target utilization';
    yield required(`${field}.averageUtilization`, why);
  }
  if (averageUtilization != null && averageValue != null) {
    const why = 'may not set both a target raw value and a target utilization';
    yield forbidden(`${field}.averageValue`, why);
  }
}

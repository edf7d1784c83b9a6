/** Checks of the metrics that autoscalers use. */
import {
  checkEach,
  forbidden,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldErrors,
  checkDns1123Label,
  checkPathSegment,
  parseQuantity,
} from '#values';
import type {
  CrossVersionObjectReference,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from '#types/autoscaling-v2';
import { showQuantity, validateContainerResourceName } from '../core/pod/validation/resources.ts';

/** The fields with the details of each type, in the order in which v1.24 checks them. */
const sources = ['object', 'external', 'pods', 'resource', 'containerResource'] as const;
type Source = (typeof sources)[number];

const types = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

/** Settings that depend on the release. */
export interface MetricRules {
  /** The feature gate HPAContainerMetrics. */
  readonly allowsContainers: boolean;
  /** Of objects that are measured. */
  readonly objectVersions: VersionRule;
}

export function validateMetrics(
  errors: FieldErrors,
  metrics: readonly MetricSpec[],
  minReplicas: number | undefined,
  rules: MetricRules,
): void {
  checkEach(errors, metrics, (metric, index) => {
    validateMetric(errors, metric, rules, `spec.metrics[${index}]`);
  });
  if (minReplicas !== 0 || metrics.some(({ type }) => type === 'Object' || type === 'External')) {
    return;
  }
  const why =
    'must specify at least one Object or External metric to support scaling to zero replicas';
  errors.push(forbidden('spec.metrics', why));
}

/** Which versions a reference may name: any text, one of good form, or one of a named group. */
export type VersionRule = 'any' | 'formed' | 'grouped';

export function validateReference(
  errors: FieldErrors,
  { kind, name, apiVersion = '' }: Partial<CrossVersionObjectReference>,
  field: string,
  versions: VersionRule,
): void {
  validateSegment(errors, kind, `${field}.kind`, '');
  validateSegment(errors, name, `${field}.name`, '');
  if (versions === 'any') return;
  const slashes = apiVersion.split('/').length - 1;
  const refuse = (why: string): void =>
    void errors.push(invalid(`${field}.apiVersion`, show(apiVersion), why));
  if (slashes > 1) refuse(`unexpected GroupVersion string: ${apiVersion}`);
  else if (versions === 'grouped' && (slashes === 0 || apiVersion.startsWith('/'))) {
    refuse('apiVersion must specify API group');
  }
}

function validateMetric(
  errors: FieldErrors,
  metric: MetricSpec,
  rules: MetricRules,
  field: string,
): void {
  const { type = '' } = metric;
  const unknown = notSupported(`${field}.type`, show(type), types);
  if (type === '') errors.push(required(`${field}.type`, 'must specify a metric source type'));
  const isKnown = types.includes(type);
  if (!isKnown) errors.push(unknown);
  const present = sources.filter((source) => metric[source] != null);
  if (present.length > 0) {
    validateSource(errors, metric, present[0]!, rules, `${field}.${present[0]!}`);
  }
  // v1.24 reports it again when it checks the details.
  if (!isKnown) errors.push(unknown);
  const expected = `${type.charAt(0).toLowerCase()}${type.slice(1)}` as Source;
  if (isKnown && metric[expected] == null) {
    const isGated = expected === 'containerResource' && !rules.allowsContainers;
    errors.push(required(`${field}.${expected}`, missing + (isGated ? gated : '')));
  }
  if (present.length === 1) return;
  for (const source of present) {
    if (source === expected) continue;
    errors.push(forbidden(`${field}.${source}`, 'must populate the given metric source only'));
  }
}

const missing = 'must populate information for the given metric source';
const gated = ' (only allowed when HPAContainerMetrics feature is enabled)';

function validateSource(
  errors: FieldErrors,
  metric: MetricSpec,
  source: Source,
  { objectVersions }: MetricRules,
  field: string,
): void {
  switch (source) {
    case 'object': {
      const { describedObject = {}, metric: identifier, target = noTarget } = metric.object!;
      validateReference(errors, describedObject, `${field}.describedObject`, objectVersions);
      validateIdentifier(errors, identifier, `${field}.metric`);
      validateTarget(errors, target, `${field}.target`);
      if (target.value == null && target.averageValue == null) {
        const why = 'must set either a target value or averageValue';
        errors.push(required(`${field}.target.averageValue`, why));
      }
      return;
    }
    case 'external': {
      const { metric: identifier, target = noTarget } = metric.external!;
      validateIdentifier(errors, identifier, `${field}.metric`);
      validateTarget(errors, target, `${field}.target`);
      validateEitherAmount(errors, target, `${field}.target`);
      return;
    }
    case 'pods': {
      const { metric: identifier, target = noTarget } = metric.pods!;
      validateIdentifier(errors, identifier, `${field}.metric`);
      validateTarget(errors, target, `${field}.target`);
      if (target.averageValue == null) {
        const why = 'must specify a positive target averageValue';
        errors.push(required(`${field}.target.averageValue`, why));
      }
      return;
    }
    case 'resource': {
      const { name, target = noTarget } = metric.resource!;
      if (!name) errors.push(required(`${field}.name`, 'must specify a resource name'));
      validateResourceTarget(errors, target, `${field}.target`);
      return;
    }
    case 'containerResource': {
      const { name, container, target = noTarget } = metric.containerResource!;
      if (!name) errors.push(required(`${field}.name`, 'must specify a resource name'));
      else validateContainerResourceName(errors, name, `${field}.name`);
      if (!container) errors.push(required(`${field}.container`, 'must specify a container'));
      else
        invalidFor(
          errors,
          `${field}.container`,
          container,
          checkDns1123Label(container, errors.release),
        );
      validateResourceTarget(errors, target, `${field}.target`);
    }
  }
}

const noTarget = {} as MetricTarget;

function validateIdentifier(
  errors: FieldErrors,
  identifier: MetricIdentifier | undefined,
  field: string,
): void {
  validateSegment(errors, identifier?.name, `${field}.name`, 'must specify a metric name');
}

/** A name must be valid as a path segment. */
function validateSegment(
  errors: FieldErrors,
  name: string | undefined,
  field: string,
  whyRequired: string,
): void {
  if (!name) errors.push(required(field, whyRequired));
  else invalidFor(errors, field, name, checkPathSegment(name));
}

function validateTarget(
  errors: FieldErrors,
  { type, value, averageValue, averageUtilization }: MetricTarget,
  field: string,
): void {
  if (!type) errors.push(required(`${field}.type`, 'must specify a metric target type'));
  if (type !== 'Utilization' && type !== 'Value' && type !== 'AverageValue') {
    const why = 'must be either Utilization, Value, or AverageValue';
    errors.push(invalid(`${field}.type`, show(type ?? ''), why));
  }
  validatePositive(errors, value, `${field}.value`);
  validatePositive(errors, averageValue, `${field}.averageValue`);
  if (averageUtilization != null && averageUtilization < 1) {
    errors.push(
      invalid(`${field}.averageUtilization`, show(averageUtilization), 'must be greater than 0'),
    );
  }
}

function validatePositive(errors: FieldErrors, text: string | undefined, field: string): void {
  if (text == null) return;
  const quantity = parseQuantity(text);
  if (quantity.sign() <= 0) errors.push(invalid(field, showQuantity(quantity), 'must be positive'));
}

function validateEitherAmount(
  errors: FieldErrors,
  { value, averageValue }: MetricTarget,
  field: string,
): void {
  if (value == null && averageValue == null) {
    const why = 'must set either a target value for metric or a per-pod target';
    errors.push(required(`${field}.averageValue`, why));
  }
  if (value != null && averageValue != null) {
    const why = 'may not set both a target value for metric and a per-pod target';
    errors.push(forbidden(`${field}.value`, why));
  }
}

function validateResourceTarget(errors: FieldErrors, target: MetricTarget, field: string): void {
  validateTarget(errors, target, field);
  const { averageUtilization, averageValue } = target;
  if (averageUtilization == null && averageValue == null) {
    const why = 'must set either a target raw value or a target utilization';
    errors.push(required(`${field}.averageUtilization`, why));
  }
  if (averageUtilization != null && averageValue != null) {
    const why = 'may not set both a target raw value and a target utilization';
    errors.push(forbidden(`${field}.averageValue`, why));
  }
}

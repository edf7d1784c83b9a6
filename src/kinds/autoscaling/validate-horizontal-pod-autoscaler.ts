/** Checks of HorizontalPodAutoscalers. */
import {
  checkEach,
  invalid,
  notSupported,
  parseQuantity,
  required,
  show,
  type FieldErrors,
} from '#values';
import { notNegative, validateNonNegative } from '../object/validate-values.ts';
import type {
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  HPAScalingPolicy,
  HPAScalingRules,
} from '#types/autoscaling-v2';
import { checkStated, type StatedErrors } from '../object/stated-checks.ts';
import type { Profile } from '../profile/profile.ts';
import {
  validateMetrics,
  validateReference,
  type MetricRules,
  type VersionRule,
} from './validate-metrics.ts';

const longestWindowSeconds = 3600;
const longestPeriodSeconds = 1800;
const selectPolicies = ['Disabled', 'Max', 'Min'];
const policyTypes = ['Percent', 'Pods'];

/** Settings that depend on feature gates. */
export interface AutoscalerRules extends MetricRules {
  readonly profile: Profile;
  /** The smallest valid `minReplicas`: 0 with HPAScaleToZero, else 1. */
  readonly lowestMinimum: number;
  /** Of what is scaled. */
  readonly targetVersions: VersionRule;
}

export function validateAutoscalerSpec(
  errors: FieldErrors,
  spec: HorizontalPodAutoscalerSpec,
  rules: AutoscalerRules,
): void {
  checkStated(errors, rules.profile, (stated) => validateSpec(errors, stated, spec, rules));
}

function validateSpec(
  errors: FieldErrors,
  stated: StatedErrors,
  spec: HorizontalPodAutoscalerSpec,
  rules: AutoscalerRules,
): void {
  const { lowestMinimum, targetVersions, profile } = rules;
  const { minReplicas, maxReplicas = 0, scaleTargetRef = {}, metrics = [], behavior } = spec;
  if (minReplicas != null && minReplicas < lowestMinimum) {
    const why = `must be greater than or equal to ${lowestMinimum}`;
    stated.add(invalid('spec.minReplicas', show(minReplicas), why));
  }
  if (maxReplicas < 1) validateMaximum(stated, maxReplicas, profile);
  if (minReplicas != null && maxReplicas < minReplicas) {
    const why = 'must be greater than or equal to `minReplicas`';
    errors.push(invalid('spec.maxReplicas', show(maxReplicas), why));
  }
  validateReference(errors, scaleTargetRef, 'spec.scaleTargetRef', targetVersions);
  validateMetrics(errors, metrics, minReplicas, rules);
  validateRules(errors, behavior?.scaleUp, 'spec.behavior.scaleUp');
  validateRules(errors, behavior?.scaleDown, 'spec.behavior.scaleDown');
}

function validateMaximum(stated: StatedErrors, maximum: number, profile: Profile): void {
  const field = 'spec.maxReplicas';
  if (!profile.enabled('MaxReplicasRequired')) {
    stated.add(invalid(field, show(maximum), 'must be greater than 0'));
  } else if (maximum === 0) stated.required(field, 'must be set and greater than 0');
  else stated.add(invalid(field, show(maximum), 'must be greater than or equal to 1'));
}

export function validateAutoscalerStatus(
  errors: FieldErrors,
  { currentReplicas, desiredReplicas, conditions = [] }: HorizontalPodAutoscalerStatus,
): void {
  validateNonNegative(errors, currentReplicas, 'status.currentReplicas');
  validateNonNegative(errors, desiredReplicas, 'status.desiredReplicas');
  for (const [index, { observedGeneration }] of conditions.entries()) {
    const at = `status.conditions[${index}].observedGeneration`;
    validateNonNegative(errors, observedGeneration ?? 0, at);
  }
}

function validateRules(
  errors: FieldErrors,
  rules: HPAScalingRules | undefined,
  field: string,
): void {
  if (rules == null) return;
  const { stabilizationWindowSeconds: seconds, selectPolicy, policies = [] } = rules;
  if (seconds != null && seconds < 0) {
    const why = 'must be greater than or equal to zero';
    errors.push(invalid(`${field}.stabilizationWindowSeconds`, show(seconds), why));
  }
  if (seconds != null && seconds > longestWindowSeconds) {
    const why = `must be less than or equal to ${longestWindowSeconds}`;
    errors.push(invalid(`${field}.stabilizationWindowSeconds`, show(seconds), why));
  }
  if (selectPolicy != null && !selectPolicies.includes(selectPolicy)) {
    errors.push(notSupported(`${field}.selectPolicy`, show(selectPolicy), selectPolicies));
  }
  if (policies.length === 0) {
    errors.push(required(`${field}.policies`, 'must specify at least one Policy'));
  }
  checkEach(errors, policies, (policy, index) => {
    validatePolicy(errors, policy, `${field}.policies[${index}]`);
  });
  const tolerance = rules.tolerance == null ? undefined : parseQuantity(rules.tolerance);
  if (tolerance !== undefined && tolerance.sign() < 0) {
    errors.push(invalid(`${field}.tolerance`, show(tolerance.toString()), notNegative));
  }
}

function validatePolicy(
  errors: FieldErrors,
  { type = '', value = 0, periodSeconds = 0 }: HPAScalingPolicy,
  field: string,
): void {
  if (!policyTypes.includes(type))
    errors.push(notSupported(`${field}.type`, show(type), policyTypes));
  if (value <= 0) errors.push(invalid(`${field}.value`, show(value), 'must be greater than zero'));
  if (periodSeconds <= 0) {
    errors.push(
      invalid(`${field}.periodSeconds`, show(periodSeconds), 'must be greater than zero'),
    );
  }
  if (periodSeconds > longestPeriodSeconds) {
    const why = `must be less than or equal to ${longestPeriodSeconds}`;
    errors.push(invalid(`${field}.periodSeconds`, show(periodSeconds), why));
  }
}

/** Checks of HorizontalPodAutoscalers. */
import { invalid, notSupported, required, show, type FieldError } from '../meta/field-errors.ts';
import { validateNonNegative } from '../meta/validate-values.ts';
import type {
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  HPAScalingPolicy,
  HPAScalingRules,
} from '../types/autoscaling-v2.ts';
import { validateMetrics, validateReference } from './metrics.ts';

const longestWindowSeconds = 3600;
const longestPeriodSeconds = 1800;
const selectPolicies = ['Disabled', 'Max', 'Min'];
const policyTypes = ['Percent', 'Pods'];

/** What feature gates decide. */
export interface AutoscalerRules {
  /** Below it `minReplicas` is refused: 0 with HPAScaleToZero, else 1. */
  readonly lowestMinimum: number;
  readonly allowsContainerMetrics: boolean;
}

export function* validateAutoscalerSpec(
  spec: HorizontalPodAutoscalerSpec,
  { lowestMinimum, allowsContainerMetrics }: AutoscalerRules,
): Iterable<FieldError> {
  const { minReplicas, maxReplicas = 0, scaleTargetRef = {}, metrics = [], behavior } = spec;
  if (minReplicas != null && minReplicas < lowestMinimum) {
    const why = `must be greater than or equal to ${lowestMinimum}`;
    yield invalid('spec.minReplicas', show(minReplicas), why);
  }
  if (maxReplicas < 1)
    yield invalid('spec.maxReplicas', show(maxReplicas), 'must be greater than 0');
  if (minReplicas != null && maxReplicas < minReplicas) {
    const why = 'must be greater than or equal to `minReplicas`';
    yield invalid('spec.maxReplicas', show(maxReplicas), why);
  }
  yield* validateReference(scaleTargetRef, 'spec.scaleTargetRef');
  yield* validateMetrics(metrics, minReplicas, allowsContainerMetrics);
  yield* validateRules(behavior?.scaleUp, 'spec.behavior.scaleUp');
  yield* validateRules(behavior?.scaleDown, 'spec.behavior.scaleDown');
}

export function* validateAutoscalerStatus({
  currentReplicas,
  desiredReplicas,
}: HorizontalPodAutoscalerStatus): Iterable<FieldError> {
  yield* validateNonNegative(currentReplicas, 'status.currentReplicas');
  yield* validateNonNegative(desiredReplicas, 'status.desiredReplicas');
}

function* validateRules(rules: HPAScalingRules | undefined, field: string): Iterable<FieldError> {
  if (rules == null) return;
  const { stabilizationWindowSeconds: seconds, selectPolicy, policies = [] } = rules;
  if (seconds != null && seconds < 0) {
    const why = 'must be greater than or equal to zero';
    yield invalid(`${field}.stabilizationWindowSeconds`, show(seconds), why);
  }
  if (seconds != null && seconds > longestWindowSeconds) {
    const why = `must be less than or equal to ${longestWindowSeconds}`;
    yield invalid(`${field}.stabilizationWindowSeconds`, show(seconds), why);
  }
  if (selectPolicy != null && !selectPolicies.includes(selectPolicy)) {
    yield notSupported(`${field}.selectPolicy`, show(selectPolicy), selectPolicies);
  }
  if (policies.length === 0) {
    yield required(`${field}.policies`, 'must specify at least one Policy');
  }
  for (const [index, policy] of policies.entries()) {
    yield* validatePolicy(policy, `${field}.policies[${index}]`);
  }
}

function* validatePolicy(
  { type = '', value = 0, periodSeconds = 0 }: HPAScalingPolicy,
  field: string,
): Iterable<FieldError> {
  if (!policyTypes.includes(type)) yield notSupported(`${field}.type`, show(type), policyTypes);
  if (value <= 0) yield invalid(`${field}.value`, show(value), 'must be greater than zero');
  if (periodSeconds <= 0) {
    yield invalid(`${field}.periodSeconds`, show(periodSeconds), 'must be greater than zero');
  }
  if (periodSeconds > longestPeriodSeconds) {
    const why = `must be less than or equal to ${longestPeriodSeconds}`;
    yield invalid(`${field}.periodSeconds`, show(periodSeconds), why);
  }
}

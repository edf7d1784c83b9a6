/** Checks of Deployments and ReplicaSets. */
import {
  forbidden,
  invalid,
  notSupported,
  required,
  show,
  type FieldErrors,
  showIntOrString,
  showPointer,
  showStruct,
  Selector,
  type Shown,
} from '#values';
import {
  magnitudeOf,
  validateAtMost100Percent,
  validateIntOrPercent,
  validateNonNegative,
} from '../object/validate-values.ts';
import type {
  DeploymentSpec,
  DeploymentStatus,
  DeploymentStrategy,
  ReplicaSetSpec,
  ReplicaSetStatus,
  ReplicationControllerStatus,
  RollingUpdateDeployment,
} from '#types';
import {
  readSelector,
  validateCollisions,
  validateCounts,
  validateNoMoreThan,
  validateOwnSelector,
  validateReplicatedTemplate,
} from './validate-replicas.ts';

/** For a spec with its defaults. */
export function validateDeploymentSpec(errors: FieldErrors, spec: DeploymentSpec): void {
  validateNonNegative(errors, spec.replicas, 'spec.replicas');
  validateSelection(errors, spec);
  validateStrategy(errors, spec.strategy ?? {}, 'spec.strategy');
  validateNonNegative(errors, spec.minReadySeconds, 'spec.minReadySeconds');
  validateNonNegative(errors, spec.revisionHistoryLimit, 'spec.revisionHistoryLimit');
  const { progressDeadlineSeconds, minReadySeconds = 0 } = spec;
  if (progressDeadlineSeconds == null) return;
  const field = 'spec.progressDeadlineSeconds';
  validateNonNegative(errors, progressDeadlineSeconds, field);
  if (progressDeadlineSeconds <= minReadySeconds) {
    const why = 'must be greater than minReadySeconds';
    errors.push(invalid(field, show(progressDeadlineSeconds), why));
  }
}

/** For a spec with its defaults. */
export function validateReplicaSetSpec(errors: FieldErrors, spec: ReplicaSetSpec): void {
  validateNonNegative(errors, spec.replicas, 'spec.replicas');
  validateNonNegative(errors, spec.minReadySeconds, 'spec.minReadySeconds');
  validateSelection(errors, spec);
}

/** v1.24 has the same messages for both kinds. */
function validateSelection(
  errors: FieldErrors,
  { selector, template, replicas }: ReplicaSetSpec,
): void {
  validateOwnSelector(errors, selector, 'empty selector is invalid for deployment');
  const ready = readSelector(selector, 'invalid label selector');
  if (ready instanceof Selector) {
    validateReplicatedTemplate(errors, template!, ready, replicas, 'ReplicaSet');
  } else {
    errors.push(ready);
  }
}

function validateStrategy(errors: FieldErrors, strategy: DeploymentStrategy, field: string): void {
  const { rollingUpdate } = strategy;
  const at = `${field}.rollingUpdate`;
  switch (strategy.type as string) {
    case 'Recreate':
      if (rollingUpdate != null) {
        errors.push(forbidden(at, "may not be specified when strategy `type` is 'Recreate'"));
      }
      return;
    case 'RollingUpdate':
      if (rollingUpdate == null)
        errors.push(required(at, 'this should be defaulted and never be nil'));
      else validateRollingUpdate(errors, rollingUpdate, at);
      return;
    default:
      errors.push(notSupported(field, showStrategy(strategy), ['Recreate', 'RollingUpdate']));
  }
}

/** A rollout must be able to start: with one pod too many or one too few. */
function validateRollingUpdate(
  errors: FieldErrors,
  { maxUnavailable = 0, maxSurge = 0 }: RollingUpdateDeployment,
  field: string,
): void {
  validateIntOrPercent(errors, maxUnavailable, `${field}.maxUnavailable`);
  validateIntOrPercent(errors, maxSurge, `${field}.maxSurge`);
  if (magnitudeOf(maxUnavailable) === 0 && magnitudeOf(maxSurge) === 0) {
    const why = 'may not be 0 when `maxSurge` is 0';
    errors.push(invalid(`${field}.maxUnavailable`, showIntOrString(maxUnavailable), why));
  }
  validateAtMost100Percent(errors, maxUnavailable, `${field}.maxUnavailable`);
}

function showStrategy({ type, rollingUpdate }: DeploymentStrategy): Shown {
  return showStruct('apps.DeploymentStrategy', [
    ['Type', show(type ?? '')],
    ['RollingUpdate', showPointer('apps.RollingUpdateDeployment', rollingUpdate)],
  ]);
}

/** In the order that v1.24 checks them. */
const deploymentCounts = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'collisionCount',
  'terminatingReplicas',
];

export function validateDeploymentStatus(
  errors: FieldErrors,
  status: DeploymentStatus,
  old: DeploymentStatus,
): void {
  validateCounts(errors, status, deploymentCounts);
  const parts = ['updatedReplicas', 'readyReplicas', 'availableReplicas'];
  validateNoMoreThan(errors, status, parts, 'replicas', 'status.replicas');
  validateNoMoreThan(errors, status, ['availableReplicas'], 'readyReplicas');
  validateCollisions(errors, status, old);
}

const replicaSetCounts = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'observedGeneration',
  'terminatingReplicas',
];

/** For ReplicaSets and ReplicationControllers. */
export function validateReplicaSetStatus(
  errors: FieldErrors,
  status: ReplicaSetStatus | ReplicationControllerStatus,
): void {
  validateCounts(errors, status, replicaSetCounts);
  const parts = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'];
  validateNoMoreThan(errors, status, parts, 'replicas', 'status.replicas');
  validateNoMoreThan(errors, status, ['availableReplicas'], 'readyReplicas');
}

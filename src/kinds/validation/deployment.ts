/** Checks of Deployments and ReplicaSets. */
import {
  forbidden,
  invalid,
  notSupported,
  required,
  show,
  type FieldError,
} from '../meta/field-errors.ts';
import { showIntOrString, showStruct } from '../meta/go-show.ts';
import { Selector } from '../meta/label-selector.ts';
import {
  magnitudeOf,
  validateAtMost100Percent,
  validateIntOrPercent,
  validateNonNegative,
} from '../meta/validate-values.ts';
import type {
  DeploymentSpec,
  DeploymentStatus,
  DeploymentStrategy,
  ReplicaSetSpec,
  ReplicaSetStatus,
  ReplicationControllerStatus,
  RollingUpdateDeployment,
} from '../types/index.ts';
import {
  readSelector,
  validateCollisions,
  validateCounts,
  validateNoMoreThan,
  validateOwnSelector,
  validateReplicatedTemplate,
} from './replicas.ts';

/** For a spec with its defaults. */
export function* validateDeploymentSpec(spec: DeploymentSpec): Iterable<FieldError> {
  yield* validateNonNegative(spec.replicas, 'spec.replicas');
  yield* validateSelection(spec);
  yield* validateStrategy(spec.strategy ?? {}, 'spec.strategy');
  yield* validateNonNegative(spec.minReadySeconds, 'spec.minReadySeconds');
  yield* validateNonNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit');
  const { progressDeadlineSeconds, minReadySeconds = 0 } = spec;
  if (progressDeadlineSeconds == null) return;
  const field = 'spec.progressDeadlineSeconds';
  yield* validateNonNegative(progressDeadlineSeconds, field);
  if (progressDeadlineSeconds <= minReadySeconds) {
    const why = 'must be greater than minReadySeconds';
    yield invalid(field, show(progressDeadlineSeconds), why);
  }
}

/** For a spec with its defaults. */
export function* validateReplicaSetSpec(spec: ReplicaSetSpec): Iterable<FieldError> {
  yield* validateNonNegative(spec.replicas, 'spec.replicas');
  yield* validateNonNegative(spec.minReadySeconds, 'spec.minReadySeconds');
  yield* validateSelection(spec);
}

/** v1.24 has the same words for both kinds. */
function* validateSelection({ selector, template }: ReplicaSetSpec): Iterable<FieldError> {
  yield* validateOwnSelector(selector, 'empty selector is invalid for deployment');
  const ready = readSelector(selector, 'invalid label selector');
  if (ready instanceof Selector) yield* validateReplicatedTemplate(template!, ready, 'ReplicaSet');
  else yield ready;
}

function* validateStrategy(strategy: DeploymentStrategy, field: string): Iterable<FieldError> {
  const { rollingUpdate } = strategy;
  const at = `${field}.rollingUpdate`;
  switch (strategy.type as string) {
    case 'Recreate':
      if (rollingUpdate != null) {
        yield forbidden(at, "may not be specified when strategy `type` is 'Recreate'");
      }
      return;
    case 'RollingUpdate':
      if (rollingUpdate == null) yield required(at, 'this should be defaulted and never be nil');
      else yield* validateRollingUpdate(rollingUpdate, at);
      return;
    default:
      yield notSupported(field, showStrategy(strategy), ['Recreate', 'RollingUpdate']);
  }
}

/** A rollout must be able to begin: with a pod too many or one too few. */
function* validateRollingUpdate(
  { maxUnavailable = 0, maxSurge = 0 }: RollingUpdateDeployment,
  field: string,
): Iterable<FieldError> {
  yield* validateIntOrPercent(maxUnavailable, `${field}.maxUnavailable`);
  yield* validateIntOrPercent(maxSurge, `${field}.maxSurge`);
  if (magnitudeOf(maxUnavailable) === 0 && magnitudeOf(maxSurge) === 0) {
    const why = 'may not be 0 when `maxSurge` is 0';
    yield invalid(`${field}.maxUnavailable`, showIntOrString(maxUnavailable), why);
  }
  yield* validateAtMost100Percent(maxUnavailable, `${field}.maxUnavailable`);
}

function showStrategy({ type, rollingUpdate }: DeploymentStrategy): string {
  const pointer = rollingUpdate == null ? 'nil' : '0x0';
  return showStruct('apps.DeploymentStrategy', [
    ['Type', show(type ?? '')],
    ['RollingUpdate', `(*apps.RollingUpdateDeployment)(${pointer})`],
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
];

export function* validateDeploymentStatus(
  status: DeploymentStatus,
  old: DeploymentStatus,
): Iterable<FieldError> {
  yield* validateCounts(status, deploymentCounts);
  const parts = ['updatedReplicas', 'readyReplicas', 'availableReplicas'];
  yield* validateNoMoreThan(status, parts, 'replicas', 'status.replicas');
  yield* validateNoMoreThan(status, ['availableReplicas'], 'readyReplicas');
  yield* validateCollisions(status, old);
}

const replicaSetCounts = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'observedGeneration',
];

/** Of ReplicaSets and ReplicationControllers. */
export function* validateReplicaSetStatus(
  status: ReplicaSetStatus | ReplicationControllerStatus,
): Iterable<FieldError> {
  yield* validateCounts(status, replicaSetCounts);
  const parts = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'];
  yield* validateNoMoreThan(status, parts, 'replicas', 'status.replicas');
  yield* validateNoMoreThan(status, ['availableReplicas'], 'readyReplicas');
}

/** Checks of StatefulSets. */
import {
  semanticEqual,
  forbidden,
  invalid,
  required,
  show,
  type FieldErrors,
  showPointer,
  showStruct,
  Selector,
  type Shown,
} from '#values';
import { validateAnnotations, validateLabels } from '../object/validate-labels.ts';
import { validateNonNegative } from '../object/validate-values.ts';
import type {
  RollingUpdateStatefulSetStrategy,
  StatefulSetSpec,
  StatefulSetStatus,
  StatefulSetUpdateStrategy,
} from '#types';
import {
  readSelector,
  validateCounts,
  validateNoMoreThan,
  validateOwnSelector,
  validateTemplateLabels,
  validateUnending,
} from './validate-replicas.ts';

/** For a spec with its defaults. v1.24 does not check the pods of the template. */
export function validateStatefulSetSpec(errors: FieldErrors, spec: StatefulSetSpec): void {
  validatePodManagement(errors, spec.podManagementPolicy, 'spec.podManagementPolicy');
  validateStrategy(errors, spec.updateStrategy ?? {}, 'spec.updateStrategy');
  validateNonNegative(errors, spec.replicas, 'spec.replicas');
  validateNonNegative(errors, spec.minReadySeconds, 'spec.minReadySeconds');
  validateOwnSelector(errors, spec.selector, 'empty selector is invalid for statefulset');
  const selector = readSelector(spec.selector, '');
  const { template } = spec;
  if (selector instanceof Selector) {
    validateTemplateLabels(errors, template, selector);
    validateLabels(errors, template.metadata?.labels, 'spec.template.labels');
    validateAnnotations(errors, template.metadata?.annotations, 'spec.template.annotations');
  } else {
    errors.push(selector);
  }
  validateUnending(errors, template, 'StatefulSet');
}

function validatePodManagement(
  errors: FieldErrors,
  policy: string | undefined,
  field: string,
): void {
  if (!policy) errors.push(required(field));
  else if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    errors.push(invalid(field, show(policy), "must be 'OrderedReady' or 'Parallel'"));
  }
}

function validateStrategy(
  errors: FieldErrors,
  strategy: StatefulSetUpdateStrategy,
  field: string,
): void {
  const { rollingUpdate } = strategy;
  switch (strategy.type as string) {
    case 'OnDelete':
      if (rollingUpdate != null) {
        const why = "only allowed for updateStrategy 'RollingUpdate'";
        errors.push(invalid(`${field}.rollingUpdate`, showRollingUpdate(rollingUpdate), why));
      }
      return;
    case 'RollingUpdate':
      validateNonNegative(errors, rollingUpdate?.partition, `${field}.rollingUpdate.partition`);
      return;
    default:
      errors.push(invalid(field, showStrategy(strategy), "must be 'RollingUpdate' or 'OnDelete'"));
  }
}

function showStrategy({ type, rollingUpdate }: StatefulSetUpdateStrategy): Shown {
  return showStruct('apps.StatefulSetUpdateStrategy', [
    ['Type', show(type ?? '')],
    ['RollingUpdate', showPointer('apps.RollingUpdateStatefulSetStrategy', rollingUpdate)],
  ]);
}

function showRollingUpdate({ partition = 0 }: RollingUpdateStatefulSetStrategy): Shown {
  return showStruct('apps.RollingUpdateStatefulSetStrategy', [
    ['Partition', show(partition)],
    ['MaxUnavailable', '(*intstr.IntOrString)(nil)'],
  ]);
}

/** The fields that may change in an existing set. */
export function validateStatefulSetChange(
  errors: FieldErrors,
  spec: StatefulSetSpec,
  old: StatefulSetSpec,
): void {
  const { replicas, template, updateStrategy, minReadySeconds } = old;
  const fixed: StatefulSetSpec = { ...spec, replicas, template, updateStrategy, minReadySeconds };
  if (!semanticEqual(fixed, old)) {
    const why =
      "updates to statefulset spec for fields other than 'replicas', 'template', 'updateStrategy', " +
      "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
    errors.push(forbidden('spec', why));
  }
  // In addition to the checks of the spec, so v1.24 reports them twice.
  validateNonNegative(errors, spec.replicas, 'spec.replicas');
  validateNonNegative(errors, spec.minReadySeconds, 'spec.minReadySeconds');
}

/** In the order that v1.24 checks them. */
const counts = [
  'replicas',
  'readyReplicas',
  'currentReplicas',
  'updatedReplicas',
  'availableReplicas',
  'observedGeneration',
  'collisionCount',
];

export function validateStatefulSetStatus(errors: FieldErrors, status: StatefulSetStatus): void {
  validateCounts(errors, status, counts);
  const parts = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'];
  validateNoMoreThan(errors, status, parts, 'replicas', 'status.replicas');
  validateNoMoreThan(errors, status, ['availableReplicas'], 'readyReplicas', 'readyReplicas');
}

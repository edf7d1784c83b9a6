/** Checks of StatefulSets. */
import { deepEqual } from '../meta/equal.ts';
import { forbidden, invalid, required, show, type FieldError } from '../meta/field-errors.ts';
import { showStruct } from '../meta/go-show.ts';
import { Selector } from '../meta/label-selector.ts';
import { validateAnnotations, validateLabels } from '../meta/validate-labels.ts';
import { validateNonNegative } from '../meta/validate-values.ts';
import type {
  RollingUpdateStatefulSetStrategy,
  StatefulSetSpec,
  StatefulSetStatus,
  StatefulSetUpdateStrategy,
} from '../types/index.ts';
import {
  readSelector,
  validateCounts,
  validateNoMoreThan,
  validateOwnSelector,
  validateTemplateLabels,
  validateUnending,
} from './replicas.ts';

/** For a spec with its defaults. v1.24 does not look into the pods of the template. */
export function* validateStatefulSetSpec(spec: StatefulSetSpec): Iterable<FieldError> {
  yield* validatePodManagement(spec.podManagementPolicy, 'spec.podManagementPolicy');
  yield* validateStrategy(spec.updateStrategy ?? {}, 'spec.updateStrategy');
  yield* validateNonNegative(spec.replicas, 'spec.replicas');
  yield* validateNonNegative(spec.minReadySeconds, 'spec.minReadySeconds');
  yield* validateOwnSelector(spec.selector, 'empty selector is invalid for statefulset');
  const selector = readSelector(spec.selector, '');
  const { template } = spec;
  if (selector instanceof Selector) {
    yield* validateTemplateLabels(template, selector);
    yield* validateLabels(template.metadata?.labels, 'spec.template.labels');
    yield* validateAnnotations(template.metadata?.annotations, 'spec.template.annotations');
  } else {
    yield selector;
  }
  yield* validateUnending(template, 'StatefulSet');
}

function* validatePodManagement(policy: string | undefined, field: string): Iterable<FieldError> {
  if (!policy) yield required(field);
  else if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    yield invalid(field, show(policy), "must be 'OrderedReady' or 'Parallel'");
  }
}

function* validateStrategy(
  strategy: StatefulSetUpdateStrategy,
  field: string,
): Iterable<FieldError> {
  const { rollingUpdate } = strategy;
  switch (strategy.type as string) {
    case 'OnDelete':
      if (rollingUpdate != null) {
        const why = "only allowed for updateStrategy 'RollingUpdate'";
        yield invalid(`${field}.rollingUpdate`, showRollingUpdate(rollingUpdate), why);
      }
      return;
    case 'RollingUpdate':
      yield* validateNonNegative(rollingUpdate?.partition, `${field}.rollingUpdate.partition`);
      return;
    default:
      yield invalid(field, showStrategy(strategy), "must be 'RollingUpdate' or 'OnDelete'");
  }
}

function showStrategy({ type, rollingUpdate }: StatefulSetUpdateStrategy): string {
  const pointer = rollingUpdate == null ? 'nil' : '0x0';
  return showStruct('apps.StatefulSetUpdateStrategy', [
    ['Type', show(type ?? '')],
    ['RollingUpdate', `(*apps.RollingUpdateStatefulSetStrategy)(${pointer})`],
  ]);
}

function showRollingUpdate({ partition = 0 }: RollingUpdateStatefulSetStrategy): string {
  return showStruct('apps.RollingUpdateStatefulSetStrategy', [
    ['Partition', show(partition)],
    ['MaxUnavailable', '(*intstr.IntOrString)(nil)'],
  ]);
}

/** What may change once the set exists. */
export function* validateStatefulSetChange(
  spec: StatefulSetSpec,
  old: StatefulSetSpec,
): Iterable<FieldError> {
  const { replicas, template, updateStrategy, minReadySeconds } = old;
  const fixed: StatefulSetSpec = { ...spec, replicas, template, updateStrategy, minReadySeconds };
  if (deepEqual(fixed, old)) return;
  const why =
    "updates to statefulset spec for fields other than 'replicas', 'template', 'updateStrategy', " +
    "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  yield forbidden('spec', why);
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

export function* validateStatefulSetStatus(status: StatefulSetStatus): Iterable<FieldError> {
  yield* validateCounts(status, counts);
  const parts = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'];
  yield* validateNoMoreThan(status, parts, 'replicas', 'status.replicas');
  yield* validateNoMoreThan(status, ['availableReplicas'], 'readyReplicas', 'status.readyReplicas');
}

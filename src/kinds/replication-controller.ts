/** ReplicationControllers: ReplicaSets of the first generation. */
import { ageColumn, column, labelsText, replicaColumns, wide, workloadColumns } from './columns.ts';
import { defineKind } from './define-kind.ts';
import type { Kind } from './kind.ts';
import { changeField, fillAbsent, omitUnset, withField } from './meta/change.ts';
import { required, type FieldError } from './meta/field-errors.ts';
import { selectLabels } from './meta/label-selector.ts';
import { validateMetadata, validateMetadataUpdate } from './meta/validate-metadata.ts';
import { validateNonNegative } from './meta/validate-values.ts';
import { defaultPodTemplate } from './pod-template-defaults.ts';
import { defaultReplicaStatus, noReplicas } from './replica-set.ts';
import { scalingByLabels } from './scaling.ts';
import { validateReplicaSetStatus } from './validation/deployment.ts';
import { validateReplicatedTemplate } from './validation/replicas.ts';
import type { ReplicationController, ReplicationControllerSpec } from './types/index.ts';

export const replicationController: Kind<ReplicationController> = defineKind<ReplicationController>(
  {
    group: '',
    version: 'v1',
    kind: 'ReplicationController',
    plural: 'replicationcontrollers',
    shortNames: ['rc'],
    categories: ['all'],
    namespaced: true,
    subresources: ['scale', 'status'],
    scale: scalingByLabels(),
    generation: (object) => object.spec,
    defaults(object) {
      const whole = fillAbsent(object, { spec: {}, status: noReplicas });
      const specified = changeField(whole, 'spec', defaultSpec);
      return changeField(labelAsTemplate(specified), 'status', defaultReplicaStatus);
    },
    prepareCreate: (object) => ({ ...object, status: noReplicas }),
    prepareStatusUpdate: (object) => changeField(object, 'status', defaultReplicaStatus),
    validate: (object) => validateSpec(object.spec),
    // v1.24 checks it as a new one, then as an update, which checks the spec again.
    *validateUpdate(object, old) {
      yield* validateMetadata(object.metadata, replicationController);
      yield* validateSpec(object.spec);
      yield* validateMetadataUpdate(object.metadata, old.metadata);
      yield* validateSpec(object.spec);
    },
    *validateStatusUpdate(object, old) {
      yield* validateMetadataUpdate(object.metadata, old.metadata);
      yield* validateReplicaSetStatus(object.status);
    },
    columns: [
      ...replicaColumns<ReplicationController>(),
      ageColumn,
      ...workloadColumns<ReplicationController>(
        (object) => object.spec.template?.spec.containers ?? [],
      ),
      wide(
        column('Selector', 'string', 'Labels of the pods that belong to it.', (object) =>
          labelsText(object.spec.selector),
        ),
      ),
    ],
    selectableFields: { 'status.replicas': (object) => String(object.status?.replicas ?? 0) },
  },
);

/** The template's labels are the selector, unless there is one. */
function defaultSpec(spec: ReplicationControllerSpec): ReplicationControllerSpec {
  let filled = changeField(spec, 'template', defaultPodTemplate);
  const labels = filled.template?.metadata?.labels;
  if (!hasLabels(filled.selector) && hasLabels(labels)) {
    filled = withField(filled, 'selector', labels);
  }
  return omitUnset(fillAbsent(filled, { replicas: 1 }), ['minReadySeconds']);
}

function labelAsTemplate(object: ReplicationController): ReplicationController {
  const labels = object.spec.template?.metadata?.labels;
  if (hasLabels(object.metadata?.labels) || !hasLabels(labels)) return object;
  return { ...object, metadata: { ...object.metadata, labels } };
}

function hasLabels(labels: Readonly<Record<string, string>> | undefined): boolean {
  return labels !== undefined && Object.keys(labels).length > 0;
}

function* validateSpec(spec: ReplicationControllerSpec): Iterable<FieldError> {
  yield* validateNonNegative(spec.minReadySeconds, 'spec.minReadySeconds');
  const selector = selectLabels(spec.selector);
  if (selector.isEmpty()) yield required('spec.selector');
  yield* validateNonNegative(spec.replicas, 'spec.replicas');
  if (spec.template == null) yield required('spec.template');
  else yield* validateReplicatedTemplate(spec.template, selector, 'ReplicationController');
}

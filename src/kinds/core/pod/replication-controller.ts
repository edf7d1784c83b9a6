/** ReplicationControllers: the predecessors of ReplicaSets. */
import { withoutDisabledParts } from './disabled-parts.ts';
import {
  ageColumn,
  column,
  labelsText,
  replicaColumns,
  wide,
  workloadColumns,
} from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import { namedTemplateWarnings } from './template-warnings.ts';
import type { Kind } from '../../object/kind.ts';
import {
  changeField,
  fillAbsent,
  withField,
  required,
  type FieldErrors,
  selectLabels,
  changingField,
  andThen,
  type Resumable,
} from '#values';
import { validateMetadata, validateMetadataUpdate } from '../../object/validate-metadata.ts';
import { validateNonNegative } from '../../object/validate-values.ts';
import type { Profile } from '../../profile/profile.ts';
import { defaultingPodTemplate } from './pod-template-defaults.ts';
import { defaultReplicaStatus, noReplicas } from '../../apps/replica-set.ts';
import { scalePart, scalingByLabels } from '../../autoscaling/scaling.ts';
import { statusPart } from '../../object/subresources.ts';
import type { ReplicationController, ReplicationControllerSpec } from '#types';
import { usualChecks } from '../../late-checks.ts';

export const replicationController: Kind<ReplicationController> = defineKind<ReplicationController>(
  {
    group: '',
    version: 'v1',
    kind: 'ReplicationController',
    plural: 'replicationcontrollers',
    namespaced: true,
    names: { shortNames: ['rc'], categories: ['all'] },
    wire: {
      storagePath: 'controllers',
      defaultPropagation: 'Orphan',
      selectableFields: { 'status.replicas': (object) => String(object.status?.replicas ?? 0) },
    },
    subresources: {
      scale: scalePart(scalingByLabels()),
      status: statusPart({
        prepare: (object) => changeField(object, 'status', defaultReplicaStatus),
        validate(errors, object, old) {
          validateMetadataUpdate(errors, object.metadata, old.metadata);
          usualChecks.code.validateReplicaSetStatus(errors, object.status);
        },
      }),
    },
    rules: {
      defaultsLabels: true,
      load: usualChecks.load,
      withoutDisabled: withoutDisabledParts('spec', 'template', 'spec'),
      generation: (object) => object.spec,
      defaulting(object, profile) {
        const whole = fillAbsent(object, { spec: {}, status: noReplicas });
        const specified = changingField(whole, 'spec', (spec) => defaultingSpec(spec, profile));
        return andThen(specified, (each) =>
          changeField(labelAsTemplate(each), 'status', defaultReplicaStatus),
        );
      },
      prepareCreate: (object) => ({ ...object, status: noReplicas }),
      warnings: namedTemplateWarnings((object) => object.spec.template!),
      validate: (errors, object) => validateSpec(errors, object.spec),
      // First releases check it as a new one, then as an update, which checks the spec again.
      validateUpdate(errors, object, old, { profile }) {
        if (!profile.enabled('ClaimsCheckedOnce')) {
          validateMetadata(errors, object.metadata, replicationController);
          validateSpec(errors, object.spec);
        }
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        validateSpec(errors, object.spec);
      },
    },
    table: {
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
    },
    view: { restoreRank: 3, isDrawn: true },
  },
);

/** The template's labels are the default of the selector. */
function defaultingSpec(
  spec: ReplicationControllerSpec,
  profile: Profile,
): ReplicationControllerSpec | Resumable<ReplicationControllerSpec> {
  const filled = changingField(spec, 'template', (template) =>
    defaultingPodTemplate(template, profile),
  );
  return andThen(filled, selectAsTemplate);
}

function selectAsTemplate(spec: ReplicationControllerSpec): ReplicationControllerSpec {
  const labels = spec.template?.metadata?.labels;
  return !hasLabels(spec.selector) && hasLabels(labels)
    ? withField(spec, 'selector', labels)
    : spec;
}

function labelAsTemplate(object: ReplicationController): ReplicationController {
  const labels = object.spec.template?.metadata?.labels;
  if (hasLabels(object.metadata?.labels) || !hasLabels(labels)) return object;
  return { ...object, metadata: { ...object.metadata, labels } };
}

function hasLabels(labels: Readonly<Record<string, string>> | undefined): boolean {
  return labels !== undefined && Object.keys(labels).length > 0;
}

function validateSpec(errors: FieldErrors, spec: ReplicationControllerSpec): void {
  validateNonNegative(errors, spec.minReadySeconds, 'spec.minReadySeconds');
  const selector = selectLabels(spec.selector);
  if (selector.isEmpty()) errors.push(required('spec.selector'));
  validateNonNegative(errors, spec.replicas, 'spec.replicas');
  if (spec.template == null) errors.push(required('spec.template'));
  else {
    const { template, replicas } = spec;
    usualChecks.code.validateReplicatedTemplate(
      errors,
      template,
      selector,
      replicas,
      'ReplicationController',
    );
  }
}

/** ReplicaSets. */
import { withoutDisabledIn } from '../profile/gated-fields.ts';
import { withoutDisabledParts } from '../core/pod/disabled-parts.ts';
import { ageColumn, replicaColumns, workloadColumns } from '../object/columns.ts';
import { defaultTransitionTimes } from '../object/conditions.ts';
import { defineKind } from '../object/define-kind.ts';
import { namedTemplateWarnings } from '../core/pod/template-warnings.ts';
import type { Kind } from '../object/kind.ts';
import {
  changeField,
  fillAbsent,
  withField,
  showSelector,
  changingField,
  andThen,
  type Resumable,
} from '#values';
import {
  validateMetadata,
  validateMetadataUpdate,
  validateUnchanged,
} from '../object/validate-metadata.ts';
import type { Profile } from '../profile/profile.ts';
import { defaultingPodTemplate } from '../core/pod/pod-template-defaults.ts';
import { scalePart, scalingBySelector } from '../autoscaling/scaling.ts';
import { statusPart } from '../object/subresources.ts';
import type { ReplicaSet, ReplicaSetSpec, ReplicaSetStatus } from '#types';
import { usualChecks } from '../late-checks.ts';

export const replicaSet: Kind<ReplicaSet> = defineKind<ReplicaSet>({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  namespaced: true,
  names: { extensionsWith: 'WorkloadsOfExtensions', shortNames: ['rs'], categories: ['all'] },
  subresources: {
    scale: scalePart(scalingBySelector()),
    status: statusPart({
      prepare: (object) => changeField(object, 'status', defaultReplicaStatus),
      trim(object, old, { profile }) {
        const struct = profile.schemas.of('apps/v1', 'ReplicaSetStatus');
        return changeField(object, 'status', (status) =>
          withoutDisabledIn(struct, status, old.status, profile),
        );
      },
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        usualChecks.code.validateReplicaSetStatus(errors, object.status);
      },
    }),
  },
  rules: {
    load: usualChecks.load,
    withoutDisabled: withoutDisabledParts('spec', 'template', 'spec'),
    generation: (object) => object.spec,
    defaulting(object, profile) {
      const whole = fillAbsent(object, { spec: {} as ReplicaSetSpec, status: noReplicas });
      const specified = changingField(whole, 'spec', (spec) => defaultingSpec(spec, profile));
      return andThen(specified, (each) => changeField(each, 'status', defaultReplicaStatus));
    },
    prepareCreate: (object) => ({ ...object, status: noReplicas }),
    warnings: namedTemplateWarnings((object) => object.spec.template!),
    validate: (errors, object) => usualChecks.code.validateReplicaSetSpec(errors, object.spec),
    // First releases check it as a new one, then as an update, which checks the spec again.
    validateUpdate(errors, object, old, { profile }) {
      if (!profile.enabled('UpdatesCheckedOnce')) {
        validateMetadata(errors, object.metadata, replicaSet);
        usualChecks.code.validateReplicaSetSpec(errors, object.spec);
      }
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      usualChecks.code.validateReplicaSetSpec(errors, object.spec);
      const { selector } = object.spec;
      validateUnchanged(errors, selector, old.spec.selector, 'spec.selector', showSelector);
    },
  },
  table: {
    columns: [
      ...replicaColumns<ReplicaSet>(),
      ageColumn,
      ...workloadColumns<ReplicaSet>(
        (object) => object.spec.template?.spec.containers ?? [],
        (object) => object.spec.selector,
      ),
    ],
  },
  view: { restoreRank: 4, isDrawn: true, isMadeByOthers: true },
});

/** The status that v1.24 prints before its first update. */
export const noReplicas: ReplicaSetStatus = { replicas: 0 };

function defaultingSpec(
  spec: ReplicaSetSpec,
  profile: Profile,
): ReplicaSetSpec | Resumable<ReplicaSetSpec> {
  return andThen(defaultingPodTemplate(spec.template, profile), (template) =>
    withField(spec, 'template', template),
  );
}

/** Fills in a status; that of a ReplicationController is the same. */
export function defaultReplicaStatus(status: ReplicaSetStatus): ReplicaSetStatus {
  return defaultTransitionTimes(fillAbsent(status, noReplicas));
}

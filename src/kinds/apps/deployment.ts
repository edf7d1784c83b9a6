/** Deployments. */
import { withoutDisabledIn } from '../profile/gated-fields.ts';
import { withoutDisabledParts } from '../core/pod/disabled-parts.ts';
import { ageColumn, column, readyColumn, workloadColumns } from '../object/columns.ts';
import { defaultTransitionTimes } from '../object/conditions.ts';
import { defineKind } from '../object/define-kind.ts';
import { namedTemplateWarnings } from '../core/pod/template-warnings.ts';
import {
  changeField,
  fillAbsent,
  fillUnset,
  withField,
  showSelector,
  changingField,
  andThen,
  type Resumable,
} from '#values';
import { validateMetadataUpdate, validateUnchanged } from '../object/validate-metadata.ts';
import type { Profile } from '../profile/profile.ts';
import { defaultingPodTemplate } from '../core/pod/pod-template-defaults.ts';
import { scalePart, scalingBySelector } from '../autoscaling/scaling.ts';
import { statusPart } from '../object/subresources.ts';
import type { Deployment, DeploymentSpec, DeploymentStatus, DeploymentStrategy } from '#types';
import { usualChecks } from '../late-checks.ts';

export const deployment = defineKind<Deployment>({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  namespaced: true,
  names: { extensionsWith: 'WorkloadsOfExtensions', shortNames: ['deploy'], categories: ['all'] },
  subresources: {
    scale: scalePart(scalingBySelector()),
    status: statusPart({
      keepsMetadata: ['labels'],
      ownsNoMetadata: ['labels'],
      prepare: (object) => changeField(object, 'status', defaultStatus),
      trim(object, old, { profile }) {
        const struct = profile.schemas.of('apps/v1', 'DeploymentStatus');
        return changeField(object, 'status', (status) =>
          withoutDisabledIn(struct, status, old.status, profile),
        );
      },
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        usualChecks.code.validateDeploymentStatus(errors, object.status, old.status);
      },
    }),
  },
  rules: {
    load: usualChecks.load,
    withoutDisabled: withoutDisabledParts('spec', 'template', 'spec'),
    // Annotations are passed on to the ReplicaSets, so a change of them is work too.
    generation: ({ spec, metadata }) => [spec, metadata.annotations],
    defaulting(object, profile) {
      const whole = fillAbsent(object, { spec: {} as DeploymentSpec, status: {} });
      const specified = changingField(whole, 'spec', (spec) => defaultingSpec(spec, profile));
      return andThen(specified, (each) => changeField(each, 'status', defaultStatus));
    },
    prepareCreate: (object) => ({ ...object, status: {} }),
    warnings: namedTemplateWarnings((object) => object.spec.template),
    validate: (errors, object) => usualChecks.code.validateDeploymentSpec(errors, object.spec),
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      usualChecks.code.validateDeploymentSpec(errors, object.spec);
      const { selector } = object.spec;
      validateUnchanged(errors, selector, old.spec.selector, 'spec.selector', showSelector);
    },
  },
  table: {
    columns: [
      readyColumn(
        (object) => object.status?.readyReplicas,
        (object) => object.spec.replicas,
      ),
      column('Up-to-date', 'string', 'Pods of the latest template.', (object) => {
        return object.status?.updatedReplicas ?? 0;
      }),
      column('Available', 'string', 'Pods that are available.', (object) => {
        return object.status?.availableReplicas ?? 0;
      }),
      ageColumn,
      ...workloadColumns<Deployment>(
        (object) => object.spec.template.spec.containers,
        (object) => object.spec.selector,
        '',
      ),
    ],
  },
  view: { restoreRank: 3, isDrawn: true, canRestart: true },
});

function defaultingSpec(
  spec: DeploymentSpec,
  profile: Profile,
): DeploymentSpec | Resumable<DeploymentSpec> {
  return andThen(defaultingPodTemplate(spec.template, profile), (template) => {
    const filled = withField(spec, 'template', template);
    return withField(filled, 'strategy', defaultStrategy(filled.strategy ?? {}));
  });
}

function defaultStrategy(strategy: DeploymentStrategy): DeploymentStrategy {
  const typed = fillUnset(strategy, { type: 'RollingUpdate' });
  if (typed.type !== 'RollingUpdate') return typed;
  return changeField(fillAbsent(typed, { rollingUpdate: {} }), 'rollingUpdate', (rolling) =>
    fillAbsent(rolling, { maxUnavailable: '25%', maxSurge: '25%' }),
  );
}

/** Conditions have a second time: that of their last update. */
const conditionTimes = { lastUpdateTime: null, lastTransitionTime: null };

function defaultStatus(status: DeploymentStatus): DeploymentStatus {
  return defaultTransitionTimes(status, conditionTimes);
}

/** Deployments. */
import { ageColumn, column, readyColumn, workloadColumns } from './columns.ts';
import { defaultTransitionTimes } from './conditions.ts';
import { defineKind } from './define-kind.ts';
import { gatedPodFields } from './gated-fields.ts';
import { templateWarnings } from './pod-warnings.ts';
import { changeField, fillAbsent, fillUnset, omitUnset, withField } from './meta/change.ts';
import { showSelector } from './meta/go-show.ts';
import { validateMetadataUpdate, validateUnchanged } from './meta/validate-metadata.ts';
import { withoutDisabledFields } from './pod-disabled-fields.ts';
import { defaultPodTemplate } from './pod-template-defaults.ts';
import { scalePart, scalingBySelector } from './scaling.ts';
import { validateDeploymentSpec, validateDeploymentStatus } from './validation/deployment.ts';
import { statusPart } from './subresources.ts';
import type {
  Deployment,
  DeploymentSpec,
  DeploymentStatus,
  DeploymentStrategy,
} from './types/index.ts';

export const deployment = defineKind<Deployment>({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  shortNames: ['deploy'],
  categories: ['all'],
  namespaced: true,
  gatedFields: gatedPodFields('spec.template'),
  restoreRank: 3,
  isDrawn: true,
  canRestart: true,
  subresources: {
    scale: scalePart(scalingBySelector()),
    status: statusPart({
      keepsMetadata: ['labels'],
      prepare(object, old) {
        const { labels } = old.metadata;
        const labelled = changeField(object, 'metadata', (metadata) =>
          withField(metadata, 'labels', labels),
        );
        return changeField(labelled, 'status', defaultStatus);
      },
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        validateDeploymentStatus(errors, object.status, old.status);
      },
    }),
  },
  // Annotations are passed on to the ReplicaSets, so a change of them is work too.
  generation: ({ spec, metadata }) => [spec, metadata.annotations],
  defaults(object) {
    const whole = fillAbsent(object, { spec: {} as DeploymentSpec, status: {} });
    const specified = changeField(whole, 'spec', defaultSpec);
    return changeField(specified, 'status', defaultStatus);
  },
  prepareCreate: (object) => withEnabledTemplate({ ...object, status: {} }),
  prepareUpdate: withEnabledTemplate,
  warnings: templateWarnings((object) => object.spec.template),
  validate: (errors, object) => validateDeploymentSpec(errors, object.spec),
  validateUpdate(errors, object, old) {
    validateMetadataUpdate(errors, object.metadata, old.metadata);
    validateDeploymentSpec(errors, object.spec);
    const { selector } = object.spec;
    validateUnchanged(errors, selector, old.spec.selector, 'spec.selector', showSelector);
  },
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
});

/** Removes the fields that v1.24 ignores. */
function withEnabledTemplate(object: Deployment, old?: Deployment): Deployment {
  return changeField(object, 'spec', (spec) =>
    withField(spec, 'template', withoutDisabledFields(spec.template, old?.spec.template)),
  );
}

function defaultSpec(spec: DeploymentSpec): DeploymentSpec {
  let filled = withField(spec, 'template', defaultPodTemplate(spec.template));
  filled = withField(filled, 'strategy', defaultStrategy(filled.strategy ?? {}));
  filled = fillAbsent(filled, {
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
  });
  return omitUnset(filled, ['minReadySeconds', 'paused']);
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
  const shown = omitUnset(status, [
    'observedGeneration',
    'replicas',
    'updatedReplicas',
    'readyReplicas',
    'availableReplicas',
    'unavailableReplicas',
  ]);
  return defaultTransitionTimes(shown, conditionTimes);
}

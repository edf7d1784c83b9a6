/** StatefulSets. */
import { withoutDisabledParts } from '../core/pod/disabled-parts.ts';
import { ageColumn, readyColumn, workloadColumns } from '../object/columns.ts';
import { defaultTransitionTimes } from '../object/conditions.ts';
import { nestedMetadata } from '../object/nested-metadata.ts';
import { defineKind } from '../object/define-kind.ts';
import { templateWarnings } from '../core/pod/template-warnings.ts';
import type { Kind } from '../object/kind.ts';
import {
  changeField,
  fillAbsent,
  fillUnset,
  withField,
  checkDns1123Label,
  checkDns1123Subdomain,
  changingField,
  andThen,
  type Release,
  type Resumable,
  changingElements,
} from '#values';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import { defaultClaim } from '../core/volume/persistent-volume-claim.ts';
import type { Profile } from '../profile/profile.ts';
import { defaultingPodTemplate } from '../core/pod/pod-template-defaults.ts';
import { scalePart, scalingBySelector } from '../autoscaling/scaling.ts';
import { statusPart } from '../object/subresources.ts';
import type {
  Container,
  PodSpec,
  StatefulSet,
  StatefulSetSpec,
  StatefulSetStatus,
  StatefulSetUpdateStrategy,
  VolumeClaimTemplate,
} from '#types';
import { usualChecks } from '../late-checks.ts';

const ofTemplate = templateWarnings<StatefulSet>((object) => object.spec.template);
const keepsAllRevisions =
  'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended';

function setWarnings(
  object: StatefulSet,
  old: StatefulSet | undefined,
  release: Release,
): readonly string[] {
  const isUnlimited =
    (object.spec.revisionHistoryLimit ?? 0) < 0 && release.enabled('RevisionLimitsWarn');
  return [...ofTemplate(object, old, release), ...(isUnlimited ? [keepsAllRevisions] : [])];
}

export const statefulSet: Kind<StatefulSet> = defineKind<StatefulSet>({
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  namespaced: true,
  names: { shortNames: ['sts'], categories: ['all'] },
  subresources: {
    scale: scalePart({ ...scalingBySelector(), namesObject: true }),
    status: statusPart({
      prepare: (object) => changeField(object, 'status', defaultStatus),
      validate(errors, object, old) {
        usualChecks.code.validateStatefulSetStatus(errors, object.status);
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        usualChecks.code.validateCollisions(errors, object.status, old.status);
      },
    }),
  },
  rules: {
    load: usualChecks.load,
    withoutDisabled: withoutDisabledParts('spec', 'template', 'spec'),
    generation: (object) => object.spec,
    defaulting(object, profile) {
      const whole = fillAbsent(object, { spec: {} as StatefulSetSpec, status: noStatus });
      const specified = changingField(whole, 'spec', (spec) => defaultingSpec(spec, profile));
      return andThen(specified, (each) => changeField(each, 'status', defaultStatus));
    },
    prepareCreate: (object) => ({ ...object, status: noStatus }),
    warnings: setWarnings,
    validateName: (name, release) =>
      release?.enabled('StatefulSetNamesAreLabels') === true
        ? checkDns1123Label(name, release)
        : checkDns1123Subdomain(name),
    validate: (errors, object, { profile }) =>
      usualChecks.code.validateStatefulSetSpec(
        errors,
        object.spec,
        usualChecks.code.rulesOfStatefulSet(profile),
      ),
    // First releases check it as a new one, then as an update.
    validateUpdate(errors, object, old, { profile }) {
      const isNamed = !profile.enabled('StatefulSetNamesAreLabels');
      const metadata = (): void => validateMetadataUpdate(errors, object.metadata, old.metadata);
      if (isNamed) validateMetadata(errors, object.metadata, statefulSet);
      else metadata();
      usualChecks.code.validateStatefulSetSpec(
        errors,
        object.spec,
        usualChecks.code.rulesOfStatefulSet(profile, old.spec),
      );
      if (isNamed) metadata();
      usualChecks.code.validateStatefulSetChange(errors, object.spec, old.spec, profile);
    },
  },
  table: {
    columns: [
      readyColumn(
        (object) => object.status?.readyReplicas,
        (object) => object.spec.replicas,
      ),
      ageColumn,
      ...workloadColumns<StatefulSet>(containersOf),
    ],
  },
  view: { restoreRank: 3, isDrawn: true, canRestart: true },
});

/** The status that v1.24 prints before its first update. */
const noStatus: StatefulSetStatus = { replicas: 0, availableReplicas: 0 };

/** Templates are stored unchecked: they may be missing. */
function containersOf({ spec }: StatefulSet): readonly Container[] {
  const template: Partial<PodSpec> | undefined = spec.template.spec;
  return template?.containers ?? [];
}

function defaultingSpec(
  spec: StatefulSetSpec,
  profile: Profile,
): StatefulSetSpec | Resumable<StatefulSetSpec> {
  return andThen(defaultingPodTemplate(spec.template, profile), (template) =>
    changingElements(
      defaultOthers(withField(spec, 'template', template), profile),
      'volumeClaimTemplates',
      (claim) => defaultClaimTemplate(claim, profile),
    ),
  );
}

function defaultOthers(spec: StatefulSetSpec, profile: Profile): StatefulSetSpec {
  let filled = spec;
  filled = withField(
    filled,
    'updateStrategy',
    defaultStrategy(filled.updateStrategy ?? {}, profile),
  );
  filled = fillAbsent(filled, { serviceName: '' });
  if (profile.enabled('StatefulSetAutoDeletePVC')) {
    filled = withField(
      filled,
      'persistentVolumeClaimRetentionPolicy',
      fillUnset(filled.persistentVolumeClaimRetentionPolicy ?? {}, retained),
    );
  }
  return filled;
}

const retained = { whenDeleted: 'Retain', whenScaled: 'Retain' } as const;

/** The default type is RollingUpdate; a rolling update that is given gets the default partition. */
function defaultStrategy(
  strategy: StatefulSetUpdateStrategy,
  profile: Profile,
): StatefulSetUpdateStrategy {
  const typed = strategy.type
    ? strategy
    : fillAbsent({ ...strategy, type: 'RollingUpdate' as const }, { rollingUpdate: {} });
  if (typed.type !== 'RollingUpdate') return typed;
  const countsMissing = profile.enabled('MaxUnavailableStatefulSet');
  return changeField(typed, 'rollingUpdate', (rolling) =>
    fillAbsent(rolling, { partition: 0, ...(countsMissing && { maxUnavailable: 1 }) }),
  );
}

/** A claim template, printed as a whole object: always a claim, whatever kind it states. */
function defaultClaimTemplate(
  template: VolumeClaimTemplate,
  profile: Profile,
): VolumeClaimTemplate {
  const typed = withField(template, 'apiVersion', 'v1');
  const named = fillAbsent(withField(typed, 'kind', 'PersistentVolumeClaim'), { metadata: {} });
  return defaultClaim(
    changeField(named, 'metadata', (metadata) => nestedMetadata(metadata, profile)),
  );
}

function defaultStatus(status: StatefulSetStatus): StatefulSetStatus {
  return defaultTransitionTimes(fillAbsent(status, noStatus));
}

/** PersistentVolumeClaims. */
import { ageColumn, column, wide } from '../../object/columns.ts';
import { defaultTransitionTimes } from '../../object/conditions.ts';
import { defineKind } from '../../object/define-kind.ts';
import type { Kind } from '../../object/kind.ts';
import { changeField, fillAbsent, fillUnset, omitFields, type FieldErrors } from '#values';
import { validateMetadata, validateMetadataUpdate } from '../../object/validate-metadata.ts';
import type { Profile } from '../../profile/profile.ts';
import { accessModesText, classOfClaim } from './volume-rules.ts';
import { statusPart } from '../../object/subresources.ts';
import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimStatus,
  TypedLocalObjectReference,
} from '#types';
import { volumeChecks, warningTexts } from '../../late-checks.ts';

export const persistentVolumeClaim: Kind<PersistentVolumeClaim> = defineKind<PersistentVolumeClaim>(
  {
    group: '',
    version: 'v1',
    kind: 'PersistentVolumeClaim',
    plural: 'persistentvolumeclaims',
    namespaced: true,
    names: { shortNames: ['pvc'] },
    wire: { deleteAnswersObject: true, completedByWrite: () => true },
    subresources: {
      status: statusPart({
        prepare: (object) => changeField(object, 'status', defaultStatus),
        trim: (object, old, { profile }) =>
          changeField(object, 'status', (status) =>
            withoutDisabledStatus(status, old.status, profile),
          ),
        validate(errors, object, old) {
          validateMetadataUpdate(errors, object.metadata, old.metadata);
          volumeChecks.code.validateClaimStatus(errors, object);
        },
      }),
    },
    rules: {
      load: volumeChecks.load,
      defaults: defaultClaim,
      withoutDisabled: (object, old, profile) =>
        old?.spec.dataSourceRef != null
          ? object
          : changeField(object, 'spec', (spec) => withoutForeignSource(spec, profile)),
      prepareCreate(object) {
        const pending = { ...object, status: { phase: 'Pending' as const } };
        return changeField(pending, 'spec', pairPopularSources);
      },
      prepareUpdate: (object, old) =>
        changeField(object, 'spec', hasSource(old.spec) ? pairSources : pairPopularSources),
      validate: (errors, object) => volumeChecks.code.validateClaimSpec(errors, object.spec),
      // First releases check all of it twice.
      validateUpdate(errors, object, old, { profile }) {
        if (!profile.enabled('ClaimsCheckedOnce')) validateWhole(errors, object);
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        validateWhole(errors, object);
        volumeChecks.code.validateClaimChange(errors, object, old, profile);
      },
      warnings: (...parts) => warningTexts.code.claimWarnings(...parts),
    },
    table: {
      columns: [
        column('Status', 'string', 'Phase of the claim.', ({ metadata, status }) =>
          metadata.deletionTimestamp != null ? 'Terminating' : (status?.phase ?? ''),
        ),
        column(
          'Volume',
          'string',
          'Volume that it is bound to.',
          ({ spec }) => spec.volumeName ?? '',
        ),
        column('Capacity', 'string', 'Size of the volume.', ({ spec, status }) =>
          spec.volumeName ? (status?.capacity?.['storage'] ?? '0') : '',
        ),
        column('Access Modes', 'string', 'How the volume may be mounted.', ({ spec, status }) =>
          spec.volumeName ? accessModesText(status?.accessModes) : '',
        ),
        column('StorageClass', 'string', 'Class of the storage.', classOfClaim),
        {
          ...column<PersistentVolumeClaim>(
            'VolumeAttributesClass',
            'string',
            'Class of what can be changed later.',
            ({ spec }) => spec.volumeAttributesClassName ?? '<unset>',
          ),
          since: 29,
        },
        ageColumn,
        wide(
          column('VolumeMode', 'string', 'Whether it is a file system or a device.', ({ spec }) => {
            return spec.volumeMode ?? '<unset>';
          }),
        ),
      ],
    },
    view: { isMadeByOthers: true, madeFor: ['volumeClaimTemplate'] },
  },
);

/** A claim, or a claim template: it does not have everything that a stored object has. */
interface ClaimLike {
  readonly spec: PersistentVolumeClaimSpec;
  readonly status?: PersistentVolumeClaimStatus;
}

/** Also used for the claims that a StatefulSet creates from its templates. */
export function defaultClaim<T extends ClaimLike>(object: T): T {
  const whole: ClaimLike = fillAbsent<ClaimLike>(object, { spec: {}, status: {} });
  const specified = changeField(whole, 'spec', (spec) =>
    fillAbsent(spec, { volumeMode: 'Filesystem', resources: {} }),
  );
  return changeField(specified, 'status', defaultStatus) as T;
}

/** Conditions of claims have two times. */
const conditionTimes = { lastProbeTime: null, lastTransitionTime: null };

function defaultStatus(status: PersistentVolumeClaimStatus): PersistentVolumeClaimStatus {
  return defaultTransitionTimes(fillUnset(status, { phase: 'Pending' }), conditionTimes);
}

/** Fields of the status by the gates that they are behind. */
const gatedStatus = {
  CSIVolumeHealth: ['healthStatus'],
  RecoverVolumeExpansionFailure: [
    'allocatedResources',
    'allocatedResourceStatuses',
    'resizeStatus',
  ],
  VolumeAttributesClass: ['currentVolumeAttributesClassName', 'modifyVolumeStatus'],
} as const;

/** Leaves out fields whose feature gates are off; those that are already set stay. */
function withoutDisabledStatus(
  status: PersistentVolumeClaimStatus,
  old: PersistentVolumeClaimStatus | undefined,
  profile: Profile,
): PersistentVolumeClaimStatus {
  const gated = Object.entries(gatedStatus).flatMap(([gate, fields]) =>
    profile.enabled(gate) ? [] : fields.filter((field) => old?.[field] == null),
  );
  return gated.length === 0 ? status : omitFields(status, gated);
}

function validateWhole(errors: FieldErrors, { metadata, spec }: PersistentVolumeClaim): void {
  validateMetadata(errors, metadata, persistentVolumeClaim);
  volumeChecks.code.validateClaimSpec(errors, spec);
}

/** Leaves out a source in another namespace, which is behind a gate of its own. */
function withoutForeignSource(
  spec: PersistentVolumeClaimSpec,
  profile: Profile,
): PersistentVolumeClaimSpec {
  const isForeign = !!spec.dataSourceRef?.namespace;
  return isForeign && !profile.enabled('CrossNamespaceVolumeDataSource')
    ? omitFields(spec, ['dataSourceRef'])
    : spec;
}

function hasSource({ dataSource, dataSourceRef }: PersistentVolumeClaimSpec): boolean {
  return dataSource != null || dataSourceRef != null;
}

/**
 * The older field for the data source only supports claims and snapshots; any other source is
 * dropped from it, unless the newer field is set too.
 */
function pairPopularSources(spec: PersistentVolumeClaimSpec): PersistentVolumeClaimSpec {
  const { dataSource, dataSourceRef } = spec;
  if (dataSource == null || dataSourceRef != null || isPopular(dataSource))
    return pairSources(spec);
  return omitFields(spec, ['dataSource']);
}

/** Keeps the older and the newer field for the data source the same; only the newer one names other namespaces. */
function pairSources(spec: PersistentVolumeClaimSpec): PersistentVolumeClaimSpec {
  const { dataSource, dataSourceRef } = spec;
  if (dataSource != null && dataSourceRef == null) return { ...spec, dataSourceRef: dataSource };
  if (dataSourceRef != null && dataSource == null && !dataSourceRef.namespace) {
    return { ...spec, dataSource: omitFields(dataSourceRef, ['namespace']) };
  }
  return spec;
}

function isPopular({ apiGroup, kind }: TypedLocalObjectReference): boolean {
  if (kind === 'PersistentVolumeClaim') return !apiGroup;
  return kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io';
}

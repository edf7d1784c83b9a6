/** PersistentVolumes: storage that outlives the pods that use it. */
import { ageColumn, column, wide } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import { changeField, fillAbsent, fillUnset, formatTime, withField } from '#values';
import type { StrategyContext } from '../../object/part.ts';
import { validateMetadata, validateMetadataUpdate } from '../../object/validate-metadata.ts';
import { statusPart } from '../../object/subresources.ts';
import type { PersistentVolume, PersistentVolumeSpec, PersistentVolumeStatus } from '#types';
import { defaultBackend } from './volume-defaults.ts';
import { accessModesText, classOfVolume } from './volume-rules.ts';
import { volumeChecks, warningTexts } from '../../late-checks.ts';

const transitionGate = 'PersistentVolumeLastPhaseTransitionTime';

export const persistentVolume = defineKind<PersistentVolume>({
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  namespaced: false,
  names: { shortNames: ['pv'] },
  wire: { deleteAnswersObject: true },
  subresources: {
    status: statusPart({
      prepare: (object, old, context) =>
        context.profile.enabled(transitionGate)
          ? { ...object, status: entered(object.status, old.status, context) }
          : object,
      validate: (errors, object, old) =>
        validateMetadataUpdate(errors, object.metadata, old.metadata),
    }),
  },
  rules: {
    load: volumeChecks.load,
    checksStored: true,
    defaults(object) {
      const whole = fillAbsent(object, {
        spec: {} as PersistentVolumeSpec,
        status: {} as PersistentVolumeStatus,
      });
      const specified = changeField(whole, 'spec', defaultSpec);
      return changeField(specified, 'status', (status) => fillUnset(status, { phase: 'Pending' }));
    },
    prepareCreate: (object, context) =>
      context.profile.enabled(transitionGate)
        ? { ...object, status: enteredNow({ phase: 'Pending' }, context) }
        : object,
    validate(errors, object) {
      volumeChecks.code.validateVolumeSpec(errors, object.spec, object.metadata.name);
      volumeChecks.code.validateMountOptions(errors, object);
    },
    validateUpdate(errors, object, old, { profile }) {
      const { metadata, spec } = object;
      validateMetadata(errors, metadata, persistentVolume);
      volumeChecks.code.validateVolumeSpec(errors, spec, metadata.name, old.spec);
      volumeChecks.code.validateMountOptions(errors, object);
      // v1.24 checks all but the mount options twice.
      validateMetadata(errors, metadata, persistentVolume);
      volumeChecks.code.validateVolumeSpec(errors, spec, metadata.name, old.spec);
      volumeChecks.code.validateVolumeChange(errors, spec, old.spec, profile);
    },
    warnings: (...parts) => warningTexts.code.volumeWarnings(...parts),
  },
  table: {
    columns: [
      column('Capacity', 'string', 'Size of the volume.', ({ spec }) => {
        return spec.capacity?.['storage'] ?? '0';
      }),
      column('Access Modes', 'string', 'How the volume may be mounted.', ({ spec }) =>
        accessModesText(spec.accessModes),
      ),
      column(
        'Reclaim Policy',
        'string',
        'What happens to it once its claim is deleted.',
        ({ spec }) => spec.persistentVolumeReclaimPolicy ?? '',
      ),
      column('Status', 'string', 'Phase of the volume.', ({ metadata, status }) =>
        metadata.deletionTimestamp != null ? 'Terminating' : (status?.phase ?? ''),
      ),
      column('Claim', 'string', 'Claim that it is bound to.', ({ spec: { claimRef } }) =>
        claimRef == null ? '' : `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}`,
      ),
      column('StorageClass', 'string', 'Class of the storage.', classOfVolume),
      {
        ...column<PersistentVolume>(
          'VolumeAttributesClass',
          'string',
          'Class of what can be changed later.',
          ({ spec }) => spec.volumeAttributesClassName ?? '<unset>',
        ),
        since: 29,
      },
      column('Reason', 'string', 'Why it is in this phase.', ({ status }) => status?.reason ?? ''),
      ageColumn,
      wide(
        column('VolumeMode', 'string', 'Whether it is a file system or a device.', ({ spec }) => {
          return spec.volumeMode ?? '<unset>';
        }),
      ),
    ],
  },
  view: { isMadeByOthers: true, madeFor: ['PersistentVolume', 'volumeClaimTemplate'] },
});

function enteredNow(
  status: PersistentVolumeStatus,
  { now }: StrategyContext,
): PersistentVolumeStatus {
  return { ...status, lastPhaseTransitionTime: formatTime(now) };
}

/** With the time at which it has got its phase, unless the writer says another one. */
function entered(
  status: PersistentVolumeStatus,
  old: PersistentVolumeStatus,
  context: StrategyContext,
): PersistentVolumeStatus {
  const { phase, lastPhaseTransitionTime: time } = status;
  const before = old.lastPhaseTransitionTime;
  if (phase === old.phase) {
    return time == null ? withField(status, 'lastPhaseTransitionTime', before) : status;
  }
  return time == null || time === before ? enteredNow(status, context) : status;
}

function defaultSpec(spec: PersistentVolumeSpec): PersistentVolumeSpec {
  const filled = fillUnset(spec, { persistentVolumeReclaimPolicy: 'Retain' });
  return defaultBackend(fillAbsent(filled, { volumeMode: 'Filesystem' }));
}

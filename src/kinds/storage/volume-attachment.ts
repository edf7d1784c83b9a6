/** VolumeAttachments: which volume is to be attached to which node. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { changeField, fillAbsent, type FieldErrors } from '#values';
import { validateMetadata } from '../object/validate-metadata.ts';
import type { StrategyContext } from '../object/part.ts';
import { checkStated } from '../object/stated-checks.ts';
import { statusAlone } from '../object/subresources.ts';
import type {
  VolumeAttachment,
  VolumeAttachmentSpec,
  VolumeAttachmentStatus,
  VolumeError,
} from '#types';
import { defaultBackend } from '../core/volume/volume-defaults.ts';
import { volumeChecks } from '../late-checks.ts';

const noStatus: VolumeAttachmentStatus = { attached: false };

export const volumeAttachment = defineKind<VolumeAttachment>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  namespaced: false,
  wire: { requiresVersion: true, deleteAnswersObject: true },
  subresources: {
    status: statusAlone({
      prepare: (object) => changeField(object, 'status', defaultStatus),
      validate: validateChange,
    }),
  },
  rules: {
    load: volumeChecks.load,
    defaults(object) {
      const whole = fillAbsent(object, { spec: {} as VolumeAttachmentSpec, status: noStatus });
      const specified = changeField(whole, 'spec', (spec) =>
        changeField(fillAbsent(spec, noSpec), 'source', (source) =>
          changeField(source, 'inlineVolumeSpec', defaultBackend),
        ),
      );
      return changeField(specified, 'status', defaultStatus);
    },
    prepareCreate: (object) => ({ ...object, status: noStatus }),
    validate(errors, object, { profile }) {
      checkStated(errors, profile, (stated) =>
        volumeChecks.code.validateAttachment(errors, object, stated),
      );
      volumeChecks.code.validateNewAttachment(errors, object.spec);
    },
    validateUpdate: validateChange,
  },
  table: {
    columns: [
      { ...column('Attacher', 'string', 'Driver that attaches it.', attacherOf), format: 'name' },
      column('PV', 'string', 'Volume to attach.', ({ spec }) => {
        return spec.source.persistentVolumeName ?? '';
      }),
      column('Node', 'string', 'Node to attach it to.', ({ spec }) => spec.nodeName),
      column('Attached', 'boolean', 'Whether it is attached.', ({ status }) => status.attached),
      ageColumn,
    ],
  },
  view: { isMadeByOthers: true, madeFor: ['PersistentVolume', 'volumeClaimTemplate'] },
});

const noSpec: VolumeAttachmentSpec = { attacher: '', nodeName: '', source: {} };

function attacherOf({ spec }: VolumeAttachment): string {
  return spec.attacher;
}

function defaultStatus(status: VolumeAttachmentStatus): VolumeAttachmentStatus {
  let filled = fillAbsent(status, noStatus);
  filled = changeField(filled, 'attachError', defaultError);
  return changeField(filled, 'detachError', defaultError);
}

/** v1.24 prints null for no time. */
function defaultError(error: VolumeError): VolumeError {
  return fillAbsent<object>(error, { time: null }) as VolumeError;
}

/** At first all of it is checked twice. */
function validateChange(
  errors: FieldErrors,
  object: VolumeAttachment,
  old: VolumeAttachment,
  { profile }: StrategyContext,
): void {
  checkStated(errors, profile, (stated) => {
    const times = profile.enabled('AttachmentsCheckedOnce') ? 1 : 2;
    for (let time = 0; time < times; time++) {
      validateMetadata(errors, object.metadata, volumeAttachment);
      volumeChecks.code.validateAttachment(errors, object, stated);
    }
    volumeChecks.code.validateAttachmentChange(stated, object.spec, old.spec);
  });
}

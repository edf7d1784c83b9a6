/** Checks of volume attachments. */
import {
  utf8Length,
  forbidden,
  checkMixedCaseSubdomain,
  invalid,
  invalidFor,
  isSince,
  semanticEqual,
  show,
  showPointer,
  showStruct,
  type Shown,
  required,
  tooLong,
  type FieldErrors,
  checkDns1123Subdomain,
} from '#values';
import type { StatedErrors } from '../object/stated-checks.ts';
import type {
  VolumeAttachment,
  VolumeAttachmentSource,
  VolumeAttachmentSpec,
  VolumeError,
} from '#types';
import { validateInlineVolume } from '../core/volume/validate-persistent-volume.ts';
import { longestDriver, validateCsiDriver } from '../core/volume/validate-volume-backends.ts';

const mostMetadataBytes = 256 * 1024;
const longestMessage = 1024;

/** For an attachment with its defaults. */
export function validateAttachment(
  errors: FieldErrors,
  { spec, status }: VolumeAttachment,
  stated: StatedErrors,
): void {
  const isWhole = isSince(errors, 'AttachmentsCheckedAlike');
  if (isWhole) validateAttacher(errors, spec.attacher, stated);
  else if (spec.attacher === '') errors.push(required('spec.attacher'));
  validateSource(errors, spec.source);
  invalidFor(errors, 'spec.nodeName', spec.nodeName, checkDns1123Subdomain(spec.nodeName));
  const bytes = Object.entries(status.attachmentMetadata ?? {})
    .map(([key, value]) => utf8Length(key) + utf8Length(value))
    .reduce((sum, size) => sum + size, 0);
  if (bytes > mostMetadataBytes) {
    errors.push(tooLong('status.attachmentMetadata', mostMetadataBytes, errors.release));
  }
  validateError(errors, status.attachError, 'status.attachError');
  validateError(errors, status.detachError, 'status.detachError');
  if (isWhole) validateVolumeName(errors, spec);
}

function validateAttacher(errors: FieldErrors, attacher: string, stated: StatedErrors): void {
  const field = 'spec.attacher';
  if (!stated.areLast) validateCsiDriver(errors, attacher, field);
  else if (attacher === '') stated.required(field);
  else {
    for (const fault of checkMixedCaseSubdomain(attacher)) {
      stated.add(invalid(field, show(attacher), fault));
    }
    if (attacher.length > longestDriver) stated.add(tooLong(field, longestDriver, errors.release));
  }
}

function validateSource(errors: FieldErrors, source: VolumeAttachmentSource): void {
  const field = 'spec.source';
  const { inlineVolumeSpec, persistentVolumeName } = source;
  const why = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (inlineVolumeSpec == null && persistentVolumeName == null) {
    errors.push(required(field, why));
  } else if (inlineVolumeSpec != null && persistentVolumeName != null) {
    errors.push(forbidden(field, why));
  } else if (inlineVolumeSpec != null) {
    validateInlineVolume(errors, inlineVolumeSpec, `${field}.inlineVolumeSpec`);
  } else if (persistentVolumeName === '') {
    const empty = 'must specify non empty persistentVolumeName';
    errors.push(required(`${field}.persistentVolumeName`, empty));
  }
}

/** The message of v1.24 names the limit for metadata. */
function validateError(errors: FieldErrors, error: VolumeError | undefined, field: string): void {
  if (utf8Length(error?.message ?? '') <= longestMessage) return;
  errors.push(tooLong(`${field}.message`, mostMetadataBytes, errors.release));
}

/** Checks that v1.24 makes of new attachments only. */
export function validateNewAttachment(errors: FieldErrors, spec: VolumeAttachmentSpec): void {
  if (isSince(errors, 'AttachmentsCheckedAlike')) return;
  validateCsiDriver(errors, spec.attacher, 'spec.attacher');
  validateVolumeName(errors, spec);
}

function validateVolumeName(errors: FieldErrors, { source }: VolumeAttachmentSpec): void {
  const { persistentVolumeName: name } = source;
  if (name == null) return;
  invalidFor(errors, 'spec.source.persistentVolumeName', name, checkDns1123Subdomain(name));
}

export function validateAttachmentChange(
  stated: StatedErrors,
  spec: VolumeAttachmentSpec,
  old: VolumeAttachmentSpec,
): void {
  if (semanticEqual(spec, old)) return;
  stated.immutable('spec', () => showSpec(spec));
}

function showSpec({ attacher, nodeName, source }: VolumeAttachmentSpec): Shown {
  return showStruct('storage.VolumeAttachmentSpec', [
    ['Attacher', show(attacher)],
    [
      'Source',
      showStruct('storage.VolumeAttachmentSource', [
        ['PersistentVolumeName', showPointer('string', source.persistentVolumeName)],
        ['InlineVolumeSpec', showPointer('core.PersistentVolumeSpec', source.inlineVolumeSpec)],
      ]),
    ],
    ['NodeName', show(nodeName)],
  ]);
}

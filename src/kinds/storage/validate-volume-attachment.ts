/** Checks of volume attachments. */
import {
  utf8Length,
  forbidden,
  invalidFor,
  required,
  tooLong,
  type FieldErrors,
  checkDns1123Subdomain,
} from '#values';
import { validateUnchanged } from '../object/validate-metadata.ts';
import type {
  VolumeAttachment,
  VolumeAttachmentSource,
  VolumeAttachmentSpec,
  VolumeError,
} from '#types';
import { validateInlineVolume } from '../core/volume/validate-persistent-volume.ts';
import { validateCsiDriver } from '../core/volume/validate-volume-backends.ts';

const mostMetadataBytes = 256 * 1024;
const longestMessage = 1024;

/** For an attachment with its defaults. */
export function validateAttachment(errors: FieldErrors, { spec, status }: VolumeAttachment): void {
  if (spec.attacher === '') errors.push(required('spec.attacher'));
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
  validateCsiDriver(errors, spec.attacher, 'spec.attacher');
  const { persistentVolumeName: name } = spec.source;
  if (name == null) return;
  invalidFor(errors, 'spec.source.persistentVolumeName', name, checkDns1123Subdomain(name));
}

export function validateAttachmentChange(
  errors: FieldErrors,
  spec: VolumeAttachmentSpec,
  old: VolumeAttachmentSpec,
): void {
  validateUnchanged(errors, spec, old, 'spec', (shown) => {
    return `storage.VolumeAttachmentSpec${JSON.stringify(shown)}`;
  });
}

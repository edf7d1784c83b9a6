/** Checks of volumes whose content comes from the cluster itself. */
import {
  parseQuantity,
  forbidden,
  invalid,
  isSince,
  notSupported,
  required,
  show,
  showName,
  type FieldErrors,
} from '#values';
import { refuseOtherMetadata } from '../../object/template-metadata.ts';
import { validateAnnotations, validateLabels } from '../../object/validate-labels.ts';
import { validateOneOf } from '../../object/validate-values.ts';
import type {
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  EmptyDirVolumeSource,
  ImageVolumeSource,
  EphemeralVolumeSource,
  HostPathVolumeSource,
  KeyToPath,
  PersistentVolumeClaimVolumeSource,
  SecretVolumeSource,
  ConfigMapVolumeSource,
} from '#types';
import { validateClaimSpec } from './validate-claims.ts';
import {
  fieldsForFiles,
  validateFieldRef,
  validateHostIps,
  validateResourceFieldRef,
} from '../pod/validation/field-sources.ts';
import {
  validateFileMode,
  validateFilePath,
  validateNoBacksteps,
} from '../../object/validate-paths.ts';

/** The check of each kind of source. `field` is the path of the source. */
export type SourceChecks = Readonly<
  Record<string, (errors: FieldErrors, source: never, field: string) => void>
>;

export const sourceChecks: SourceChecks = {
  emptyDir: validateEmptyDir,
  hostPath: validateHostPath,
  secret: validateSecret,
  configMap: validateConfigMap,
  persistentVolumeClaim: validateClaim,
  downwardAPI: validateDownwardApi,
  ephemeral: validateEphemeral,
  image: validateImage,
};

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];

function validateImage(
  errors: FieldErrors,
  { reference, pullPolicy }: ImageVolumeSource,
  field: string,
): void {
  if (!reference) errors.push(required(`${field}.reference`));
  if (!pullPolicy) errors.push(required(`${field}.pullPolicy`));
  else validateOneOf(errors, pullPolicy, pullPolicies, `${field}.pullPolicy`);
}

function validateEmptyDir(
  errors: FieldErrors,
  { sizeLimit }: EmptyDirVolumeSource,
  field: string,
): void {
  if (sizeLimit == null || parseQuantity(sizeLimit).sign() >= 0) return;
  const why = 'SizeLimit field must be a valid resource quantity';
  errors.push(forbidden(`${field}.sizeLimit`, why));
}

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

function validateHostPath(
  errors: FieldErrors,
  { path, type }: HostPathVolumeSource,
  field: string,
): void {
  if (!path) {
    errors.push(required(`${field}.path`));
    return;
  }
  validateNoBacksteps(errors, path, `${field}.path`);
  if (type != null && !hostPathTypes.includes(type)) {
    errors.push(notSupported(`${field}.type`, showName(type), hostPathTypes));
  }
}

function validateSecret(
  errors: FieldErrors,
  { secretName, defaultMode, items }: SecretVolumeSource,
  field: string,
): void {
  if (!secretName) errors.push(required(`${field}.secretName`));
  validateFileMode(errors, defaultMode, `${field}.defaultMode`);
  validateItems(errors, items, `${field}.items`);
}

function validateConfigMap(
  errors: FieldErrors,
  { name, defaultMode, items }: ConfigMapVolumeSource,
  field: string,
): void {
  if (!name) errors.push(required(`${field}.name`));
  validateFileMode(errors, defaultMode, `${field}.defaultMode`);
  validateItems(errors, items, `${field}.items`);
}

function validateItems(
  errors: FieldErrors,
  items: readonly KeyToPath[] | undefined,
  field: string,
): void {
  for (const [index, item] of (items ?? []).entries()) {
    validateItem(errors, item, `${field}[${index}]`);
  }
}

export function validateItem(
  errors: FieldErrors,
  { key, path, mode }: KeyToPath,
  field: string,
): void {
  if (!key) errors.push(required(`${field}.key`));
  if (!path) errors.push(required(`${field}.path`));
  validateFilePath(errors, path ?? '', `${field}.path`);
  validateFileMode(errors, mode, `${field}.mode`);
}

function validateClaim(
  errors: FieldErrors,
  { claimName }: PersistentVolumeClaimVolumeSource,
  field: string,
): void {
  if (!claimName) errors.push(required(`${field}.claimName`));
}

function validateDownwardApi(
  errors: FieldErrors,
  { defaultMode, items = [] }: DownwardAPIVolumeSource,
  field: string,
): void {
  validateFileMode(errors, defaultMode, `${field}.defaultMode`);
  for (const item of items) validateFile(errors, item, field);
}

/** v1.24 does not say which file it means. */
export function validateFile(
  errors: FieldErrors,
  { path, fieldRef, resourceFieldRef, mode }: DownwardAPIVolumeFile,
  field: string,
): void {
  if (!path) errors.push(required(`${field}.path`));
  validateFilePath(errors, path ?? '', `${field}.path`);
  if (fieldRef != null) {
    validateFieldRef(errors, fieldRef, fieldsForFiles, `${field}.fieldRef`);
    validateHostIps(errors, fieldRef, `${field}.fieldRef`);
    if (resourceFieldRef != null) {
      const why = 'fieldRef and resourceFieldRef can not be specified simultaneously';
      errors.push(invalid(field, show('resource'), why));
    }
  } else if (resourceFieldRef != null) {
    validateResourceFieldRef(errors, resourceFieldRef, true, `${field}.resourceFieldRef`);
  } else {
    errors.push(required(field, 'one of fieldRef and resourceFieldRef is required'));
  }
  validateFileMode(errors, mode, `${field}.mode`);
}

function validateEphemeral(
  errors: FieldErrors,
  { volumeClaimTemplate: template }: EphemeralVolumeSource,
  field: string,
): void {
  const at = `${field}.volumeClaimTemplate`;
  if (template == null) {
    errors.push(required(at));
    return;
  }
  const { annotations, labels, ...others } = template.metadata ?? {};
  validateAnnotations(errors, annotations, `${at}.metadata.annotations`);
  validateLabels(errors, labels, `${at}.metadata.labels`);
  const why = isSince(errors, 'TemplateMetadataBriefly')
    ? 'cannot be set'
    : 'cannot be set for an ephemeral volume';
  refuseOtherMetadata(errors, others, `${at}.metadata`, why);
  validateClaimSpec(errors, template.spec, `${at}.spec`);
}

/** Checks of volumes whose content comes from the cluster itself. */
import {
  parseQuantity,
  forbidden,
  invalid,
  notSupported,
  required,
  show,
  showName,
  type FieldErrors,
} from '#values';
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
  ProjectedVolumeSource,
  SecretVolumeSource,
  ServiceAccountTokenProjection,
  ConfigMapVolumeSource,
} from '#types';
import { validateClaimSpec } from './validate-claims.ts';
import {
  fieldsForFiles,
  validateFieldRef,
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
  projected: validateProjected,
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

function validateItem(errors: FieldErrors, { key, path, mode }: KeyToPath, field: string): void {
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
function validateFile(
  errors: FieldErrors,
  { path, fieldRef, resourceFieldRef, mode }: DownwardAPIVolumeFile,
  field: string,
): void {
  if (!path) errors.push(required(`${field}.path`));
  validateFilePath(errors, path ?? '', `${field}.path`);
  if (fieldRef != null) {
    validateFieldRef(errors, fieldRef, fieldsForFiles, `${field}.fieldRef`);
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

/** No two files of all the sources may have the same path. */
function validateProjected(
  errors: FieldErrors,
  { defaultMode, sources }: ProjectedVolumeSource,
  field: string,
): void {
  validateFileMode(errors, defaultMode, `${field}.defaultMode`);
  const taken = new Set<string>();
  const take = (path: string | undefined, shown: string): void => {
    if (!path) return;
    if (taken.has(path)) errors.push(invalid(field, show(shown), 'conflicting duplicate paths'));
    taken.add(path);
  };
  for (const [index, source] of (sources ?? []).entries()) {
    const at = `${field}.sources[${index}]`;
    let count = 0;
    for (const name of ['secret', 'configMap'] as const) {
      const projection = source[name];
      if (projection == null) continue;
      count++;
      if (!projection.name) errors.push(required(`${at}.${name}.name`));
      for (const [itemIndex, item] of (projection.items ?? []).entries()) {
        validateItem(errors, item, `${at}.${name}.items[${itemIndex}]`);
        take(item.path, projection.name ?? '');
      }
    }
    if (source.downwardAPI != null) {
      count++;
      for (const item of source.downwardAPI.items ?? []) {
        validateFile(errors, item, `${at}.downwardAPI`);
        take(item.path, item.path);
      }
    }
    if (source.serviceAccountToken != null) {
      count++;
      validateToken(errors, source.serviceAccountToken, `${at}.serviceAccountToken`, field);
    }
    if (count > 1) errors.push(forbidden(at, 'may not specify more than 1 volume type'));
  }
}

const shortestTokenSeconds = 600;
const longestTokenSeconds = 2 ** 32;

/** How long a token of a service account may be valid. */
export function validateTokenSeconds(errors: FieldErrors, seconds: number, field: string): void {
  if (seconds < shortestTokenSeconds) {
    const why = 'may not specify a duration less than 10 minutes';
    errors.push(invalid(field, show(seconds), why));
  }
  if (seconds > longestTokenSeconds) {
    const why = 'may not specify a duration larger than 2^32 seconds';
    errors.push(invalid(field, show(seconds), why));
  }
}

/** @param volume the path of the volume, where v1.24 reports the token's path */
function validateToken(
  errors: FieldErrors,
  { expirationSeconds, path }: ServiceAccountTokenProjection,
  field: string,
  volume: string,
): void {
  validateTokenSeconds(errors, expirationSeconds ?? 0, `${field}.expirationSeconds`);
  if (!path) errors.push(required(`${volume}.path`));
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
  for (const [name, value] of Object.entries(others)) {
    if (value == null) continue;
    errors.push(forbidden(`${at}.metadata.${name}`, 'cannot be set for an ephemeral volume'));
  }
  validateClaimSpec(errors, template.spec, `${at}.spec`);
}

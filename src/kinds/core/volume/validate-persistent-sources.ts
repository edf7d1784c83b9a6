/** Checks of the sources of persistent volumes. */
import {
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
  checkDns1123Label,
  checkDns1123Subdomain,
  isSince,
} from '#values';
import { validateRange } from '../../object/validate-values.ts';
import type {
  AzureFilePersistentVolumeSource,
  CSIPersistentVolumeSource,
  CinderPersistentVolumeSource,
  GlusterfsPersistentVolumeSource,
  ISCSIPersistentVolumeSource,
  LocalVolumeSource,
  PersistentVolumeSpec,
  StorageOSPersistentVolumeSource,
} from '#types';
import { validateNoBacksteps } from '../../object/validate-paths.ts';
import {
  backendChecks,
  isIscsiName,
  requires,
  validateCsiDriver,
  validateStorageOsNames,
} from './validate-volume-backends.ts';
import { sourceChecks } from './validate-volume-sources.ts';

/** In the order in which v1.24 looks for them: any after the first is an error. */
export const persistentSources = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
] as const satisfies readonly (keyof PersistentVolumeSpec)[];

type Source = (typeof persistentSources)[number];
type Check = (errors: FieldErrors, source: never, field: string, volume: string) => void;

const checks: Readonly<Record<string, Check>> = {
  ...sourceChecks,
  ...backendChecks,
  glusterfs: validateGlusterfs,
  iscsi: validateIscsi,
  cinder: validateCinder,
  azureFile: validateAzureFile,
  local: validateLocal,
  storageos: validateStorageOs,
  csi: validateCsi,
};

/** Where v1.24 uses another name for a source than the field's, as for the volumes of pods. */
const namesAmongMany: Partial<Record<Source, string>> = { cephfs: 'cephFS' };
const namesInPaths: Partial<Record<Source, string>> = { gcePersistentDisk: 'persistentDisk' };

/** @param volume the name of the volume, which some systems put into theirs */
export function validatePersistentSource(
  errors: FieldErrors,
  spec: PersistentVolumeSpec,
  field: string,
  volume: string,
): void {
  let isFound = false;
  for (const source of persistentSources) {
    const value = spec[source];
    if (value == null) continue;
    // v1.24 does not look for others before this one.
    if (isFound && source !== 'flexVolume') {
      const why = 'may not specify more than 1 volume type';
      errors.push(forbidden(`${field}.${namesAmongMany[source] ?? source}`, why));
      continue;
    }
    isFound = true;
    checks[source]!(errors, value as never, `${field}.${namesInPaths[source] ?? source}`, volume);
    if (source === 'local' && spec.nodeAffinity == null) {
      errors.push(required(`${field}.nodeAffinity`, 'Local volume requires node affinity'));
    }
  }
  if (!isFound) errors.push(required(field, 'must specify a volume type'));
}

function validateGlusterfs(
  errors: FieldErrors,
  source: GlusterfsPersistentVolumeSource,
  field: string,
): void {
  requires('endpoints', requires('path'))(errors, source, field);
  const { endpointsNamespace: namespace } = source;
  if (namespace == null) return;
  const at = `${field}.endpointsNamespace`;
  if (namespace === '') {
    const why = 'if the endpointnamespace is set, it must be a valid namespace name';
    errors.push(invalid(at, show(''), why));
  } else {
    invalidFor(errors, at, namespace, checkDns1123Label(namespace, errors.release));
  }
}

const longestInitiator = 64;

function validateIscsi(
  errors: FieldErrors,
  source: ISCSIPersistentVolumeSource,
  field: string,
  volume: string,
): void {
  const { targetPortal = '', iqn, lun = 0, secretRef, initiatorName } = source;
  if (targetPortal === '') errors.push(required(`${field}.targetPortal`));
  if (initiatorName != null && `${volume}:${targetPortal}`.length > longestInitiator) {
    const why =
      'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
    errors.push(invalid(`${field}.targetportal`, show(targetPortal), why));
  }
  if (!iqn) errors.push(required(`${field}.iqn`));
  else validateIscsiName(errors, iqn, `${field}.iqn`);
  validateRange(errors, lun, 0, 255, `${field}.lun`);
  const hasPassword = source.chapAuthDiscovery === true || source.chapAuthSession === true;
  if (hasPassword && secretRef == null) errors.push(required(`${field}.secretRef`));
  if (secretRef != null) requires('name')(errors, secretRef, `${field}.secretRef`);
  if (initiatorName != null) validateIscsiName(errors, initiatorName, `${field}.initiatorname`);
}

function validateIscsiName(errors: FieldErrors, name: string, field: string): void {
  if (!isIscsiName(name)) errors.push(invalid(field, show(name), 'must be valid format'));
}

function validateCinder(
  errors: FieldErrors,
  source: CinderPersistentVolumeSource,
  field: string,
): void {
  requires('volumeID')(errors, source, field);
  validateSecret(errors, source.secretRef, `${field}.secretRef`);
}

function validateSecret(errors: FieldErrors, secret: object | undefined, field: string): void {
  if (secret != null) requires('name', requires('namespace'))(errors, secret, field);
}

function validateAzureFile(
  errors: FieldErrors,
  source: AzureFilePersistentVolumeSource,
  field: string,
): void {
  requires('secretName', requires('shareName'))(errors, source, field);
  if (source.secretNamespace === '') errors.push(required(`${field}.secretNamespace`));
}

function validateLocal(errors: FieldErrors, { path }: LocalVolumeSource, field: string): void {
  if (!path) errors.push(required(`${field}.path`));
  else validateNoBacksteps(errors, path, `${field}.path`);
}

function validateStorageOs(
  errors: FieldErrors,
  source: StorageOSPersistentVolumeSource,
  field: string,
): void {
  validateStorageOsNames(errors, source, field);
  validateSecret(errors, source.secretRef, `${field}.secretRef`);
}

const csiSecrets = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;

function secretFaults(
  errors: FieldErrors,
  part: 'name' | 'namespace',
  value: string,
): readonly string[] {
  return part === 'name' && isSince(errors, 'SecretsOfDriversAsNamed')
    ? checkDns1123Subdomain(value)
    : checkDns1123Label(value, errors.release);
}

/** v1.24 reports bad names of secrets at the source itself, and does not check those for staging. */
function validateCsi(errors: FieldErrors, source: CSIPersistentVolumeSource, field: string): void {
  validateCsiDriver(errors, source.driver ?? '', `${field}.driver`);
  requires('volumeHandle')(errors, source, field);
  for (const reference of csiSecrets) {
    const secret = source[reference];
    if (secret == null) continue;
    const place = isSince(errors, 'SecretsOfDriversInPlace') ? `${field}.${reference}` : field;
    for (const part of ['name', 'namespace'] as const) {
      const value = secret[part];
      if (!value) errors.push(required(`${field}.${reference}.${part}`));
      else invalidFor(errors, `${place}.${part}`, value, secretFaults(errors, part, value));
    }
  }
}

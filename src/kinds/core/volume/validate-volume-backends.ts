/** Checks of volumes from storage systems. */
import {
  invalid,
  invalidFor,
  isSince,
  notSupported,
  required,
  show,
  tooLong,
  type FieldErrors,
  showStrings,
  checkDns1123Label,
  checkDns1123Subdomain,
} from '#values';
import { validateOneOf, validateRange } from '../../object/validate-values.ts';
import type {
  AzureDiskVolumeSource,
  CinderVolumeSource,
  CSIVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GitRepoVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
  QuobyteVolumeSource,
  StorageOSVolumeSource,
} from '#types';
import { validateRelativePath } from '../../object/validate-paths.ts';
import type { SourceChecks } from './validate-volume-sources.ts';

export const backendChecks: SourceChecks = {
  gitRepo: validateGitRepo,
  gcePersistentDisk: requires('pdName', validatePartition),
  awsElasticBlockStore: requires('volumeID', validatePartition),
  nfs: validateNfs,
  iscsi: validateIscsi,
  glusterfs: requires('endpoints', requires('path')),
  flocker: validateFlocker,
  rbd: requires('monitors', requires('image')),
  cinder: validateCinder,
  cephfs: requires('monitors'),
  quobyte: validateQuobyte,
  fc: validateFc,
  flexVolume: validateFlex,
  azureFile: requires('secretName', requires('shareName')),
  vsphereVolume: requires('volumePath'),
  photonPersistentDisk: requires('pdID'),
  portworxVolume: requires('volumeID'),
  azureDisk: validateAzureDisk,
  storageos: validateStorageOs,
  scaleIO: requires('gateway', requires('system', requires('volumeName'))),
  csi: validateCsi,
};

type Check = (errors: FieldErrors, source: object, field: string) => void;

/** A text or list that must not be empty; then the next check. */
export function requires(name: string, next?: Check): Check {
  return (errors, source, field) => {
    const value = (source as Readonly<Record<string, string | readonly string[] | undefined>>)[
      name
    ];
    if (value == null || value.length === 0) errors.push(required(`${field}.${name}`));
    next?.(errors, source, field);
  };
}

/** The message of v1.24 says that partitions start at 1, but it accepts 0 for the whole disk. */
function validatePartition(
  errors: FieldErrors,
  { partition = 0 }: { readonly partition?: number },
  field: string,
): void {
  if (partition >= 0 && partition <= 255) return;
  const why = 'must be between 1 and 255, inclusive';
  errors.push(invalid(`${field}.partition`, show(partition), why));
}

function validateGitRepo(
  errors: FieldErrors,
  { repository, directory = '' }: GitRepoVolumeSource,
  field: string,
): void {
  if (!repository) errors.push(required(`${field}.repository`));
  validateRelativePath(errors, directory, `${field}.directory`);
}

function validateNfs(
  errors: FieldErrors,
  { server, path = '' }: NFSVolumeSource,
  field: string,
): void {
  if (!server) errors.push(required(`${field}.server`));
  if (path === '') errors.push(required(`${field}.path`));
  if (!path.startsWith('/')) {
    errors.push(invalid(`${field}.path`, show(path), 'must be an absolute path'));
  }
}

const iscsiNames: Readonly<Record<string, (name: string) => boolean>> = {
  iqn: endsWithIqn,
  eui: (name) => /^eui.[a-zA-Z0-9]{16}$/.test(name),
  naa: (name) => /^naa.[a-zA-Z0-9]{32}$/.test(name),
};

/**
 * Whether a text ends with `iqn.2020-01.com.example:target`. A single pattern that may start
 * anywhere would be tried from each start.
 */
function endsWithIqn(name: string): boolean {
  const [end] = name.split(/[,;*&$|\s]/).slice(-1) as [string];
  const authorities = end.matchAll(/(?<![a-zA-Z0-9.-])[a-zA-Z0-9.-]+(?=:.)/g);
  return [...authorities].some(([each]) => /iqn\.\d{4}-\d{2}\.[a-zA-Z0-9.-]/.test(each));
}

function validateIscsi(
  errors: FieldErrors,
  {
    targetPortal,
    iqn,
    lun = 0,
    chapAuthDiscovery,
    chapAuthSession,
    secretRef,
    initiatorName,
  }: ISCSIVolumeSource,
  field: string,
): void {
  if (!targetPortal) errors.push(required(`${field}.targetPortal`));
  if (!iqn) errors.push(required(`${field}.iqn`));
  else validateIscsiName(errors, iqn, `${field}.iqn`);
  validateRange(errors, lun, 0, 255, `${field}.lun`);
  if ((chapAuthDiscovery === true || chapAuthSession === true) && secretRef == null) {
    errors.push(required(`${field}.secretRef`));
  }
  if (initiatorName != null) validateIscsiName(errors, initiatorName, `${field}.initiatorname`);
}

function validateIscsiName(errors: FieldErrors, name: string, field: string): void {
  if (iscsiNames[name.slice(0, 3)] === undefined) {
    const why = 'must be valid format starting with iqn, eui, or naa';
    errors.push(invalid(field, show(name), why));
  } else if (!isIscsiName(name)) {
    errors.push(invalid(field, show(name), 'must be valid format'));
  }
}

/** Whether it names a target or an initiator. */
export function isIscsiName(name: string): boolean {
  return iscsiNames[name.slice(0, 3)]?.(name) === true;
}

function validateFlocker(
  errors: FieldErrors,
  { datasetName = '', datasetUUID = '' }: FlockerVolumeSource,
  field: string,
): void {
  if (datasetName === '' && datasetUUID === '') {
    errors.push(required(field, 'one of datasetName and datasetUUID is required'));
  }
  if (datasetName !== '' && datasetUUID !== '') {
    const why = 'datasetName and datasetUUID can not be specified simultaneously';
    errors.push(invalid(field, show('resource'), why));
  }
  if (datasetName.includes('/')) {
    errors.push(invalid(`${field}.datasetName`, show(datasetName), "must not contain '/'"));
  }
}

function validateCinder(
  errors: FieldErrors,
  { volumeID, secretRef }: CinderVolumeSource,
  field: string,
): void {
  if (!volumeID) errors.push(required(`${field}.volumeID`));
  if (secretRef != null && !secretRef.name) errors.push(required(`${field}.secretRef.name`));
}

function validateQuobyte(
  errors: FieldErrors,
  { registry = '', tenant = '', volume }: QuobyteVolumeSource,
  field: string,
): void {
  const why = 'must be a host:port pair or multiple pairs separated by commas';
  if (registry === '') errors.push(required(`${field}.registry`, why));
  else if (tenant.length >= 65) {
    const limit = 'must be a UUID and may not exceed a length of 64 characters';
    errors.push(required(`${field}.tenant`, limit));
  } else {
    for (const pair of registry.split(',')) {
      if (!isHostPort(pair)) errors.push(invalid(`${field}.registry`, show(registry), why));
    }
  }
  if (!volume) errors.push(required(`${field}.volume`));
}

/** One colon, or a host in brackets before it. */
function isHostPort(text: string): boolean {
  return /^([^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(text);
}

function validateFc(
  errors: FieldErrors,
  { targetWWNs = [], wwids = [], lun }: FCVolumeSource,
  field: string,
): void {
  const at = `${field}.targetWWNs`;
  if (targetWWNs.length === 0 && wwids.length === 0) {
    errors.push(required(at, 'must specify either targetWWNs or wwids, but not both'));
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    const why = 'targetWWNs and wwids can not be specified simultaneously';
    errors.push(invalid(at, showStrings(targetWWNs), why));
  }
  if (targetWWNs.length === 0) return;
  if (lun == null)
    errors.push(required(`${field}.lun`, 'lun is required if targetWWNs is specified'));
  else validateRange(errors, lun, 0, 255, `${field}.lun`);
}

function validateFlex(
  errors: FieldErrors,
  { driver, options = {} }: FlexVolumeSource,
  field: string,
): void {
  if (!driver) errors.push(required(`${field}.driver`));
  for (const key of Object.keys(options).sort()) {
    const domain = `.${key.split('/', 1)[0]!.toLowerCase()}`;
    if (!domain.endsWith('.kubernetes.io') && !domain.endsWith('.k8s.io')) continue;
    const why = 'kubernetes.io and k8s.io namespaces are reserved';
    errors.push(invalid(`${field}.options[${key}]`, show(key), why));
  }
}

const cachingModes = ['None', 'ReadOnly', 'ReadWrite'];
const diskKinds = ['Dedicated', 'Managed', 'Shared'];
const managedUri =
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const blobUri = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

function validateAzureDisk(
  errors: FieldErrors,
  { diskName, diskURI = '', cachingMode, kind }: AzureDiskVolumeSource,
  field: string,
): void {
  const uriAt = `${field}.diskURI`;
  if (!diskName) errors.push(required(`${field}.diskName`));
  if (diskURI === '') errors.push(required(uriAt));
  if (cachingMode != null) {
    validateOneOf(errors, cachingMode, cachingModes, `${field}.cachingMode`);
  }
  if (kind == null) return;
  validateOneOf(errors, kind, diskKinds, `${field}.kind`);
  const [prefix, form] =
    kind === 'Managed' ? ['/subscriptions/', managedUri] : ['https://', blobUri];
  if (!diskURI.startsWith(prefix)) errors.push(notSupported(uriAt, show(diskURI), [form]));
}

/** The volume that a StorageOS source means, in pods as in persistent volumes. */
export function validateStorageOsNames(
  errors: FieldErrors,
  { volumeName, volumeNamespace }: Pick<StorageOSVolumeSource, 'volumeName' | 'volumeNamespace'>,
  field: string,
): void {
  if (!volumeName) errors.push(required(`${field}.volumeName`));
  else
    invalidFor(
      errors,
      `${field}.volumeName`,
      volumeName,
      checkDns1123Label(volumeName, errors.release),
    );
  if (volumeNamespace) {
    const messages = checkDns1123Label(volumeNamespace, errors.release);
    invalidFor(errors, `${field}.volumeNamespace`, volumeNamespace, messages);
  }
}

function validateStorageOs(
  errors: FieldErrors,
  source: StorageOSVolumeSource,
  field: string,
): void {
  const { secretRef } = source;
  validateStorageOsNames(errors, source, field);
  if (secretRef != null && !secretRef.name) errors.push(required(`${field}.secretRef.name`));
}

/** The length of the name of a driver for storage. */
export const longestDriver = 63;

/** The name of a CSI driver. */
export function validateCsiDriver(errors: FieldErrors, driver: string, field: string): void {
  if (driver === '') errors.push(required(field));
  if (driver === '' && isSince(errors, 'EmptyDriversRequired')) return;
  if (driver.length > longestDriver) errors.push(tooLong(field, longestDriver, errors.release));
  invalidFor(errors, field, driver, checkDns1123Subdomain(driver.toLowerCase()));
}

function validateCsi(
  errors: FieldErrors,
  { driver = '', nodePublishSecretRef: secret }: CSIVolumeSource,
  field: string,
): void {
  validateCsiDriver(errors, driver, `${field}.driver`);
  if (secret == null) return;
  // v1.24 writes this path with a space.
  if (!secret.name) errors.push(required(`${field}.nodePublishSecretRef.name`));
  else invalidFor(errors, `${field}.name`, secret.name, checkDns1123Subdomain(secret.name));
}

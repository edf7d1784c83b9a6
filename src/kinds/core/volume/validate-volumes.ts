/** Checks of the volumes of pods. */
import {
  checkEach,
  duplicate,
  findErrors,
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
import type { Volume } from '#types';
import { backendChecks } from './validate-volume-backends.ts';
import { validateProjected } from './validate-projected.ts';
import { sourceChecks, type SourceChecks } from './validate-volume-sources.ts';

/** The valid volumes, by name: those that containers can mount. */
export type MountableVolumes = ReadonlyMap<string, Volume>;

const noVolumes: MountableVolumes = new Map();

/** Kinds of sources in the order in which v1.24 looks for them: any after the first is an error. */
const sources = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
] as const satisfies readonly (keyof Volume)[];

type Source = (typeof sources)[number];

const checks: SourceChecks = {
  ...sourceChecks,
  ...backendChecks,
  projected: validateProjected,
};

/**
 * Where v1.24 uses another name for a source than the field's: in errors about too many, and in
 * errors of the source itself.
 */
const namesAmongMany: Readonly<Record<string, string>> = {
  cephfs: 'cephFS',
  downwardAPI: 'downwarAPI',
};
const namesInPaths: Readonly<Record<string, string>> = { gcePersistentDisk: 'persistentDisk' };

/** @param podName of the pod; absent in templates: it becomes part of claim names */
export function validateVolumes(
  errors: FieldErrors,
  volumes: readonly Volume[] | undefined,
  field: string,
  podName?: string,
): MountableVolumes {
  if (volumes == null || volumes.length === 0) return noVolumes;
  const mountable = new Map<string, Volume>();
  const madeClaims = podName === undefined ? undefined : claimsMadeFor(volumes, podName);
  checkEach(errors, volumes, (volume, index) => {
    const at = `${field}[${index}]`;
    const found = findErrors((faults) => {
      validateSource(faults, volume, at, podName);
      validateName(faults, volume.name, at);
      if (mountable.has(volume.name)) faults.push(duplicate(`${at}.name`, show(volume.name)));
    }, errors.release);
    if (found.length === 0) mountable.set(volume.name, volume);
    else errors.push(...found);
    if (madeClaims !== undefined) validateForeignClaim(errors, volume, madeClaims, at);
  });
  return mountable;
}

function validateName(errors: FieldErrors, name: string | undefined, field: string): void {
  if (!name) errors.push(required(`${field}.name`));
  else invalidFor(errors, `${field}.name`, name, checkDns1123Label(name, errors.release));
}

function validateSource(
  errors: FieldErrors,
  volume: Volume,
  field: string,
  podName: string | undefined,
): void {
  let found: Source | undefined;
  for (const source of sources) {
    if (volume[source] == null) continue;
    if (found === undefined) {
      found = source;
      checks[source]?.(
        errors,
        volume[source] as never,
        `${field}.${namesInPaths[source] ?? source}`,
      );
    } else {
      const name = namesAmongMany[source] ?? source;
      errors.push(forbidden(`${field}.${name}`, 'may not specify more than 1 volume type'));
    }
  }
  if (found === undefined) errors.push(required(field, 'must specify a volume type'));
  if (found === 'ephemeral' && podName !== undefined && volume.name) {
    const claim = `${podName}-${volume.name}`;
    for (const message of checkDns1123Subdomain(claim)) {
      const why = `PVC name ${show(claim)}: ${message}`;
      errors.push(invalid(`${field}.name`, show(volume.name), why));
    }
  }
}

/** The names of the claims that are created for ephemeral volumes. */
function claimsMadeFor(volumes: readonly Volume[], podName: string): ReadonlySet<string> {
  const ephemeral = volumes.filter((volume) => volume.ephemeral != null);
  return new Set(ephemeral.map(({ name }) => `${podName}-${name}`));
}

/** A claim that is created for one volume of the pod cannot be used by another. */
function validateForeignClaim(
  errors: FieldErrors,
  { persistentVolumeClaim }: Volume,
  result: ReadonlySet<string>,
  field: string,
): void {
  const claim = persistentVolumeClaim?.claimName;
  if (claim === undefined || !result.has(claim)) return;
  const why = 'must not reference a PVC that gets created for an ephemeral volume';
  errors.push(invalid(`${field}.persistentVolumeClaim.claimName`, show(claim), why));
}

/** Checks that disks which only one machine can write to are read-only where several machines have the pod. */
export function validateReadOnlyDisks(
  errors: FieldErrors,
  volumes: readonly Volume[] | undefined,
  field: string,
): void {
  if (volumes == null || isSince(errors, 'SkipReadOnlyValidationGCE')) return;
  checkEach(errors, volumes, ({ gcePersistentDisk }, index) => {
    if (gcePersistentDisk == null || gcePersistentDisk.readOnly === true) return;
    const why =
      'must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines ' +
      'if it is read-only';
    errors.push(invalid(`${field}[${index}].gcePersistentDisk.readOnly`, show(false), why));
  });
}

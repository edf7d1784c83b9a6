/** Checks of volumes and of where containers mount them. */
import {
  duplicate,
  forbidden,
  invalid,
  invalidFor,
  notFoundValue,
  required,
  show,
  type FieldErrors,
} from '../meta/field-errors.ts';
import { checkDns1123Label } from '../meta/names.ts';
import type { Container, Volume } from '../types/index.ts';

/** Kinds of sources in the order that v1.24 looks for them: those behind the first are too many. */
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
] as const satisfies readonly (keyof Volume)[];

/** What the sources that name something must name. */
const requiredNames = {
  hostPath: 'path',
  secret: 'secretName',
  configMap: 'name',
  persistentVolumeClaim: 'claimName',
} as const;

export function validateVolumes(
  errors: FieldErrors,
  volumes: readonly Volume[] | undefined,
  field: string,
): void {
  if (volumes == null || volumes.length === 0) return;
  const names = new Set<string>();
  for (const [index, volume] of volumes.entries()) {
    const at = `${field}[${index}]`;
    validateSource(errors, volume, at);
    if (!volume.name) errors.push(required(`${at}.name`));
    else invalidFor(errors, `${at}.name`, volume.name, checkDns1123Label(volume.name));
    if (names.has(volume.name)) errors.push(duplicate(`${at}.name`, show(volume.name)));
    names.add(volume.name);
  }
}

function validateSource(errors: FieldErrors, volume: Volume, field: string): void {
  let found = 0;
  for (const source of sources) {
    if (volume[source] == null) continue;
    if (found++ > 0) {
      errors.push(forbidden(`${field}.${source}`, 'may not specify more than 1 volume type'));
    } else if (Object.hasOwn(requiredNames, source)) {
      const name = requiredNames[source as keyof typeof requiredNames];
      const named = volume[source] as Readonly<Record<string, unknown>>;
      if (!named[name]) errors.push(required(`${field}.${source}.${name}`));
    }
  }
  if (found === 0) errors.push(required(field, 'must specify a volume type'));
}

/** Every mount names a volume of the pod, and every path is mounted once. */
export function validateMounts(
  errors: FieldErrors,
  { volumeMounts }: Container,
  volumes: readonly Volume[] | undefined,
  field: string,
): void {
  if (volumeMounts == null || volumeMounts.length === 0) return;
  const paths = new Set<string>();
  for (const [index, { name, mountPath }] of volumeMounts.entries()) {
    const at = `${field}.volumeMounts[${index}]`;
    if (!name) errors.push(required(`${at}.name`));
    if (!volumes?.some((volume) => volume.name === name)) {
      errors.push(notFoundValue(`${at}.name`, show(name ?? '')));
    }
    if (!mountPath) errors.push(required(`${at}.mountPath`));
    if (paths.has(mountPath))
      errors.push(invalid(`${at}.mountPath`, show(mountPath), 'must be unique'));
    paths.add(mountPath);
  }
}

/** Checks of volume mounts and block devices of containers. */
import {
  checkEach,
  forbidden,
  invalid,
  notFoundValue,
  notSupported,
  required,
  show,
  type FieldErrors,
} from '#values';
import type { Container, VolumeDevice, VolumeMount } from '#types';
import { hasBacksteps, validateRelativePath } from '../../../object/validate-paths.ts';
import type { MountableVolumes } from '../../volume/validate-volumes.ts';

const propagations = ['Bidirectional', 'HostToContainer', 'None'];

/**
 * Every mount names a volume of the pod, and every path is used once.
 * @param field of the container
 */
export function validateMounts(
  errors: FieldErrors,
  { volumeMounts, volumeDevices = [], securityContext }: Container,
  volumes: MountableVolumes,
  field: string,
): void {
  if (volumeMounts == null || volumeMounts.length === 0) return;
  const list = `${field}.volumeMounts`;
  const isPrivileged = securityContext?.privileged === true;
  const paths = new Set<string>();
  checkEach(errors, volumeMounts, (mount, index) => {
    const { name = '', mountPath = '' } = mount;
    const at = `${list}[${index}]`;
    if (name === '') errors.push(required(`${at}.name`));
    if (!volumes.has(name)) errors.push(notFoundValue(`${at}.name`, show(name)));
    if (mountPath === '') errors.push(required(`${at}.mountPath`));
    if (paths.has(mountPath)) {
      errors.push(invalid(`${at}.mountPath`, show(mountPath), 'must be unique'));
    }
    paths.add(mountPath);
    if (volumeDevices.some((device) => device.name === name)) {
      errors.push(invalid(`${at}.name`, show(name), 'must not already exist in volumeDevices'));
    }
    if (volumeDevices.some(({ devicePath }) => devicePath === mountPath)) {
      const why = 'must not already exist as a path in volumeDevices';
      errors.push(invalid(`${at}.mountPath`, show(mountPath), why));
    }
    validateSubPath(errors, mount, at, list);
    validatePropagation(errors, mount.mountPropagation, isPrivileged, `${list}.mountPropagation`);
    validateRecursive(errors, mount, `${list}.recursiveReadOnly`);
  });
}

/** v1.24 does not always say which mount it means. */
function validateSubPath(
  errors: FieldErrors,
  { subPath, subPathExpr }: VolumeMount,
  field: string,
  list: string,
): void {
  if (subPath) validateRelativePath(errors, subPath, `${list}.subPath`);
  if (!subPathExpr) return;
  if (subPath) {
    const why = 'subPathExpr and subPath are mutually exclusive';
    errors.push(invalid(`${field}.subPathExpr`, show(subPathExpr), why));
  }
  validateRelativePath(errors, subPathExpr, `${list}.subPathExpr`);
}

function validatePropagation(
  errors: FieldErrors,
  propagation: string | undefined,
  isPrivileged: boolean,
  field: string,
): void {
  if (propagation == null) return;
  if (!propagations.includes(propagation)) {
    errors.push(notSupported(field, show(propagation), propagations));
  }
  if (propagation === 'Bidirectional' && !isPrivileged) {
    const why = 'Bidirectional mount propagation is available only to privileged containers';
    errors.push(forbidden(field, why));
  }
}

const recursive = ['Disabled', 'Enabled', 'IfPossible'];

/** Mounts in a mount can only be read with it. */
function validateRecursive(
  errors: FieldErrors,
  { recursiveReadOnly: mode, readOnly, mountPropagation }: VolumeMount,
  field: string,
): void {
  if (mode == null || mode === 'Disabled') return;
  if (!recursive.includes(mode)) {
    errors.push(notSupported(field, show(mode), recursive));
    return;
  }
  if (readOnly !== true) {
    errors.push(forbidden(field, 'may only be specified when readOnly is true'));
  }
  if (mountPropagation != null && mountPropagation !== 'None') {
    const why = 'may only be specified when mountPropagation is None or not specified';
    errors.push(forbidden(field, why));
  }
}

/** `field` is that of the container. */
export function validateDevices(
  errors: FieldErrors,
  { volumeDevices, volumeMounts = [] }: Container,
  volumes: MountableVolumes,
  field: string,
): void {
  if (volumeDevices == null || volumeDevices.length === 0) return;
  const names = new Set<string>();
  const paths = new Set<string>();
  checkEach(errors, volumeDevices, (device, index) => {
    const at = `${field}.volumeDevices[${index}]`;
    const { name = '', devicePath = '' } = device;
    validateDeviceName(errors, name, names, volumes, `${at}.name`);
    validateDevicePath(errors, devicePath, paths, `${at}.devicePath`);
    validateNotMounted(errors, device, volumeMounts, at);
    if (name !== '') names.add(name);
  });
}

function validateDeviceName(
  errors: FieldErrors,
  name: string,
  names: ReadonlySet<string>,
  volumes: MountableVolumes,
  field: string,
): void {
  const volume = volumes.get(name);
  if (name === '') errors.push(required(field));
  if (names.has(name)) errors.push(invalid(field, show(name), 'must be unique'));
  if (volume === undefined) errors.push(notFoundValue(field, show(name)));
  else if (volume.persistentVolumeClaim == null && volume.ephemeral == null) {
    const why =
      'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
    errors.push(invalid(field, show(name), why));
  }
}

function validateDevicePath(
  errors: FieldErrors,
  path: string,
  paths: Set<string>,
  field: string,
): void {
  if (path === '') errors.push(required(field));
  if (paths.has(path)) errors.push(invalid(field, show(path), 'must be unique'));
  if (hasBacksteps(path)) {
    errors.push(invalid(field, show(path), "can not contain backsteps ('..')"));
  } else {
    paths.add(path);
  }
}

function validateNotMounted(
  errors: FieldErrors,
  { name = '', devicePath = '' }: VolumeDevice,
  mounts: readonly VolumeMount[],
  field: string,
): void {
  if (mounts.some((mount) => mount.name === name)) {
    errors.push(invalid(`${field}.name`, show(name), 'must not already exist in volumeMounts'));
  }
  if (mounts.some(({ mountPath }) => mountPath === devicePath)) {
    const why = 'must not already exist as a path in volumeMounts';
    errors.push(invalid(`${field}.devicePath`, show(devicePath), why));
  }
}

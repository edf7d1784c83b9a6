/** Checks of values that come from fields of the pod, or from the resources of a container. */
import {
  forbidden,
  invalid,
  isSince,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldErrors,
  checkQualifiedName,
  parseQuantity,
} from '#values';
import type { ObjectFieldSelector, ResourceFieldSelector } from '#types';

const ofEnv = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.podIP',
  'status.podIPs',
];
const laterOfEnv = ofEnv.toSpliced(6, 0, 'status.hostIPs');

/** The fields that environment variables can use. */
export function fieldsForEnv(errors: FieldErrors): readonly string[] {
  return isSince(errors, 'HostAddressesReadable') ? laterOfEnv : ofEnv;
}

/** The fields that files can use: those that may change while the pod runs, and those that never do. */
export const fieldsForFiles = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/** Fields that exist, whether or not they may be used in this place. */
const knownFields: ReadonlySet<string> = new Set([
  ...ofEnv,
  ...fieldsForFiles,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);

/** @param supported sorted; what may be used in addition to single labels and annotations */
export function validateFieldRef(
  errors: FieldErrors,
  { apiVersion, fieldPath }: ObjectFieldSelector,
  supported: readonly string[],
  field: string,
): void {
  if (!apiVersion) {
    errors.push(required(`${field}.apiVersion`));
    return;
  }
  if (!fieldPath) {
    errors.push(required(`${field}.fieldPath`));
    return;
  }
  const { path, key } = splitSubscript(fieldPath);
  const unknown = unknownPath(errors, apiVersion, path, key, fieldPath);
  if (unknown !== undefined) {
    const why = `error converting fieldPath: ${unknown}`;
    errors.push(invalid(`${field}.fieldPath`, show(fieldPath), why));
  } else if (key !== undefined) {
    const name = path === 'metadata.annotations' ? key.toLowerCase() : key;
    invalidFor(errors, field, key, checkQualifiedName(name, errors.release));
  } else {
    // An older name of the field.
    const current = path === 'spec.host' ? 'spec.nodeName' : path;
    if (!supported.includes(current)) {
      errors.push(notSupported(`${field}.fieldPath`, show(current), supported));
    }
  }
}

/** A release that knows the addresses of hosts may still refuse them. */
export function validateHostIps(
  errors: FieldErrors,
  { fieldPath }: ObjectFieldSelector,
  field: string,
): void {
  if (fieldPath !== 'status.hostIPs' || !isSince(errors, 'HostAddressesReadable')) return;
  if (isSince(errors, 'PodHostIPs')) return;
  errors.push(forbidden(field, "may not be set when feature gate 'PodHostIPs' is not enabled"));
}

/** `metadata.labels['tier']` is the key `tier` of `metadata.labels`. */
function splitSubscript(fieldPath: string): { readonly path: string; readonly key?: string } {
  const opening = fieldPath.indexOf("['");
  if (opening <= 0 || !fieldPath.endsWith("']")) return { path: fieldPath };
  return { path: fieldPath.slice(0, opening), key: fieldPath.slice(opening + 2, -2) };
}

function unknownPath(
  errors: FieldErrors,
  apiVersion: string,
  path: string,
  key: string | undefined,
  whole: string,
): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`;
  if (key !== undefined) {
    const hasKeys = path === 'metadata.annotations' || path === 'metadata.labels';
    return hasKeys ? undefined : `field label does not support subscript: ${whole}`;
  }
  const isLater = path === 'status.hostIPs' && isSince(errors, 'HostAddressesReadable');
  if (path === 'spec.host' || knownFields.has(path) || isLater) return undefined;
  return `field label not supported: ${path}`;
}

const resources = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];

/** @param isFile files must name the container whose resources they mean; variables mean their own */
export function validateResourceFieldRef(
  errors: FieldErrors,
  { containerName, resource = '', divisor }: ResourceFieldSelector,
  isFile: boolean,
  field: string,
): void {
  if (isFile && !containerName) errors.push(required(`${field}.containerName`));
  else if (resource === '') errors.push(required(`${field}.resource`));
  else if (!resources.includes(resource) && !isOfHugePages(resource)) {
    errors.push(notSupported(`${field}.resource`, show(resource), resources));
  }
  if (divisor != null) validateDivisor(errors, resource, divisor, `${field}.divisor`);
}

function isOfHugePages(resource: string): boolean {
  return resource.startsWith('requests.hugepages-') || resource.startsWith('limits.hugepages-');
}

const byteUnits = [
  '1',
  '1k',
  '1M',
  '1G',
  '1T',
  '1P',
  '1E',
  '1Ki',
  '1Mi',
  '1Gi',
  '1Ti',
  '1Pi',
  '1Ei',
];

function validateDivisor(
  errors: FieldErrors,
  resource: string,
  divisor: string,
  field: string,
): void {
  const unit = parseQuantity(divisor);
  if (unit.sign() === 0) return;
  const text = unit.toString();
  const refuse = (units: string, what: string): void => {
    const why = `only divisor's values ${units} are supported with the ${what} resource`;
    errors.push(invalid(field, show(resource), why));
  };
  if (resource === 'limits.cpu' || resource === 'requests.cpu') {
    if (text !== '1' && text !== '1m') refuse('1m and 1', 'cpu');
  } else {
    const what = bytesOf(resource);
    if (what !== undefined && !byteUnits.includes(text)) refuse(byteUnits.join(', '), what);
  }
}

/** The name in messages of resources that are measured in bytes. */
function bytesOf(resource: string): string | undefined {
  if (isOfHugePages(resource)) return 'hugepages';
  switch (resource) {
    case 'limits.memory':
    case 'requests.memory':
      return 'memory';
    case 'limits.ephemeral-storage':
    case 'requests.ephemeral-storage':
      return 'local ephemeral storage';
    default:
      return undefined;
  }
}

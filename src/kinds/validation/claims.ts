/** Checks of claims to storage. */
import { deepEqual } from '../meta/equal.ts';
import {
  forbidden,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldError,
} from '../meta/field-errors.ts';
import { checkDns1123Subdomain } from '../meta/names.ts';
import { parseQuantity, quantityOf, type ExactQuantity } from '../meta/quantity.ts';
import { validateLabelSelector } from '../meta/validate-labels.ts';
import { immutable, validateSame } from '../meta/validate-metadata.ts';
import { validateOneOf } from '../meta/validate-values.ts';
import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  TypedLocalObjectReference,
} from '../types/index.ts';
import { changedFields } from './changes.ts';

/** Where the class stood before it had a field. */
export const storageClassAnnotation = 'volume.beta.kubernetes.io/storage-class';

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce'];
const volumeModes = ['Block', 'Filesystem'];

/** For a spec with its defaults. */
export function* validateClaimSpec(spec: PersistentVolumeClaimSpec): Iterable<FieldError> {
  const modes = spec.accessModes ?? [];
  if (modes.length === 0) yield required('spec.accessModes', 'at least 1 access mode is required');
  yield* validateLabelSelector(spec.selector, 'spec.selector');
  for (const mode of modes) {
    if (accessModes.includes(mode)) continue;
    yield notSupported('spec.accessModes', show(mode), accessModes);
  }
  yield* validateSize(spec.resources?.requests?.['storage']);
  const { storageClassName, volumeMode, dataSource, dataSourceRef } = spec;
  if (storageClassName) {
    const messages = checkDns1123Subdomain(storageClassName);
    yield* invalidFor('spec.storageClassName', show(storageClassName), messages);
  }
  if (volumeMode != null) yield* validateOneOf(volumeMode, volumeModes, 'spec.volumeMode');
  if (dataSource != null) yield* validateSource(dataSource, 'spec.dataSource');
  if (dataSourceRef != null) yield* validateSource(dataSourceRef, 'spec.dataSourceRef');
  if (dataSource != null && dataSourceRef != null && !deepEqual(dataSource, dataSourceRef)) {
    yield invalid('spec', 'spec.dataSource', 'must match dataSourceRef');
  }
}

function* validateSize(storage: string | undefined): Iterable<FieldError> {
  const field = 'spec.resources[storage]';
  if (storage === undefined) yield required(field);
  else if (parseQuantity(storage).sign() <= 0) {
    yield invalid(field, show(storage), 'must be greater than zero');
  }
}

function* validateSource(
  { name, kind, apiGroup }: TypedLocalObjectReference,
  field: string,
): Iterable<FieldError> {
  if (!name) yield required(`${field}.name`);
  if (!kind) yield required(`${field}.kind`);
  if (!apiGroup && kind !== 'PersistentVolumeClaim') {
    const why = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    yield invalid(field, show(kind ?? ''), why);
  }
}

/** What may change once the claim exists: the volume's name once, and the size of a bound claim upwards. */
export function* validateClaimChange(
  object: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): Iterable<FieldError> {
  const annotation = (claim: PersistentVolumeClaim): string | undefined =>
    claim.metadata.annotations?.[storageClassAnnotation];
  const annotated = `metadata.annotations.${storageClassAnnotation}`;
  yield* validateSame(annotation(object), annotation(old), annotated);
  if (!deepEqual(fixedPartOf(object, old), fixedPartOf(old, old))) {
    const why = 'spec is immutable after creation except resources.requests for bound claims';
    yield forbidden('spec', `${why}\n${changedFields(object.spec, old.spec)}`);
  }
  if (sizeOf(object).cmp(sizeOf(old)) < 0) {
    const why = 'field can not be less than previous value';
    yield forbidden('spec.resources.requests.storage', why);
  }
  const { volumeMode } = object.spec;
  if (volumeMode !== old.spec.volumeMode) {
    yield invalid('volumeMode', show(volumeMode ?? ''), immutable);
  }
}

/** The spec with the old values of all that may change. */
function fixedPartOf(
  { spec, status }: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): PersistentVolumeClaimSpec {
  const volumeName = old.spec.volumeName ? spec.volumeName : undefined;
  const storage = old.spec.resources?.requests?.['storage'];
  if (status?.phase !== 'Bound' || storage === undefined) return { ...spec, volumeName };
  const requests = { ...spec.resources?.requests, storage };
  return { ...spec, volumeName, resources: { ...spec.resources, requests } };
}

function sizeOf({ spec }: PersistentVolumeClaim): ExactQuantity {
  const storage = spec.resources?.requests?.['storage'];
  return storage === undefined ? quantityOf(0) : parseQuantity(storage);
}

export function* validateClaimStatus({
  spec,
  status,
}: PersistentVolumeClaim): Iterable<FieldError> {
  if ((spec.accessModes ?? []).length === 0) yield required('Spec.accessModes');
  for (const name of Object.keys(status.capacity ?? {}).sort()) {
    const quantity = parseQuantity(status.capacity![name]!);
    if (quantity.sign() >= 0) continue;
    const why = 'must be a valid resource quantity';
    yield invalid(`status.capacity[${name}]`, String(quantity.value()), why);
  }
}

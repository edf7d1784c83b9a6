/** Checks of claims for storage. */
import {
  omitFields,
  semanticEqual,
  checkEach,
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  showPointer,
  type FieldErrors,
  checkDns1123Subdomain,
  parseQuantity,
  goOf,
  isSince,
} from '#values';
import { validateLabelSelector } from '../../object/validate-labels.ts';
import { immutable, validateSame } from '../../object/validate-metadata.ts';
import { validateOneOf } from '../../object/validate-values.ts';
import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  TypedLocalObjectReference,
} from '#types';
import { sizeOfClaim, storageClassAnnotation } from './volume-rules.ts';
import { changedFields } from '../../object/changed-fields.ts';

/** In the order of messages. */
const accessModes: readonly string[] = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce'];
export const volumeModes: readonly string[] = ['Block', 'Filesystem'];

/** For a spec with its defaults; `field` is its path. */
export function validateClaimSpec(
  errors: FieldErrors,
  spec: PersistentVolumeClaimSpec,
  field = 'spec',
): void {
  const modes = spec.accessModes ?? [];
  if (modes.length === 0)
    errors.push(required(`${field}.accessModes`, 'at least 1 access mode is required'));
  validateLabelSelector(errors, spec.selector, `${field}.selector`);
  validateAccessModes(errors, modes, `${field}.accessModes`);
  validateSize(errors, spec.resources?.requests?.['storage'], `${field}.resources[storage]`);
  const { storageClassName, volumeMode, dataSource, dataSourceRef } = spec;
  if (storageClassName) {
    const messages = checkDns1123Subdomain(storageClassName);
    invalidFor(errors, `${field}.storageClassName`, storageClassName, messages);
  }
  if (volumeMode != null) validateOneOf(errors, volumeMode, volumeModes, `${field}.volumeMode`);
  if (dataSource != null) validateSource(errors, dataSource, `${field}.dataSource`);
  if (dataSourceRef != null) validateSource(errors, dataSourceRef, `${field}.dataSourceRef`);
  if (dataSource != null && dataSourceRef != null && !semanticEqual(dataSource, dataSourceRef)) {
    // v1.24 shows the place of the value instead.
    const shown = {
      go: `field.Path{name:"dataSource", index:"", parent:${goOf(showPointer('field.Path', field))}}`,
      json: '{}',
    };
    errors.push(invalid(field, shown, 'must match dataSourceRef'));
  }
}

/** Those that v1.24 knows; one that is behind a feature gate may not have others beside it either. */
export function validateAccessModes(
  errors: FieldErrors,
  modes: readonly string[],
  field: string,
): void {
  const known = isSince(errors, 'ReadWriteOncePod')
    ? [...accessModes, 'ReadWriteOncePod']
    : accessModes;
  checkEach(errors, modes, (mode) => validateOneOf(errors, mode, known, field));
  const isAlone = !modes.some((mode) => accessModes.includes(mode));
  if (isAlone || !modes.includes('ReadWriteOncePod')) return;
  errors.push(forbidden(field, 'may not use ReadWriteOncePod with other access modes'));
}

function validateSize(errors: FieldErrors, storage: string | undefined, field: string): void {
  if (storage === undefined) errors.push(required(field));
  else if (parseQuantity(storage).sign() <= 0) {
    errors.push(invalid(field, show(storage), 'must be greater than zero'));
  }
}

function validateSource(
  errors: FieldErrors,
  { name, kind, apiGroup }: TypedLocalObjectReference,
  field: string,
): void {
  if (!name) errors.push(required(`${field}.name`));
  if (!kind) errors.push(required(`${field}.kind`));
  if (!apiGroup && kind !== 'PersistentVolumeClaim') {
    const why = isSince(errors, 'DefaultGroupNamed')
      ? "must be 'PersistentVolumeClaim' when referencing the default apiGroup"
      : '';
    errors.push(invalid(field, show(kind ?? ''), why));
  }
}

/**
 * What may change in an existing claim: the volume's name once, and the size of a bound claim
 * upwards.
 */
export function validateClaimChange(
  errors: FieldErrors,
  object: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): void {
  const isUpgrade = movesClassToField(object, old);
  if (!isUpgrade) {
    const annotated = `metadata.annotations.${storageClassAnnotation}`;
    validateSame(errors, annotatedClass(object), annotatedClass(old), annotated);
  }
  const next = isUpgrade ? withoutClass(object) : object;
  if (!semanticEqual(fixedPartOf(next, old), fixedPartOf(old, old))) {
    const why = 'spec is immutable after creation except resources.requests for bound claims';
    errors.push(forbidden('spec', `${why}\n${changedFields(object.spec, old.spec)}`));
  }
  if (sizeOfClaim(object).cmp(sizeOfClaim(old)) < 0) {
    const why = 'field can not be less than previous value';
    errors.push(forbidden('spec.resources.requests.storage', why));
  }
  const { volumeMode } = object.spec;
  if (volumeMode !== old.spec.volumeMode) {
    errors.push(invalid('volumeMode', show(volumeMode ?? ''), immutable));
  }
}

/** The class that stands in the annotation may also be written into the field. */
function movesClassToField(object: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const former = annotatedClass(old);
  if (former === undefined || old.spec.storageClassName != null) return false;
  const present = annotatedClass(object);
  const isKept = present === undefined || present === former;
  return isKept && object.spec.storageClassName === former;
}

function annotatedClass({ metadata }: PersistentVolumeClaim): string | undefined {
  return metadata.annotations?.[storageClassAnnotation];
}

function withoutClass(claim: PersistentVolumeClaim): PersistentVolumeClaim {
  return { ...claim, spec: omitFields(claim.spec, ['storageClassName']) };
}

/** The spec with the old values of all changeable fields. */
function fixedPartOf(
  { spec, status }: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): PersistentVolumeClaimSpec {
  const volumeName = old.spec.volumeName ? spec.volumeName : undefined;
  const storage = old.spec.resources?.requests?.['storage'];
  const given = spec.resources?.requests;
  if (status?.phase !== 'Bound' || storage === undefined || given === undefined) {
    return { ...spec, volumeName };
  }
  const requests = { ...given, storage };
  return { ...spec, volumeName, resources: { ...spec.resources, requests } };
}

export function validateClaimStatus(
  errors: FieldErrors,
  { spec, status }: PersistentVolumeClaim,
): void {
  if ((spec.accessModes ?? []).length === 0) errors.push(required('Spec.accessModes'));
  for (const name of Object.keys(status.capacity ?? {}).sort()) {
    const quantity = parseQuantity(status.capacity![name]!);
    if (quantity.sign() >= 0) continue;
    const why = 'must be a valid resource quantity';
    errors.push(invalid(`status.capacity[${name}]`, String(quantity.value()), why));
  }
}

/** Checks of claims for storage. */
import {
  checkDns1123Label,
  omitFields,
  semanticEqual,
  withField,
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
  TypedObjectReference,
} from '#types';
import { sizeOfClaim, storageClassAnnotation } from './volume-rules.ts';
import { shownChanges } from '../../object/changed-fields.ts';
import type { Profile } from '../../profile/profile.ts';

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
  checkSources(errors, spec, field);
  const { volumeAttributesClassName: attributes } = spec;
  if (!attributes || !isSince(errors, 'VolumeAttributesClass')) return;
  const faults = checkDns1123Subdomain(attributes);
  invalidFor(errors, `${field}.volumeAttributesClassName`, attributes, faults);
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

/** Checks that the older field for the data source says the same as the newer one, or nothing beside another namespace. */
function checkSources(
  errors: FieldErrors,
  { dataSource, dataSourceRef }: PersistentVolumeClaimSpec,
  field: string,
): void {
  if (dataSource == null || dataSourceRef == null) return;
  const { namespace, ...local } = dataSourceRef;
  if (!namespace && semanticEqual(dataSource, local)) return;
  // The place of the value is shown in place of it.
  const shown = {
    go: `field.Path{name:"dataSource", index:"", parent:${goOf(showPointer('field.Path', field))}}`,
    json: '{}',
  };
  const why = namespace
    ? 'may not be specified when dataSourceRef.namespace is specified'
    : 'must match dataSourceRef';
  errors.push(invalid(field, shown, why));
}

function validateSource(
  errors: FieldErrors,
  { name, kind, apiGroup, namespace }: TypedObjectReference,
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
  if (apiGroup && isSince(errors, 'SourceGroupsChecked')) {
    invalidFor(errors, `${field}.apiGroup`, apiGroup, checkDns1123Subdomain(apiGroup));
  }
  if (!namespace) return;
  const faults = checkDns1123Label(namespace, errors.release);
  invalidFor(errors, `${field}.namespace`, namespace, faults);
}

/**
 * What may change in an existing claim: the volume's name once, and the size of a bound claim
 * upwards.
 */
export function validateClaimChange(
  errors: FieldErrors,
  object: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  profile: Profile,
): void {
  const isUpgrade = movesClassToField(object, old);
  if (!isUpgrade) {
    const annotated = `metadata.annotations.${storageClassAnnotation}`;
    validateSame(errors, annotatedClass(object), annotatedClass(old), annotated);
  }
  const next = isUpgrade || getsClass(errors, object, old) ? withoutClass(object) : object;
  const fixed = fixedPartOf(errors, next, old);
  if (!semanticEqual(fixed, fixedPartOf(errors, old, old))) {
    const changeable = isSince(errors, 'AttributesClassesChangeable')
      ? 'resources.requests and volumeAttributesClassName'
      : 'resources.requests';
    const why = `spec is immutable after creation except ${changeable} for bound claims`;
    const changes = shownChanges('PersistentVolumeClaimSpec', object.spec, old.spec, profile);
    errors.push(forbidden('spec', `${why}\n${changes}`));
  }
  validateShrinking(errors, object, old);
  const { volumeMode } = object.spec;
  if (volumeMode !== old.spec.volumeMode) {
    errors.push(invalid('volumeMode', show(volumeMode ?? ''), immutable));
  }
  validateAttributesClass(errors, object, old);
}

/** Claims grow; where growing may be taken back, they may shrink to more than they have. */
function validateShrinking(
  errors: FieldErrors,
  object: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): void {
  if (sizeOfClaim(object).cmp(sizeOfClaim(old)) >= 0) return;
  const at = 'spec.resources.requests.storage';
  if (!isSince(errors, 'RecoverVolumeExpansionFailure')) {
    errors.push(forbidden(at, 'field can not be less than previous value'));
    return;
  }
  const actual = parseQuantity(old.status?.capacity?.['storage'] ?? '0');
  if (sizeOfClaim(object).cmp(actual) > 0) return;
  errors.push(forbidden(at, 'field can not be less than status.capacity'));
}

/** The class of what can be changed may change, but not go once there is one. */
function validateAttributesClass(
  errors: FieldErrors,
  { spec }: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): void {
  const field = 'spec.volumeAttributesClassName';
  const { volumeAttributesClassName: name } = spec;
  const before = old.spec.volumeAttributesClassName;
  if (name === before || name || !isSince(errors, 'VolumeAttributesClass')) return;
  if (!isSince(errors, 'AttributesClassesStay')) {
    if (before == null) return;
    const text = name == null ? 'nil' : 'an empty string';
    errors.push(forbidden(field, `update from non-nil value to ${text} is forbidden`));
  } else if (old.status?.currentVolumeAttributesClassName != null) {
    const text = name == null ? 'nil' : 'empty string';
    const why = 'is forbidden when status.currentVolumeAttributesClassName is not nil';
    errors.push(forbidden(field, `update to ${text} ${why}`));
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

/** Tells whether a claim without a class gets one, such as the default that came later. */
function getsClass(
  errors: FieldErrors,
  { spec: { storageClassName: name } }: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): boolean {
  if (name == null || old.spec.storageClassName != null) return false;
  const former = annotatedClass(old);
  return isSince(errors, 'ClassesComeLater') && (former === undefined || former === name);
}

function annotatedClass({ metadata }: PersistentVolumeClaim): string | undefined {
  return metadata.annotations?.[storageClassAnnotation];
}

function withoutClass(claim: PersistentVolumeClaim): PersistentVolumeClaim {
  return { ...claim, spec: omitFields(claim.spec, ['storageClassName']) };
}

/** The spec with the old values of all changeable fields. */
function fixedPartOf(
  errors: FieldErrors,
  { spec: input, status }: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): PersistentVolumeClaimSpec {
  const spec = withClassOf(errors, input, status, old.spec);
  const volumeName = old.spec.volumeName ? spec.volumeName : undefined;
  const storage = old.spec.resources?.requests?.['storage'];
  const requested = spec.resources?.requests;
  if (status?.phase !== 'Bound' || storage === undefined || requested === undefined) {
    return { ...spec, volumeName };
  }
  const requests = { ...requested, storage };
  return { ...spec, volumeName, resources: { ...spec.resources, requests } };
}

/** At first the class of any claim may change, later that of bound ones. */
function withClassOf(
  errors: FieldErrors,
  spec: PersistentVolumeClaimSpec,
  status: PersistentVolumeClaim['status'],
  old: PersistentVolumeClaimSpec,
): PersistentVolumeClaimSpec {
  if (!isSince(errors, 'AttributesClassesChangeable')) return spec;
  if (isSince(errors, 'AttributesClassesOfBoundClaims')) {
    if (status?.phase !== 'Bound') return spec;
    const mayGo = isSince(errors, 'AttributesClassesStay');
    if (spec.volumeAttributesClassName == null && !mayGo) return spec;
  }
  return withField(spec, 'volumeAttributesClassName', old.volumeAttributesClassName);
}

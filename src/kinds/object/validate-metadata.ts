/** Checks of `metadata`, the same for all kinds. */
import {
  checkEach,
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
  semanticEqual,
  showStrings,
  showStruct,
  showTime,
  asPrefix,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkPathSegment,
  checkQualifiedName,
  type Shown,
  goOf,
  showItems,
  isSince,
} from '#values';
import type { Kind } from './kind.ts';
import { validateAnnotations, validateLabels } from './validate-labels.ts';
import { validateNonNegative } from './validate-values.ts';
import type { ObjectMeta, OwnerReference } from '#types';

/** What the checks need from the kind. */
export type NamedKind = Pick<Kind, 'namespaced' | 'rules'>;

/** Finalizers that need no domain: the garbage collector's and the namespace controller's. */
export const standardFinalizers: readonly string[] = ['kubernetes', 'orphan', 'foregroundDeletion'];
const unknownFinalizer = 'name is neither a standard finalizer name nor is it fully qualified';

/** The message for every change of a field that is fixed at creation. */
export const immutable = 'field is immutable';

/** For a create, once the name has been generated: rules for all kinds. */
export function validatePlainMetadata(
  errors: FieldErrors,
  metadata: ObjectMeta,
  kind: NamedKind,
): void {
  validateNames(errors, metadata, kind);
  validateNonNegative(errors, metadata.generation, 'metadata.generation');
  validateLabels(errors, metadata.labels, 'metadata.labels');
  validateAnnotations(errors, metadata.annotations, 'metadata.annotations');
  validateOwnerReferences(errors, metadata.ownerReferences);
  validateFinalizers(errors, metadata.finalizers);
}

/** The same, but finalizers without a domain must be standard ones: a rule of older kinds. */
export function validateMetadata(errors: FieldErrors, metadata: ObjectMeta, kind: NamedKind): void {
  validatePlainMetadata(errors, metadata, kind);
  validateFinalizerDomains(errors, metadata.finalizers);
}

/**
 * For an update, for all kinds: v1.24 checks the metadata as that of a new object, then as a
 * change, and the checks of most kinds repeat one of these or both. So causes occur several times
 * in a response. Parts that are still the stored ones were checked when they were stored.
 */
export function validateAnyUpdate(
  errors: FieldErrors,
  metadata: ObjectMeta,
  old: ObjectMeta,
): void {
  const { generateName } = metadata;
  if (generateName && generateName !== old.generateName) {
    const messages = checkPathSegment(asPrefix(generateName));
    invalidFor(errors, 'metadata.generateName', generateName, messages);
  }
  validateChangedParts(errors, metadata, old);
  if (metadata.finalizers !== old.finalizers) validateFinalizers(errors, metadata.finalizers);
  validatePlainMetadataUpdate(errors, metadata, old);
}

/** For an update, as the checks of kinds run it: rules for all kinds. */
export function validatePlainMetadataUpdate(
  errors: FieldErrors,
  metadata: ObjectMeta,
  old: ObjectMeta,
): void {
  if (old.deletionTimestamp != null) validateNoNewFinalizers(errors, metadata, old);
  validateSame(errors, metadata.name, old.name, 'metadata.name');
  validateSame(errors, metadata.namespace, old.namespace, 'metadata.namespace');
  validateSame(errors, metadata.uid, old.uid, 'metadata.uid');
  validateSameDeletion(errors, metadata, old);
  validateChangedParts(errors, metadata, old);
}

/** The same, including the domains of finalizers. */
export function validateMetadataUpdate(
  errors: FieldErrors,
  metadata: ObjectMeta,
  old: ObjectMeta,
): void {
  validatePlainMetadataUpdate(errors, metadata, old);
  validateFinalizerDomains(errors, metadata.finalizers);
}

/** Only DELETE can start a deletion. */
function validateSameDeletion(errors: FieldErrors, metadata: ObjectMeta, old: ObjectMeta): void {
  const { deletionTimestamp: time, deletionGracePeriodSeconds: seconds } = metadata;
  if (time != null && time !== old.deletionTimestamp) {
    errors.push(invalid('metadata.deletionTimestamp', showTime(time), immutable));
  }
  if (seconds != null && seconds !== old.deletionGracePeriodSeconds) {
    errors.push(invalid('metadata.deletionGracePeriodSeconds', show(seconds), immutable));
  }
}

function validateChangedParts(errors: FieldErrors, metadata: ObjectMeta, old: ObjectMeta): void {
  if (metadata.labels !== old.labels) validateLabels(errors, metadata.labels, 'metadata.labels');
  if (metadata.annotations !== old.annotations) {
    validateAnnotations(errors, metadata.annotations, 'metadata.annotations');
  }
  if (metadata.ownerReferences !== old.ownerReferences) {
    validateOwnerReferences(errors, metadata.ownerReferences);
  }
}

/** A value that may never change, shown as a string. */
export function validateSame(
  errors: FieldErrors,
  value: string | undefined,
  old: string | undefined,
  field: string,
): void {
  if ((value ?? '') !== (old ?? '')) errors.push(invalid(field, show(value ?? ''), immutable));
}

/** A part that may never change; `shown` prints it. */
export function validateUnchanged<T>(
  errors: FieldErrors,
  value: T,
  old: T,
  field: string,
  shown: (value: T) => Shown,
): void {
  if (!semanticEqual(value, old)) errors.push(invalid(field, shown(value), immutable));
}

function validateNames(errors: FieldErrors, metadata: ObjectMeta, kind: NamedKind): void {
  const { validateName = checkDns1123Subdomain } = kind.rules;
  const { name, generateName, namespace } = metadata;
  if (generateName) {
    const messages = validateName(asPrefix(generateName), errors.release);
    invalidFor(errors, 'metadata.generateName', generateName, messages);
  }
  if (name) invalidFor(errors, 'metadata.name', name, validateName(name, errors.release));
  else errors.push(required('metadata.name', 'name or generateName is required'));
  if (!kind.namespaced) {
    if (namespace) errors.push(forbidden('metadata.namespace', 'not allowed on this type'));
  } else if (namespace) {
    invalidFor(
      errors,
      'metadata.namespace',
      namespace,
      checkDns1123Label(namespace, errors.release),
    );
  } else {
    errors.push(required('metadata.namespace'));
  }
}

function validateOwnerReferences(
  errors: FieldErrors,
  references: readonly OwnerReference[] | undefined,
): void {
  if (references == null || references.length === 0) return;
  const field = 'metadata.ownerReferences';
  let controller: string | undefined;
  let shown: Shown | undefined;
  const namesKind = isSince(errors, 'OwnersNameKinds');
  checkEach(errors, references, (reference, index) => {
    validateOwnerReference(errors, reference, field, index);
    if (reference.controller !== true) return;
    const name = namesKind ? `${reference.kind}/${reference.name}` : reference.name;
    if (controller === undefined) controller = name;
    else {
      const why = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
      // Each error shows the whole list, which is made once.
      shown ??= showItems('[]v1.OwnerReference', references.map(showOwner));
      errors.push(invalid(field, shown, why));
    }
  });
}

function validateOwnerReference(
  errors: FieldErrors,
  reference: OwnerReference,
  list: string,
  index: number,
): void {
  const { apiVersion = '', kind, name, uid } = reference;
  const isRequired = isSince(errors, 'OwnersRequireFields');
  const field = isRequired ? `${list}[${index}]` : list;
  const refuseEmpty = (part: string): void => {
    const says = isSince(errors, 'BriefMessages') ? '' : `${part} `;
    const why = 'must not be empty';
    const at = `${field}.${part}`;
    errors.push(isRequired ? required(at, why) : invalid(at, show(''), `${says}${why}`));
  };
  if (isRequired && apiVersion === '') refuseEmpty('apiVersion');
  else if (!hasVersion(apiVersion)) {
    const why = isRequired ? 'must be <group>/<version> or <version>' : 'version must not be empty';
    errors.push(invalid(`${field}.apiVersion`, show(apiVersion), why));
  }
  if (!kind) refuseEmpty('kind');
  if (!name) refuseEmpty('name');
  if (!uid) refuseEmpty('uid');
  if (apiVersion === 'v1' && kind === 'Event') {
    const why = '/v1, Kind=Event is disallowed from being an owner';
    errors.push(invalid(field, showOwner(reference), why));
  }
}

/** `v1` or `group/v1`; text with more slashes has no version at all. */
function hasVersion(apiVersion: string): boolean {
  return /^([^/]*\/)?[^/]+$/.test(apiVersion);
}

function showOwner(reference: OwnerReference): Shown {
  const { apiVersion = '', kind = '', name = '', uid = '' } = reference;
  const { controller, blockOwnerDeletion } = reference;
  const code = showStruct('v1.OwnerReference', [
    ['APIVersion', show(apiVersion)],
    ['Kind', show(kind)],
    ['Name', show(name)],
    ['UID', show(uid)],
  ]);
  return {
    go: goOf(code),
    json: JSON.stringify({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }),
  };
}

function validateFinalizers(errors: FieldErrors, finalizers: readonly string[] | undefined): void {
  if (finalizers === undefined) return;
  const field = 'metadata.finalizers';
  checkEach(errors, finalizers, (finalizer) => {
    invalidFor(errors, field, finalizer, checkQualifiedName(finalizer, errors.release));
  });
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const why = 'finalizer orphan and foregroundDeletion cannot be both set';
    errors.push(invalid(field, showStrings(finalizers), why));
  }
}

function validateFinalizerDomains(
  errors: FieldErrors,
  finalizers: readonly string[] | undefined,
): void {
  checkEach(errors, finalizers, (finalizer, index) => {
    validateFinalizerDomain(errors, finalizer, `metadata.finalizers[${index}]`);
  });
}

/** A finalizer without a domain must be a standard one. */
export function validateFinalizerDomain(
  errors: FieldErrors,
  finalizer: string,
  field: string,
): void {
  if (finalizer.includes('/') || standardFinalizers.includes(finalizer)) return;
  errors.push(invalid(field, show(finalizer), unknownFinalizer));
}

function validateNoNewFinalizers(errors: FieldErrors, metadata: ObjectMeta, old: ObjectMeta): void {
  const before = new Set(old.finalizers);
  const added = (metadata.finalizers ?? []).filter((name) => !before.has(name));
  if (added.length === 0) return;
  const why = 'no new finalizers can be added if the object is being deleted, found new finalizers';
  errors.push(
    forbidden('metadata.finalizers', `${why} ${goOf(showStrings([...new Set(added)].sort()))}`),
  );
}

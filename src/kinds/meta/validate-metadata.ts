/** Checks of `metadata`, the same for all kinds. */
import { forbidden, invalid, invalidFor, required, show, type FieldError } from './field-errors.ts';
import { deepEqual } from './equal.ts';
import { showStrings, showStruct, showTime } from './go-show.ts';
import { checkDns1123Label, checkDns1123Subdomain, checkQualifiedName } from './names.ts';
import { validateAnnotations, validateLabels } from './validate-labels.ts';
import { validateNonNegative } from './validate-values.ts';
import type { ObjectMeta, OwnerReference } from '../types/index.ts';

/** What the checks need to know of the kind. */
export interface NamingRules {
  readonly namespaced: boolean;
  /** Messages about a bad name; absent: DNS subdomain. */
  validateName?(name: string): readonly string[];
}

/** Finalizers that need no domain: the garbage collector's and the namespace controller's. */
const standardFinalizers: readonly string[] = ['kubernetes', 'orphan', 'foregroundDeletion'];
const unknownFinalizer = 'name is neither a standard finalizer name nor is it fully qualified';

/** The text of every refused change of a field that is fixed at creation. */
export const immutable = 'field is immutable';

/** For a creation, once the name has been generated. */
export function* validateMetadata(metadata: ObjectMeta, rules: NamingRules): Iterable<FieldError> {
  yield* validateNames(metadata, rules);
  yield* validateNonNegative(metadata.generation, 'metadata.generation');
  yield* validateLabels(metadata.labels, 'metadata.labels');
  yield* validateAnnotations(metadata.annotations, 'metadata.annotations');
  yield* validateOwnerReferences(metadata.ownerReferences);
  yield* validateFinalizers(metadata.finalizers);
}

/**
 * For an update. v1.24 runs these twice, once for all kinds and once more from the checks of
 * each kind, so that most causes stand in the answer twice: the second run belongs to
 * `validateUpdate` of the kind.
 */
export function* validateMetadataUpdate(
  metadata: ObjectMeta,
  old: ObjectMeta,
): Iterable<FieldError> {
  if (old.deletionTimestamp != null) yield* validateNoNewFinalizers(metadata, old);
  yield* validateSame(metadata.name, old.name, 'metadata.name');
  yield* validateSame(metadata.namespace, old.namespace, 'metadata.namespace');
  yield* validateSame(metadata.uid, old.uid, 'metadata.uid');
  if (metadata.deletionTimestamp != null && metadata.deletionTimestamp !== old.deletionTimestamp) {
    yield invalid('metadata.deletionTimestamp', showTime(metadata.deletionTimestamp), immutable);
  }
  if (metadata.labels !== old.labels) yield* validateLabels(metadata.labels, 'metadata.labels');
  if (metadata.annotations !== old.annotations) {
    yield* validateAnnotations(metadata.annotations, 'metadata.annotations');
  }
  if (metadata.ownerReferences !== old.ownerReferences) {
    yield* validateOwnerReferences(metadata.ownerReferences);
  }
}

/** A value that may never change, shown as a string. */
export function* validateSame(
  value: string | undefined,
  old: string | undefined,
  field: string,
): Iterable<FieldError> {
  if ((value ?? '') !== (old ?? '')) yield invalid(field, show(value ?? ''), immutable);
}

/** A part that may never change; `shown` prints it. */
export function* validateUnchanged<T>(
  value: T,
  old: T,
  field: string,
  shown: (value: T) => string,
): Iterable<FieldError> {
  if (!deepEqual(value, old)) yield invalid(field, shown(value), immutable);
}

function* validateNames(metadata: ObjectMeta, rules: NamingRules): Iterable<FieldError> {
  const check = rules.validateName ?? checkDns1123Subdomain;
  const { name, generateName, namespace } = metadata;
  if (generateName) {
    const messages = check(asName(generateName));
    yield* invalidFor('metadata.generateName', show(generateName), messages);
  }
  if (name) yield* invalidFor('metadata.name', show(name), check(name));
  else yield required('metadata.name', 'name or generateName is required');
  if (!rules.namespaced) {
    if (namespace) yield forbidden('metadata.namespace', 'not allowed on this type');
  } else if (namespace) {
    yield* invalidFor('metadata.namespace', show(namespace), checkDns1123Label(namespace));
  } else {
    yield required('metadata.namespace');
  }
}

/** A prefix may end in a dash, as something will follow. */
function asName(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix;
}

function* validateOwnerReferences(
  references: readonly OwnerReference[] | undefined,
): Iterable<FieldError> {
  const field = 'metadata.ownerReferences';
  let controller: string | undefined;
  for (const reference of references ?? []) {
    yield* validateOwnerReference(reference, field);
    if (reference.controller !== true) continue;
    if (controller === undefined) controller = reference.name;
    else {
      const names = `${controller} and ${reference.name}`;
      const why = `Only one reference can have Controller set to true. Found "true" in references for ${names}`;
      yield invalid(field, `[]v1.OwnerReference{${references!.map(showOwner).join(', ')}}`, why);
    }
  }
}

function* validateOwnerReference(reference: OwnerReference, field: string): Iterable<FieldError> {
  const { apiVersion, kind, name, uid } = reference;
  if (!hasVersion(apiVersion)) {
    yield invalid(`${field}.apiVersion`, show(apiVersion ?? ''), 'version must not be empty');
  }
  if (!kind) yield invalid(`${field}.kind`, show(''), 'kind must not be empty');
  if (!name) yield invalid(`${field}.name`, show(''), 'name must not be empty');
  if (!uid) yield invalid(`${field}.uid`, show(''), 'uid must not be empty');
  if (apiVersion === 'v1' && kind === 'Event') {
    const why = '/v1, Kind=Event is disallowed from being an owner';
    yield invalid(field, showOwner(reference), why);
  }
}

/** `v1` or `group/v1`; anything with more slashes has no version at all. */
function hasVersion(apiVersion: string | undefined): boolean {
  return apiVersion !== undefined && /^([^/]*\/)?[^/]+$/.test(apiVersion);
}

function showOwner(reference: OwnerReference): string {
  return showStruct('v1.OwnerReference', [
    ['APIVersion', show(reference.apiVersion ?? '')],
    ['Kind', show(reference.kind ?? '')],
    ['Name', show(reference.name ?? '')],
    ['UID', show(reference.uid ?? '')],
  ]);
}

function* validateFinalizers(finalizers: readonly string[] | undefined): Iterable<FieldError> {
  if (finalizers === undefined) return;
  const field = 'metadata.finalizers';
  for (const finalizer of finalizers) {
    yield* invalidFor(field, show(finalizer), checkQualifiedName(finalizer));
  }
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const why = 'finalizer orphan and foregroundDeletion cannot be both set';
    yield invalid(field, showStrings(finalizers), why);
  }
  for (const [index, finalizer] of finalizers.entries()) {
    yield* validateFinalizerDomain(finalizer, `${field}[${index}]`);
  }
}

/** A finalizer without a domain must be a standard one. */
export function* validateFinalizerDomain(finalizer: string, field: string): Iterable<FieldError> {
  if (finalizer.includes('/') || standardFinalizers.includes(finalizer)) return;
  yield invalid(field, show(finalizer), unknownFinalizer);
}

function* validateNoNewFinalizers(metadata: ObjectMeta, old: ObjectMeta): Iterable<FieldError> {
  const added = (metadata.finalizers ?? []).filter((name) => !old.finalizers?.includes(name));
  if (added.length === 0) return;
  const why = 'no new finalizers can be added if the object is being deleted, found new finalizers';
  yield forbidden('metadata.finalizers', `${why} ${showStrings([...new Set(added)].sort())}`);
}

/**
 * Server-side apply: the body states the fields that its manager wants; fields that it applied
 * before and no longer states are removed. The fields of other managers are left alone, or taken
 * over by force. Pure.
 */
import { badRequest, deepEqual, serverError, type ApiError, type KubeObject } from '#values';
import { decodeAs, type Kind } from '#kinds';
import {
  mapReader,
  type ConformOptions,
  TypeMismatch,
  UnreadableValue,
  withoutRawTexts,
} from '#schema';
import type { ManagedFieldsEntry } from '#types';
import {
  beginComparing,
  difference,
  fieldsOfEntry,
  identity,
  ownableOf,
  isOwnedBy,
  newEntry,
  noEntries,
  shrunk,
  sorted,
  union,
  type Changes,
  type ChangesInVersion,
  type Entries,
  type FieldSet,
  type ListRules,
  type ManagedFields,
  type Owner,
} from '../managed-fields/index.ts';
import { finishing, runToEnd, isResumable, type Resumable } from '#values';
import type { Endpoint } from '../endpoint.ts';
import type { Resource } from '../resource.ts';
import { asObject, documentOf, groupVersionKind, textOf, title } from './applied-document.ts';
import { conflictError, conflictsBeyond, conflictsWith } from './apply-conflicts.ts';
import { clientApplied, withLastApplied } from './apply-last-applied.ts';
import { areOwners, withReadableTimes } from './apply-metadata.ts';
import { prune } from './apply-prune.ts';
import { checkTyped, TypedError } from './apply-typed.ts';
import { collecting, merging } from './apply-values.ts';

export interface ApplyRequest {
  readonly resource: Resource;
  readonly endpoint: Endpoint;
  /** The subresource of the owner, where it is not the endpoint's: `scale`. */
  readonly subresource?: string;
  readonly manager: string;
  readonly force: boolean;
  /** The parsed document. */
  readonly body: unknown;
}

export interface Applied {
  /** The wanted object; the same live object when the body changes nothing in it. */
  readonly desired: KubeObject;
  /** Its entries, when it is stored as wanted. */
  readonly entries: Entries;
  /** The wanted object with the fractions of seconds that its times have lost. */
  readonly exact?: KubeObject | undefined;
}

/**
 * @param stored the stored object; undefined when it does not exist
 * @throws {ApiError} 400 and 500 for a body that cannot be applied, 409 for conflicts
 */
export function applyTo(
  ownership: ManagedFields,
  request: ApplyRequest,
  stored: KubeObject | undefined,
): Applied {
  return runToEnd(applying(ownership, request, stored));
}

/** {@link applyTo} in parts. */
export function* applying(
  ownership: ManagedFields,
  request: ApplyRequest,
  stored: KubeObject | undefined,
): Resumable<Applied> {
  const { resource, endpoint, manager, force } = request;
  const input = asObject(request.body, documentOf(ownership));
  if (ownership.profile.enabled('TypeOfAppliedFirst')) checkType(resource, input);
  yield;
  if (stored !== undefined) checkLive(resource, stored, ownership.lists);
  yield;
  const body = checkBody(resource, input, { ...ownership.lists, mayRepeat: false });
  const tracking = ownership.tracking(resource, endpoint);
  const { writable, blank } = tracking;
  const shape = ownership.shapes.struct(resource.kind.schema);
  const live = stored === undefined ? (blank as KubeObject) : resource.fromStorage(stored);
  const entries = stored === undefined ? noEntries : ownership.adopted(resource, endpoint, stored);
  const applier = ownerOf(request);
  const before = entries.find((entry) => isOwnedBy(entry, applier));
  const others = entries.filter((entry) => entry !== before);

  yield;
  const applied = yield* collecting(writable, body);
  yield;
  const merged = yield* merging(shape, live, body);
  yield;
  const desired =
    before === undefined
      ? merged
      : yield* pruned(ownership, request, merged, before, others, applied);
  yield;
  const compared = beginComparing(writable, live, desired as object, false);
  const changes = isResumable(compared) ? yield* compared : compared;
  const ownable: Changes = {
    changed: ownableOf(tracking, changes.changed),
    removed: ownableOf(tracking, changes.removed),
  };
  const changesFor: ChangesInVersion = (entry) =>
    entry.apiVersion === resource.apiVersion || stored === undefined
      ? ownable
      : ownership.inVersion(
          resource,
          endpoint,
          stored,
          storedForm(request, desired),
          ownable,
        )(entry);

  const conflicts = force ? [] : yield* conflictsWith(others, changesFor);
  if (conflicts.length > 0) {
    const allowed = clientApplied(manager, shape, resource.apiVersion, live);
    yield;
    const rejected = yield* conflictsBeyond(conflicts, allowed);
    if (rejected.length > 0) throw yield* conflictError(rejected, ownership.profile);
  }

  yield;
  const isSame = changes.changed === undefined && changes.removed === undefined;
  let exact: KubeObject | undefined;
  const onExact = (input: KubeObject): void => void (exact = input);
  // Managed fields change nothing, but they have to be readable.
  const isLive = isSame && stored !== undefined && managedFieldsOf(body) == null;
  const result = isLive ? live : decode(request, desired, onExact);
  yield;
  const owned = difference(ownableOf(tracking, applied), identity);
  yield;
  const isMoved = !isSame || !isOwnedAlready(before, applier, owned);
  yield;
  const { profile } = ownership;
  const isTimed =
    !isSame ||
    !profile.enabled('ApplyTimesOfChanges') ||
    (profile.enabled('ApplyTimesOfUnwritten') && !deepEqual(live, desired));
  const next = recordApply(entries, before, changesFor, isMoved, () =>
    owned === undefined
      ? undefined
      : newEntry(applier, owned, isTimed ? ownership.now : before?.time),
  );
  yield;
  const owners =
    next === entries
      ? entries
      : yield* finishing(ownership.sharing(resource, next, applier, entries));
  return {
    desired: withLastApplied(manager, result, body),
    entries: owners,
    exact,
  };
}

function ownerOf({ resource, manager, ...through }: ApplyRequest): Owner {
  const { apiVersion } = resource;
  const subresource = through.subresource ?? through.endpoint.subresource;
  return { manager, operation: 'Apply', apiVersion, subresource };
}

/**
 * The merged object without the fields that the manager no longer applies, in the version that it
 * applied them through.
 */
function* pruned(
  ownership: ManagedFields,
  request: ApplyRequest,
  merged: unknown,
  before: ManagedFieldsEntry,
  others: Entries,
  input: FieldSet | undefined,
): Resumable<unknown> {
  const { resource } = request;
  let owned = input;
  for (const entry of others) {
    yield;
    owned = union(owned, fieldsOfEntry(entry));
  }
  const last = fieldsOfEntry(before)!;
  const isCurrent = before.apiVersion === resource.apiVersion;
  const version = isCurrent ? resource : ownership.version(resource, before.apiVersion!);
  if (version === undefined) return merged;
  const shape = ownership.shapes.struct(version.kind.schema);
  if (isCurrent) return yield* prune(shape, merged, last, owned);
  const converted = version.fromStorage(storedForm(request, merged));
  const rest = decodeAs(version.kind, yield* prune(shape, converted, last, owned));
  const back = resource.fromStorage(version.toStorage(rest as KubeObject));
  // A field of the body may have another name in that version, and so have been removed: merge
  // again.
  return yield* merging(ownership.shapes.struct(resource.kind.schema), back, request.body);
}

/** The stored form of a merged object. */
function storedForm(request: ApplyRequest, merged: unknown): KubeObject {
  const { fillDefaults, toStorage } = request.resource;
  return toStorage(fillDefaults(decode(request, merged)));
}

/**
 * The entries after an apply: the changed and removed fields lose their other owners. The manager's
 * entry is replaced, and its time with it, when anything changes in the object or the entries.
 */
function recordApply(
  entries: Entries,
  own: ManagedFieldsEntry | undefined,
  changesFor: ChangesInVersion,
  isMoved: boolean,
  renewed: () => ManagedFieldsEntry | undefined,
): Entries {
  const rest = entries.map((entry) => (entry === own ? entry : shrunk(entry, changesFor(entry))));
  if (!isMoved && rest.every((entry, index) => entry === entries[index])) return entries;
  const others = rest.filter((entry): entry is ManagedFieldsEntry => !!entry && entry !== own);
  const entry = renewed();
  return entry === undefined ? others : sorted([...others, entry]);
}

function isOwnedAlready(
  own: ManagedFieldsEntry | undefined,
  applier: Owner,
  fields: FieldSet | undefined,
): boolean {
  if (own === undefined) return fields === undefined;
  const before = fieldsOfEntry(own);
  const isEqual =
    difference(before, fields) === undefined && difference(fields, before) === undefined;
  return isEqual && own.apiVersion === applier.apiVersion;
}

/** Checks what holds for every object: version, no managed fields, the schema. @throws {ApiError} */
function checkBody(
  resource: Resource,
  object: Record<string, unknown>,
  lists: ListRules,
): Record<string, unknown> {
  checkVersion(resource, object);
  checkKind(resource, object);
  checkFits(resource, object, lists, (where) => `failed to create typed patch object (${where})`);
  return object;
}

/**
 * The error of an apply to something without a schema. @param isOwned whether any of its fields have
 * owners: v1.24 looks for some first
 */
export function untypedApply(resource: Resource, body: unknown, isOwned: boolean): ApiError {
  const object = asObject(body);
  if (!isOwned) {
    const { apiVersion, kind } = resource;
    const live = `live object (/; ${groupVersionKind({ apiVersion, kind: kind.kind })})`;
    return serverError(
      `failed to create manager for existing fields: failed to convert ${live} to proper version: ` +
        `request to convert CR to an invalid group/version: ${apiVersion}`,
    );
  }
  checkVersion(resource, object);
  return untyped(object);
}

/** The error of an apply to the scale of a custom resource that would be made: no version has scales. */
export function unconvertibleScale(body: unknown): ApiError {
  const object = asObject(body);
  return serverError(
    `failed to convert new object (${title(object)}) to proper version: ` +
      `request to convert CR to an invalid group/version: ${textOf(object['apiVersion'])}`,
  );
}

/** From v1.28 on an object of another type is refused before anything else is looked at. */
function checkType({ apiVersion, kind }: Resource, object: Record<string, unknown>): void {
  const input = groupVersionKind(object);
  if (input === groupVersionKind({ apiVersion, kind: kind.kind })) return;
  throw badRequest(`invalid object type: ${input}`);
}

function checkVersion(resource: Resource, object: Record<string, unknown>): void {
  const { apiVersion } = object;
  const version = typeof apiVersion === 'string' ? apiVersion : '';
  if (version !== resource.apiVersion) {
    throw badRequest(
      'Incorrect version specified in apply patch. ' +
        `Specified patch version: ${version}, expected: ${resource.apiVersion}`,
    );
  }
  if (areOwners(managedFieldsOf(object), resource.kind.schema)) {
    throw badRequest('metadata.managedFields must be nil');
  }
}

function managedFieldsOf({ metadata }: Record<string, unknown>): unknown {
  return (metadata as { readonly managedFields?: unknown } | null | undefined)?.managedFields;
}

/** Other writes may have stored what cannot be applied to; v1.24 adds owners first, where there are none. */
function checkLive(resource: Resource, stored: KubeObject, lists: ListRules): void {
  const isOwned = (stored.metadata.managedFields ?? noEntries).length > 0;
  const complaint = (where: string): string =>
    isOwned
      ? `failed to create typed live object (${where})`
      : `failed to create manager for existing fields: failed to convert new object (${where}) to smd typed`;
  checkFits(resource, resource.fromStorage(stored), lists, complaint);
}

/** @throws {ApiError} 500 when the object does not fit its type */
function checkFits(
  { kind }: Resource,
  object: object,
  lists: ListRules,
  complaint: (where: string) => string,
): void {
  try {
    checkTyped(kind.schema, object as Record<string, unknown>, lists);
  } catch (error) {
    if (!(error instanceof TypedError)) throw error;
    const where = title(object as Record<string, unknown>);
    throw serverError(`${complaint(where)}: ${error.message}`);
  }
}

function checkKind({ kind }: Resource, object: Record<string, unknown>): void {
  if (object['kind'] !== kind.kind) throw untyped(object);
}

function untyped(object: Record<string, unknown>): ApiError {
  return serverError(
    `failed to create typed patch object (${title(object)}): ` +
      `no corresponding type for ${groupVersionKind(object)}`,
  );
}

/** The merged object decoded to its type; an error names the applied object. */
function decode(
  { resource, body }: ApplyRequest,
  merged: unknown,
  onExact?: (exact: KubeObject) => void,
): KubeObject {
  try {
    const { kind } = resource;
    const options = {
      reader: mapReader,
      version: kind.version,
      onExact: onExact as ConformOptions['onExact'],
    };
    const whole = kind.custom === undefined ? merged : withReadableTimes(merged);
    const decoded = decodeAs(kind, whole, options) as KubeObject;
    checkConvertible(kind, decoded, body);
    return kind.custom === undefined ? withoutRawTexts(decoded, kind.schema) : decoded;
  } catch (error) {
    if (!(error instanceof TypeMismatch || error instanceof UnreadableValue)) throw error;
    const object = asObject(body);
    throw serverError(
      `failed to convert new object (${title(object)}) to proper version: ` +
        `unable to convert unstructured object to ${groupVersionKind(object)}: ${error.message}`,
    );
  }
}

/** @throws {ApiError} 500 for an object that has no internal form */
function checkConvertible(kind: Kind, decoded: KubeObject, body: unknown): void {
  try {
    kind.rules.checkConvertible?.(decoded);
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
    throw serverError(
      `failed to convert to unversioned (${title(asObject(body))}): ${error.message}`,
    );
  }
}

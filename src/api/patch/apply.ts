/**
 * Server-side apply: the body says what its manager wants of the object; what it said before and
 * says no more goes. What others own is left to them, or taken by force. Pure.
 */
import {
  badRequest,
  conform,
  serverError,
  TypeMismatch,
  UnreadableValue,
  type KubeObject,
} from '#kinds';
import {
  compareRaw,
  difference,
  fieldsOfEntry,
  identity,
  isOwnedBy,
  newEntry,
  noEntries,
  shrunk,
  sorted,
  subresourceOf,
  union,
  type Changes,
  type Entries,
  type FieldSet,
  type ManagedFields,
  type Owner,
  type StructShape,
} from '../managed-fields/index.ts';
import type { Endpoint } from '../request.ts';
import type { Resource } from '../resource.ts';
import { conflictError, conflictsBeyond, conflictsWith } from './apply-conflicts.ts';
import { clientApplied, withLastApplied } from './apply-last-applied.ts';
import { prune } from './apply-prune.ts';
import { checkTyped, TypedError } from './apply-typed.ts';
import { fieldsOf, mergeApplied } from './apply-values.ts';

export interface ApplyRequest {
  readonly resource: Resource;
  readonly endpoint: Endpoint;
  readonly manager: string;
  readonly force: boolean;
  /** The parsed document. */
  readonly body: unknown;
}

export interface Applied {
  /** What is asked for; the very live object when the body changes nothing in it. */
  readonly wanted: KubeObject;
  /** Its entries, when it is stored as asked for. */
  readonly entries: Entries;
}

/**
 * @param live in the form that is served; undefined when it does not exist
 * @throws {ApiError} 400 and 500 for a body that cannot be applied, 409 for conflicts
 */
export function applyTo(
  ownership: ManagedFields,
  request: ApplyRequest,
  live: KubeObject | undefined,
): Applied {
  const { resource, endpoint, manager, force } = request;
  const body = readBody(request);
  const { writable, blank } = ownership.tracking(resource, endpoint);
  const shape = ownership.shapes.struct(resource.kind.schema);
  const base = live ?? (blank as KubeObject);
  const applier = ownerOf(request);
  const entries = live === undefined ? noEntries : ownership.adopted(resource, endpoint, live);

  const before = entries.find((entry) => isOwnedBy(entry, applier));
  const others = entries.filter((entry) => entry !== before);
  const given = fieldsOf(writable, body);
  const merged = mergeApplied(shape, base, body);
  const pruned = pruneFor(shape, merged, before && fieldsOfEntry(before), others, given);
  const changes = compareRaw(writable, base, pruned as object);

  const conflicts = force ? [] : conflictsWith(others, changes.changed);
  if (conflicts.length > 0) {
    const allowed = clientApplied(manager, shape, resource.apiVersion, base);
    const serious = conflictsBeyond(conflicts, allowed);
    if (serious.length > 0) throw conflictError(serious);
  }

  const isSame = changes.changed === undefined && changes.removed === undefined;
  const result = isSame && live !== undefined ? live : decode(request, pruned);
  const next = recordApply(entries, changes, applier, difference(given, identity), {
    isSame,
    now: ownership.now,
  });
  return {
    wanted: withLastApplied(manager, result, body),
    entries: next === entries ? entries : ownership.share(resource, next, applier),
  };
}

function ownerOf({ resource, endpoint, manager }: ApplyRequest): Owner {
  const { apiVersion } = resource;
  return { manager, operation: 'Apply', apiVersion, subresource: subresourceOf(endpoint) };
}

function pruneFor(
  shape: StructShape,
  merged: unknown,
  before: FieldSet | undefined,
  others: Entries,
  given: FieldSet | undefined,
): unknown {
  if (before === undefined) return merged;
  const owned = others.reduce((all, entry) => union(all, fieldsOfEntry(entry)), given);
  return prune(shape, merged, before, owned);
}

/**
 * The entries after an apply: its manager owns what it gave, and what it changed or removed is
 * nobody else's. Its time moves when anything changes, in the object or in the entries.
 */
function recordApply(
  entries: Entries,
  changes: Changes,
  applier: Owner,
  fields: FieldSet | undefined,
  { isSame, now }: { readonly isSame: boolean; readonly now: string },
): Entries {
  const own = entries.find((entry) => isOwnedBy(entry, applier));
  const others = entries.flatMap((entry) => {
    if (entry === own) return [];
    const next = shrunk(entry, changes);
    return next === undefined ? [] : [next];
  });
  const isOwnSame =
    own === undefined
      ? fields === undefined
      : own.apiVersion === applier.apiVersion && isEqual(fieldsOfEntry(own), fields);
  const areOthersSame = others.every((entry) => entries.includes(entry));
  const count = others.length + (own === undefined ? 0 : 1);
  if (isSame && isOwnSame && areOthersSame && count === entries.length) return entries;
  if (fields === undefined) return others;
  return sorted([...others, newEntry(applier, fields, now)]);
}

function isEqual(a: FieldSet | undefined, b: FieldSet | undefined): boolean {
  return difference(a, b) === undefined && difference(b, a) === undefined;
}

/** What of the body is right for any object: version, no managed fields, the schema. */
function readBody({ resource, body }: ApplyRequest): Record<string, unknown> {
  const object = asObject(body);
  const { apiVersion, metadata } = object;
  const version = typeof apiVersion === 'string' ? apiVersion : '';
  if (version !== resource.apiVersion) {
    throw badRequest(
      'Incorrect version specified in apply patch. ' +
        `Specified patch version: ${version}, expected: ${resource.apiVersion}`,
    );
  }
  if (
    (metadata as { readonly managedFields?: unknown } | null | undefined)?.managedFields != null
  ) {
    throw badRequest('metadata.managedFields must be nil');
  }
  checkKind(resource, object);
  try {
    checkTyped(resource.kind.schema, object);
  } catch (error) {
    if (!(error instanceof TypedError)) throw error;
    throw serverError(`failed to create typed patch object (${title(object)}): ${error.message}`);
  }
  return object;
}

function asObject(body: unknown): Record<string, unknown> {
  if (body === null || body === undefined) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  const found = Array.isArray(body) ? 'array' : typeof body === 'boolean' ? 'bool' : typeof body;
  throw badRequest(
    'error decoding YAML: error unmarshaling JSON: while decoding JSON: ' +
      `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`,
  );
}

function checkKind({ kind }: Resource, object: Record<string, unknown>): void {
  if (object['kind'] === kind.kind) return;
  throw serverError(
    `failed to create typed patch object (${title(object)}): ` +
      `no corresponding type for ${groupVersionKind(object)}`,
  );
}

/** The merged object as its type has it. */
function decode({ resource }: ApplyRequest, merged: unknown): KubeObject {
  try {
    return conform(resource.kind.schema, merged) as KubeObject;
  } catch (error) {
    if (!(error instanceof TypeMismatch || error instanceof UnreadableValue)) throw error;
    const object = merged as Record<string, unknown>;
    throw serverError(
      `failed to convert new object (${title(object)}) to proper version: ` +
        `unable to convert unstructured object to ${groupVersionKind(object)}: ${error.message}`,
    );
  }
}

/** `default/web; apps/v1, Kind=Deployment` */
function title(object: Record<string, unknown>): string {
  const { namespace = '', name = '' } = (object['metadata'] ?? {}) as Record<string, unknown>;
  return `${String(namespace)}/${String(name)}; ${groupVersionKind(object)}`;
}

function groupVersionKind({ apiVersion, kind }: Record<string, unknown>): string {
  const version = String(apiVersion);
  return `${version.includes('/') ? version : `/${version}`}, Kind=${String(kind ?? '')}`;
}

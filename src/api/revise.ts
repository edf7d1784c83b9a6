/** What an update makes of the stored object: pure, and sharing every part that stays. */
import { deepEqual, isSpelledAlike, semanticEqual, type KubeObject, type ObjectMeta } from '#kinds';
import { updatedMetadata } from './metadata.ts';
import type { Endpoint, RequestContext } from './context.ts';
import { asStored, type Body, type Resource } from './resource.ts';
import type { Backend } from './backend.ts';

type Parts = Record<string, unknown>;

/**
 * The new version of `old`: the parts that the endpoint writes as in `wanted`, the others as
 * stored; then what the kind's strategy makes of it. The very object `old` when nothing changes.
 */
export function revise(
  backend: Backend,
  resource: Resource,
  endpoint: Endpoint,
  wanted: Body,
  old: Body,
): Body {
  const metadata = updatedMetadata(wanted.metadata, old.metadata);
  const { apiVersion, kind } = old;
  switch (endpoint) {
    case 'main':
      // What it is may be left out of what is wanted.
      return reviseMain(backend, resource, { ...wanted, apiVersion, kind, metadata }, old);
    case 'status':
      return reviseStatus(backend, resource, { ...old, metadata, status: wanted.status }, old);
    case 'finalize':
      return shareEqualParts({ ...old, metadata, spec: withFinalizersOf(wanted, old) }, old);
    case 'ephemeralcontainers':
      return reviseEphemeralContainers(wanted, metadata.uid, old);
  }
}

/**
 * Fills in defaults, unless the spec is the stored one and so has them, and there is a status where
 * there was one; then the object is of the form that is stored.
 */
export function withDefaults(resource: Resource, wanted: Body, old: Body): Body {
  const isSpecShared = wanted.spec !== undefined && wanted.spec === old.spec;
  const isWhole = isSpecShared && (wanted.status != null || old.status === undefined);
  const whole = isWhole ? wanted : (resource.kind.defaults?.(wanted) ?? wanted);
  return resource.toStorage(whole);
}

function reviseMain(backend: Backend, resource: Resource, wanted: Body, old: Body): Body {
  const { kind, hasStatus } = resource;
  const next = hasStatus ? { ...wanted, status: old.status } : wanted;
  const prepared = kind.prepareUpdate?.(next, old, backend.strategy) ?? next;
  const shared = shareEqualParts(prepared, old);
  if (shared === old || kind.generation === undefined) return shared;
  if (semanticEqual(kind.generation(shared), kind.generation(old))) return shared;
  const generation = (old.metadata.generation ?? 0) + 1;
  return { ...shared, metadata: { ...shared.metadata, generation } };
}

function reviseStatus(backend: Backend, resource: Resource, wanted: Body, old: Body): Body {
  const prepared = resource.kind.prepareStatusUpdate?.(wanted, old, backend.strategy) ?? wanted;
  return shareEqualParts(prepared, old);
}

/** The new version without what its kind does not keep of a status that is written. */
export function trimmed(endpoint: Endpoint, { kind }: Resource, next: Body, old: Body): Body {
  if (endpoint !== 'status' || kind.trimStatus === undefined || next === old) return next;
  return shareEqualParts(kind.trimStatus(next, old), old);
}

/** What the store keeps of the new version; the very object `old` when that is the same. */
export function keptOf(
  { dryRun }: RequestContext,
  resource: Resource,
  next: Body,
  old: KubeObject,
): Body {
  const kept = asStored(resource, next, old, dryRun === true ? old : undefined);
  return kept === next ? next : shareEqualParts(kept, old);
}

/** Finalizing writes the finalizers in the spec and nothing else of it; an empty list is none. */
function withFinalizersOf(wanted: Body, old: Body): Readonly<Parts> {
  const { finalizers } = (wanted.spec ?? {}) as { readonly finalizers?: readonly string[] };
  const spec: Parts = { ...(old.spec as Parts) };
  if (finalizers != null && finalizers.length > 0) spec['finalizers'] = finalizers;
  else delete spec['finalizers'];
  return spec;
}

/** Writes the ephemeral containers and nothing else, of the metadata neither. */
function reviseEphemeralContainers(wanted: Body, uid: string, old: Body): Body {
  const { ephemeralContainers } = (wanted.spec ?? {}) as Readonly<Parts>;
  const spec: Parts = { ...(old.spec as Parts) };
  if (ephemeralContainers == null) delete spec['ephemeralContainers'];
  else spec['ephemeralContainers'] = ephemeralContainers;
  const metadata = uid === old.metadata.uid ? old.metadata : { ...old.metadata, uid };
  return shareEqualParts({ ...old, metadata, spec }, old);
}

/**
 * The same value with the stored part wherever a part is equal to it, so that identity tells
 * afterwards what has changed; the very object `old` when all parts are equal. Always fresh
 * otherwise, and without parts that are `undefined`.
 */
function shareEqualParts(next: Body, old: Body): Body {
  const from = next as unknown as Parts;
  const stored = old as unknown as Parts;
  const shared: Parts = {};
  let isSame = true;
  for (const part in from) {
    const value = from[part];
    if (value === undefined) continue;
    const isEqual = deepEqual(value, stored[part]) && isSpelledAlike(value, stored[part]);
    shared[part] = isEqual ? stored[part] : value;
    isSame &&= isEqual;
  }
  return isSame && !dropsAny(from, stored) ? old : (shared as unknown as Body);
}

function dropsAny(from: Parts, stored: Parts): boolean {
  for (const part in stored) {
    if (from[part] === undefined && stored[part] !== undefined) return true;
  }
  return false;
}

/** Whether two versions differ in their metadata at most. */
export function isBodyShared(next: KubeObject, old: KubeObject): boolean {
  const a = next as unknown as Parts;
  const b = old as unknown as Parts;
  for (const part in a) {
    if (part !== 'metadata' && a[part] !== b[part]) return false;
  }
  return !dropsAny(a, b);
}

/** Whether the metadata says that the object is being deleted. */
export function isDeleting(metadata: ObjectMeta): boolean {
  return metadata.deletionTimestamp != null;
}

/** The object that an update makes of the stored one: pure, and sharing every part that stays. */
import {
  deepEqual,
  andThen,
  equalParts,
  hasSameText,
  metadataWith,
  semanticEqual,
  withField,
  type KubeObject,
  type Resumable,
} from '#values';
import type { ObjectMeta } from '#types';
import { updatedMetadata } from './metadata.ts';
import type { RequestContext } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import { asStored, type Body, type Resource } from './resource.ts';
import type { Backend } from './backend.ts';

type Fields = Record<string, unknown>;

/**
 * The new version of `old`: the part that the endpoint writes as in `desired`, the rest as stored;
 * then the kind's strategy. The same `old` when nothing changes.
 */
export function revise(backend: Backend, endpoint: Endpoint, desired: Body, old: Body): Body {
  const { part } = endpoint;
  const taken = part.take(desired, old, metadataFor(part, desired.metadata, old.metadata));
  const prepared = part.prepare?.(taken, old, backend.strategy) ?? taken;
  const shared = shareEqualParts(prepared, old);
  const counted = endpoint.countsDisabled === true ? desired : shared;
  if (counted === old || isCountedEqual(endpoint, counted, old)) return shared;
  const raised = (old.metadata.generation ?? 0) + 1;
  return { ...shared, metadata: metadataWith(shared.metadata, { generation: raised }) };
}

/** Returns whether two versions have the same generation. */
function isCountedEqual({ generation, countsEmpty }: Endpoint, next: Body, old: Body): boolean {
  if (generation === undefined) return true;
  const isEqual = countsEmpty ? deepEqual : semanticEqual;
  return isEqual(generation(next), generation(old));
}

/** A uid that differs is kept, so that validation rejects it. */
function metadataFor(
  { keepsMetadata }: Endpoint['part'],
  desired: ObjectMeta,
  old: ObjectMeta,
): ObjectMeta {
  if (typeof keepsMetadata !== 'string') {
    const updated = updatedMetadata(desired, old);
    return keepsMetadata === undefined ? updated : withStored(updated, old, keepsMetadata);
  }
  return !desired.uid || desired.uid === old.uid ? old : { ...old, uid: desired.uid };
}

/** Returns metadata with some of their fields as they are stored. */
function withStored(
  metadata: ObjectMeta,
  old: ObjectMeta,
  names: readonly (keyof ObjectMeta)[],
): ObjectMeta {
  return names.reduce((result, name) => withField(result, name, old[name]), metadata);
}

/**
 * Fills in defaults, unless the spec is the stored one and so has them, and the status is present
 * if it was before; the object then has the stored form already. Where labels have defaults, they are
 * the stored ones, too.
 */
export function fillingDefaults(
  resource: Resource,
  desired: Body,
  old: Body,
): KubeObject | Resumable<KubeObject> {
  const { kind } = resource;
  const isSpecShared = desired.spec !== undefined && desired.spec === old.spec;
  const { labels } = desired.metadata;
  const areLabelsWhole =
    kind.rules.defaultsLabels !== true || (labels !== undefined && labels === old.metadata.labels);
  const isWhole =
    areLabelsWhole && isSpecShared && (desired.status != null || old.status === undefined);
  return andThen(isWhole ? desired : resource.fillingDefaults(desired), resource.toStorage);
}

/** The new version without what its kind does not keep of the written part. */
export function trimmed({ strategy }: Backend, endpoint: Endpoint, next: Body, old: Body): Body {
  const { part } = endpoint;
  if (part.trim === undefined || next === old) return next;
  const kept = shareEqualParts(part.trim(next, old, strategy), old);
  const { generation } = old.metadata;
  const isRaised = kept.metadata.generation !== generation && generation !== undefined;
  if (!isRaised || !isCountedEqual(endpoint, kept, old)) return kept;
  return shareEqualParts({ ...kept, metadata: metadataWith(kept.metadata, { generation }) }, old);
}

/** The new version as the store keeps it; the same `old` when nothing differs. */
export function keptOf(
  { dryRun }: RequestContext,
  resource: Resource,
  next: Body,
  old: KubeObject,
): Body {
  const result = asStored(resource, next, old, dryRun === true ? old : undefined);
  return result === next ? next : shareEqualParts(result, old);
}

/**
 * The same value with the stored part wherever a part is equal to it, so that identity shows later
 * what has changed; the same `old` when all parts are equal. Otherwise always a new object, without
 * parts that are `undefined`.
 */
function shareEqualParts(next: Body, old: Body): Body {
  const from = next as unknown as Fields;
  const stored = old as unknown as Fields;
  const shared: Fields = {};
  let isSame = true;
  for (const part in from) {
    const value = from[part];
    if (value === undefined) continue;
    const isEqual = equalParts(value, stored[part]) && hasSameText(value, stored[part]);
    shared[part] = isEqual ? stored[part] : value;
    isSame &&= isEqual;
  }
  return isSame && !dropsAny(from, stored) ? old : (shared as unknown as Body);
}

function dropsAny(from: Fields, stored: Fields): boolean {
  for (const part in stored) {
    if (from[part] === undefined && stored[part] !== undefined) return true;
  }
  return false;
}

/** Whether two versions differ only in their metadata, or not at all. */
export function isBodyShared(next: KubeObject, old: KubeObject): boolean {
  const a = next as unknown as Fields;
  const b = old as unknown as Fields;
  for (const part in a) {
    if (part !== 'metadata' && a[part] !== b[part]) return false;
  }
  return !dropsAny(a, b);
}

/** Whether the metadata says that the object is being deleted. */
export function isDeleting(metadata: ObjectMeta): boolean {
  return metadata.deletionTimestamp != null;
}

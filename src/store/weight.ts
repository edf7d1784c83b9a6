/**
 * How much memory values take, an estimate that is rather too high: history is bounded by it.
 * What two versions share is found by identity, so that a write is charged for its new parts only.
 */
import { areLate, type KubeObject } from '#values';
import type { Change } from './change.ts';

/** Bytes of a change and its version, without the objects. */
export const CHANGE_WEIGHT = 400;
/** An object, its map of fields aside. */
const OBJECT = 32;
/** A field, or an item of an array. */
const FIELD = 8;
/** An object with more fields than this is a hash table of its own. */
const MANY_FIELDS = 64;
/** What a field of such an object takes beyond that, its name aside. */
const TABLE_FIELD = 56;
const TEXT = 16;
/** Of a character: texts beyond Latin-1 take two bytes for each. */
const CHARACTER = 2;
/** Metadata with all of its short texts: names, uid, times. */
const METADATA = 1000;
/** Owners of fields that are not decided. */
const LATE_OWNERS = 600;

/**
 * The fields of metadata that have no bound, owners aside. Reading only these is ten times as fast as reading
 * all.
 */
const unbounded = ['annotations', 'finalizers', 'labels', 'ownerReferences'] as const;

type Fields = Readonly<Record<string, unknown>>;
const none: Fields = {};

/**
 * Bytes that a change adds to those before it: what its object does not share with the one that it
 * replaced.
 */
export function weightOfChange({ value, previous }: Change): number {
  return CHANGE_WEIGHT + unsharedWeight(value, previous);
}

/** Bytes of an object, except the parts that `other` has at the same place. */
export function unsharedWeight(object: KubeObject, other: KubeObject | undefined): number {
  const fields = object as unknown as Fields;
  const others = (other ?? none) as unknown as Fields;
  let bytes = OBJECT;
  for (const name in fields) {
    bytes += FIELD;
    if (name !== 'metadata') bytes += weightOf(fields[name], others[name]);
  }
  const { metadata } = object;
  if (metadata === other?.metadata) return bytes;
  bytes += METADATA;
  for (const name of unbounded) {
    const part = metadata[name];
    if (part !== undefined) bytes += weightOf(part, other?.metadata[name]);
  }
  return bytes + weightOfOwners(metadata, other?.metadata);
}

function weightOfOwners(
  metadata: KubeObject['metadata'],
  other: KubeObject['metadata'] | undefined,
): number {
  // They are not decided to be weighed.
  if (areLate(metadata)) return LATE_OWNERS;
  return weightOf(
    metadata.managedFields,
    other === undefined || areLate(other) ? undefined : other.managedFields,
  );
}

function weightOf(value: unknown, other: unknown): number {
  // Equal texts need not be the same memory: so they are not compared.
  if (typeof value === 'string') return TEXT + CHARACTER * value.length;
  if (typeof value !== 'object' || value === null || value === other) return 0;
  return Array.isArray(value) ? weightOfItems(value, other) : weightOfFields(value, other);
}

function weightOfItems(items: readonly unknown[], other: unknown): number {
  const others: readonly unknown[] = Array.isArray(other) ? other : [];
  let bytes = OBJECT + FIELD * items.length;
  for (let at = 0; at < items.length; at++) bytes += weightOf(items[at], others[at]);
  return bytes;
}

function weightOfFields(value: object, other: unknown): number {
  const fields = value as Fields;
  const others = (other ?? none) as Fields;
  let bytes = OBJECT;
  let count = 0;
  let names = 0;
  for (const name in fields) {
    count++;
    names += name.length;
    bytes += weightOf(fields[name], others[name]);
  }
  if (count > MANY_FIELDS) bytes += TABLE_FIELD * count + CHARACTER * names;
  return bytes + FIELD * count;
}

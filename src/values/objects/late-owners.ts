/**
 * The owners of an object's fields, decided when somebody reads them: hardly anyone does, and to decide
 * them costs as much as a third of a write. Metadata shows them like any other field; who copies it
 * with a spread has read them.
 */
import type { ManagedFieldsEntry, ObjectMeta } from '#types';
import { deepEqual } from './equal.ts';

type Entries = readonly ManagedFieldsEntry[];
type Metadata = { -readonly [K in keyof ObjectMeta]: ObjectMeta[K] };

/** Entries of `managedFields` that may not be decided yet. */
export abstract class LateOwners {
  #entries: Entries | undefined;

  get areDecided(): boolean {
    return this.#entries !== undefined;
  }

  /** The same ones each time; empty when there are none. */
  get entries(): Entries {
    return (this.#entries ??= this.decide());
  }

  /** Called once. */
  protected abstract decide(): Entries;
}

/** Where metadata keeps them, unseen by all that walks over its fields. */
const owners = Symbol('owners');

interface Bearer {
  readonly [owners]?: LateOwners;
}

const field = 'managedFields';

/** Stands in new metadata where its owners will be, so that fields which are added follow them as ever. */
export const ownersToCome: Entries = Object.freeze([Object.freeze({})]);

const shown: PropertyDescriptor & ThisType<Bearer> = {
  get() {
    const { entries } = this[owners]!;
    return entries.length === 0 ? undefined : entries;
  },
  enumerable: true,
  configurable: true,
};

/** Returns the owners that the metadata shows, if they are late ones. */
export function lateOwnersOf(metadata: ObjectMeta): LateOwners | undefined {
  return (metadata as Bearer)[owners];
}

/** Makes a copy of metadata to add fields to, whose owners stay undecided. */
export function copyOfMetadata(metadata: ObjectMeta): Metadata {
  const late = lateOwnersOf(metadata);
  // Those that are decided are copied like any other field: that is quicker.
  const isPlain = late === undefined || late.areDecided;
  return isPlain ? Object.assign({}, metadata) : withLateOwners(metadata, late);
}

/** Tells whether metadata shows owners that are not decided: whoever reads them decides them. */
export function areLate(metadata: object): boolean {
  return lateOwnersOf(metadata as ObjectMeta)?.areDecided === false;
}

/** Tells whether two versions of metadata show the same owners, undecided: to compare those would decide them. */
export function shareLateOwners(one: object, other: object): boolean {
  return areLate(one) && lateOwnersOf(one as ObjectMeta) === lateOwnersOf(other as ObjectMeta);
}

/** {@link deepEqual} of parts of objects: metadata of one object may show the same owners, which stay undecided. */
export function equalParts(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isRecord(one) || !isRecord(other) || !shareLateOwners(one, other)) {
    return deepEqual(one, other);
  }
  for (const name in one) {
    if (name !== field && !deepEqual(one[name], other[name])) return false;
  }
  for (const name in other) if (!(name in one)) return false;
  return true;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Makes a copy of an object that is metadata with undecided owners, which stay so; undefined for any other.
 *
 * @param without names of fields that the copy lacks
 */
export function copyIfLate(
  object: object,
  without: ReadonlySet<string> = nothing,
): Metadata | undefined {
  if (!areLate(object) || without.has(field)) return undefined;
  const copy = copyOfMetadata(object as ObjectMeta);
  for (const name of without) delete copy[name as keyof Metadata];
  return copy;
}

const nothing: ReadonlySet<string> = new Set();

/** Returns metadata with other values of some fields, whose owners stay undecided. */
export function metadataWith(metadata: ObjectMeta, fields: Partial<ObjectMeta>): ObjectMeta {
  return Object.assign(copyOfMetadata(metadata), fields);
}

/** Makes a copy of metadata that shows these owners, at the place of those before. */
export function withLateOwners(metadata: ObjectMeta, late: LateOwners): Metadata {
  const copy: Record<string, unknown> = {};
  for (const name in metadata) {
    if (name === field) Object.defineProperty(copy, field, shown);
    else copy[name] = metadata[name as keyof ObjectMeta];
  }
  return showing(copy as unknown as Metadata, late);
}

/** Has fresh metadata show the owners that other metadata shows. */
export function showOwnersOf(metadata: Metadata, other: ObjectMeta): void {
  const late = lateOwnersOf(other);
  if (late?.areDecided === false) showing(metadata, late);
  else if (other.managedFields !== undefined) metadata.managedFields = other.managedFields;
}

function showing(metadata: Metadata, late: LateOwners): Metadata {
  if (!(field in metadata)) Object.defineProperty(metadata, field, shown);
  return Object.defineProperty(metadata, owners, { value: late });
}

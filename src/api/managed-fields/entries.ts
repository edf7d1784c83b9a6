/** The entries of `metadata.managedFields`: who owns which fields. Pure. */
import { deepEqual } from '#values';
import type { ManagedFieldsEntry } from '#types';
import type { Changes } from './compare.ts';
import { difference, union, unionOf, type FieldSet } from './field-set.ts';
import { readingFieldsV1 } from './fields-v1.ts';
import { runToEnd, type Resumable } from '#values';

export type Entries = readonly ManagedFieldsEntry[];

/** The owner of fields. An applier has one entry for all versions of the API. */
export interface Owner {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  /** Absent for the object itself. */
  readonly subresource: string | undefined;
}

/** The changes as the API version of an entry shows them. */
export type ChangesInVersion = (entry: ManagedFieldsEntry) => Changes;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export const noEntries: Entries = Object.freeze([]);

/** How many entries of updates are kept; above that, the oldest are merged. */
const mostUpdates = 10;
/** Up to this many entries, each is compared with each. */
const fewEntries = 2 * mostUpdates;
const mergedManager = 'ancient-changes';

/** The fields of an entry. Stored fields are in the form of {@link FieldSet}. */
export function fieldsOfEntry({ fieldsV1 }: ManagedFieldsEntry): FieldSet | undefined {
  return fieldsV1 as FieldSet | undefined;
}

export function newEntry(
  { manager, operation, apiVersion, subresource }: Owner,
  fields: FieldSet,
  time: string | undefined,
): ManagedFieldsEntry {
  const entry: Mutable<ManagedFieldsEntry> = { manager, operation, apiVersion };
  if (time !== undefined) entry.time = time;
  entry.fieldsType = 'FieldsV1';
  entry.fieldsV1 = fields;
  if (subresource !== undefined) entry.subresource = subresource;
  return entry;
}

/** The entry with other fields; undefined when none are left. */
export function withFields(
  entry: ManagedFieldsEntry,
  fields: FieldSet | undefined,
): ManagedFieldsEntry | undefined {
  if (fields === undefined) return undefined;
  return fields === entry.fieldsV1 ? entry : { ...entry, fieldsV1: fields };
}

export function isOwnedBy(entry: ManagedFieldsEntry, owner: Owner): boolean {
  return (
    entry.manager === owner.manager &&
    entry.operation === owner.operation &&
    entry.subresource === owner.subresource &&
    (owner.operation === 'Apply' || entry.apiVersion === owner.apiVersion)
  );
}

/**
 * The entries after an update: the changed fields belong to its manager alone, the removed ones
 * have no owner. The manager's time changes when it owns other fields than before. The same entries
 * when no ownership changes.
 *
 * @param now the time as the API writes it; undefined to leave it out
 * @param inVersion the changes as another version of the API shows them, for its entries
 */
export function recordUpdate(
  entries: Entries,
  changes: Changes,
  writer: Owner,
  now: (() => string) | undefined,
  inVersion?: ChangesInVersion,
): Entries {
  return runToEnd(recordingUpdate(entries, changes, writer, now, inVersion));
}

/** {@link recordUpdate} in parts. */
export function* recordingUpdate(
  entries: Entries,
  changes: Changes,
  writer: Owner,
  now: (() => string) | undefined,
  inVersion?: ChangesInVersion,
): Resumable<Entries> {
  const { changed, removed } = changes;
  if (changed === undefined && removed === undefined) return entries;
  let isKnown = false;
  /** Made when an entry changes. */
  let next: ManagedFieldsEntry[] | undefined;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!;
    let result: ManagedFieldsEntry | undefined;
    if (isOwnedBy(entry, writer)) {
      isKnown = true;
      const rest = difference(fieldsOfEntry(entry), removed);
      if (rest !== entry.fieldsV1) yield;
      result = grown(entry, rest, changes, now);
    } else {
      const versionChanges = isInVersionOf(entry, writer)
        ? changes
        : (inVersion?.(entry) ?? changes);
      result = shrunk(entry, versionChanges);
    }
    if (result !== entry) {
      yield;
      next ??= entries.slice(0, index);
    }
    if (result !== undefined) next?.push(result);
  }
  if (!isKnown && changed !== undefined) {
    next ??= [...entries];
    next.push(newEntry(writer, changed, now?.()));
  }
  return next === undefined ? entries : sorted(capped(next));
}

function isInVersionOf({ apiVersion }: ManagedFieldsEntry, writer: Owner): boolean {
  return apiVersion === writer.apiVersion;
}

/**
 * The entry without the fields that another manager has changed or removed; undefined when none are
 * left.
 */
export function shrunk(
  entry: ManagedFieldsEntry,
  { changed, removed }: Changes,
): ManagedFieldsEntry | undefined {
  return withFields(entry, difference(difference(fieldsOfEntry(entry), removed), changed));
}

/**
 * The writer's own entry with the changed fields, which set its time.
 * @param rest its fields without the removed ones
 */
function grown(
  entry: ManagedFieldsEntry,
  rest: FieldSet | undefined,
  { changed, removed }: Changes,
  now: (() => string) | undefined,
): ManagedFieldsEntry | undefined {
  const before = fieldsOfEntry(entry);
  const fields = union(rest, changed);
  if (fields === before || changed === undefined || now === undefined) {
    return withFields(entry, fields);
  }
  if (removed !== undefined && deepEqual(fields, before)) return entry;
  return { ...entry, fieldsV1: fields, time: now() };
}

/** Whether the entries differ only in their times, or not at all. */
export function isSameButTimes(a: Entries, b: Entries): boolean {
  if (a === b) return true;
  const withoutTime = (entry: ManagedFieldsEntry): object => ({ ...entry, time: undefined });
  return deepEqual(a.map(withoutTime), b.map(withoutTime));
}

/** Applies first, then by time: the order in which clients see them. */
export function sorted(entries: Entries): Entries {
  for (let index = 1; index < entries.length; index++) {
    const isAfter = compareEntries(entries[index - 1]!, entries[index]!) > 0;
    if (isAfter) return entries.toSorted(compareEntries);
  }
  return entries;
}

function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareText(a.operation, b.operation) ||
    compareText(a.time, b.time) ||
    compareText(a.manager, b.manager) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  );
}

/** Old updates are merged: the oldest of an API version become one entry. */
function capped(entries: Entries): Entries {
  if (entries.length <= mostUpdates) return entries;
  const updates = entries.filter(({ operation }) => operation === 'Update');
  if (updates.length <= mostUpdates) return entries;
  const oldestFirst = updates.toSorted(
    (a, b) => compareText(a.time, b.time) || compareText(identifierOf(a), identifierOf(b)),
  );
  /** The entries to merge, by API version: all of one become one entry. */
  const merged = new Map<string, ManagedFieldsEntry[]>();
  let count = updates.length;
  for (const entry of oldestFirst) {
    if (count <= mostUpdates) break;
    const apiVersion = entry.apiVersion ?? '';
    const bucket = merged.get(apiVersion);
    if (bucket === undefined) merged.set(apiVersion, [entry]);
    else {
      bucket.push(entry);
      count--;
    }
  }
  const gone = new Set([...merged.values()].flat());
  return [...entries.filter((entry) => !gone.has(entry)), ...[...merged.values()].map(asOne)];
}

/** One entry for the oldest updates of an API version; a single one stays as it is. */
function asOne(entries: readonly ManagedFieldsEntry[]): ManagedFieldsEntry {
  const last = entries.at(-1)!;
  if (entries.length === 1) return last;
  const apiVersion = last.apiVersion ?? '';
  const owner: Owner = {
    manager: mergedManager,
    operation: 'Update',
    apiVersion,
    subresource: undefined,
  };
  return newEntry(owner, unionOf(entries.map(fieldsOfEntry))!, last.time);
}

/** The identity of an entry, as the text by which v1.24 sorts entries. */
export function identifierOf(entry: ManagedFieldsEntry): string {
  const { manager, operation, apiVersion, subresource } = entry;
  return JSON.stringify({
    manager,
    operation,
    ...(operation !== 'Apply' && { apiVersion }),
    ...(subresource !== undefined && { subresource }),
  });
}

/**
 * Only the last of several entries with the same owner: v1.24 reads no others. A write through
 * `/scale` leaves some. The same entries when each has an owner of its own.
 */
export function latest(entries: Entries): Entries {
  if (entries.length < 2) return entries;
  const isLatest = entries.length <= fewEntries ? isLatestOfFew : latestOfMany(entries);
  return entries.every(isLatest) ? entries : entries.filter(isLatest);
}

/** Compares with all later entries: for a few, this is cheaper than making their identities. */
function isLatestOfFew(entry: ManagedFieldsEntry, index: number, entries: Entries): boolean {
  for (let later = index + 1; later < entries.length; later++) {
    if (isOwnedBy(entries[later]!, entry as Owner)) return false;
  }
  return true;
}

function latestOfMany(entries: Entries): (entry: ManagedFieldsEntry) => boolean {
  const last = new Map(entries.map((entry) => [identifierOf(entry), entry]));
  const lastEntries = new Set(last.values());
  return (entry) => lastEntries.has(entry);
}

/**
 * The entries before an update when the client sends its own. Invalid entries leave the stored ones.
 * Those without fields are dropped; one blank entry, or an empty list, removes all.
 */
export function givenEntries(input: Entries | null | undefined, stored: Entries): Entries {
  return runToEnd(readingGiven(input, stored));
}

/** {@link givenEntries}, in parts where they differ from the stored ones. */
export function readingGiven(
  input: Entries | null | undefined,
  stored: Entries,
): Entries | Resumable<Entries> {
  if (input == null || input === stored) return latest(stored);
  if (input.length === 0 || (input.length === 1 && isBlank(input[0]!))) return noEntries;
  return deepEqual(input, stored) ? latest(stored) : readingOthers(input, stored);
}

function* readingOthers(input: Entries, stored: Entries): Resumable<Entries> {
  const read = yield* readingEntries(input);
  yield;
  return latest(read ?? stored);
}

/**
 * Tells whether entries that a client sends can be read and name owners, be it of no fields or in unknown versions.
 * Objects without owners stay so until the first apply.
 */
export function nameOwners(input: Entries | null | undefined): boolean {
  if (input == null || input.length === 0) return false;
  if (input.some(({ apiVersion = '' }) => apiVersion.split('/').length > 2)) return false;
  return runToEnd(readingEntries(input)) !== undefined;
}

function isBlank(entry: ManagedFieldsEntry): boolean {
  return Object.values(entry).every((value) => value == null || value === '');
}

/** Undefined when any of them is invalid. */
function* readingEntries(input: Entries): Resumable<Entries | undefined> {
  const read: ManagedFieldsEntry[] = [];
  for (const { manager = '', operation, apiVersion, subresource, ...rest } of input) {
    if (operation !== 'Apply' && operation !== 'Update') return undefined;
    if (!apiVersion || rest.fieldsType !== 'FieldsV1') return undefined;
    let fields: FieldSet | undefined;
    try {
      fields = yield* readingFieldsV1(rest.fieldsV1);
    } catch {
      return undefined;
    }
    const owner = {
      manager,
      operation,
      apiVersion,
      subresource: subresource || undefined,
    } as const;
    if (fields !== undefined) read.push(newEntry(owner, fields, rest.time));
  }
  return read;
}

/** By bytes, which is enough for these texts; absent texts come first. */
function compareText(a: string | undefined = '', b: string | undefined = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Managed fields of an object as its scale shows them, and back. Pure. */
import { scaleToChange, type Kind } from '#kinds';
import { deepEqual, type KubeObject } from '#values';
import type { ManagedFieldsEntry } from '#types';
import {
  fieldsOfEntry,
  identifierOf,
  latest,
  newEntry,
  noEntries,
  recordUpdate,
  sorted,
  withFields,
  type Entries,
  type Owner,
} from './entries.ts';
import { difference, intersects, leaf, type FieldSet } from './field-set.ts';
import { fieldElement } from './fields-v1.ts';
import type { Resource } from '../resource.ts';

/** The number of replicas, as a scale has it. */
export const replicas: FieldSet = { 'f:spec': { 'f:replicas': leaf } };

/** The one field that a scale shares with its object, in the object. */
export function replicasOf({ custom }: Kind): FieldSet {
  return custom?.replicasPath === undefined ? replicas : fieldAt(custom.replicasPath);
}

/** The entries of the owners of the number of replicas, with no other fields. @param owned the number in the object */
export function entriesOfScale(entries: Entries, apiVersion: string, owned: FieldSet): Entries {
  return latest(entries)
    .filter((entry) => ownsIn(entry, owned))
    .map((entry) => ({ ...entry, apiVersion, fieldsV1: replicas }));
}

/**
 * The entries of the object after those of its scale have changed. An applier that still owns the
 * number of replicas keeps its entry. v1.24 identifies updaters by the API version too, which
 * differs here: the number moves from their entries to new ones, which have no time.
 *
 * @param owned the number in the object
 */
export function entriesOfScaled(
  entries: Entries,
  ofScale: Entries,
  apiVersion: string,
  owned: FieldSet,
): Entries {
  const owners = new Map(
    ofScale.filter((entry) => ownsIn(entry, replicas)).map((entry) => [identifierOf(entry), entry]),
  );
  const remaining = latest(entries).flatMap((entry) => {
    if (!ownsIn(entry, owned) || owners.delete(identifierOf(entry))) return [entry];
    return withFields(entry, difference(fieldsOfEntry(entry), owned)) ?? [];
  });
  const added = Array.from(owners.values(), (entry) =>
    newEntry({ ...(entry as Owner), apiVersion }, owned, undefined),
  );
  const all = sorted([...remaining, ...added]);
  return deepEqual(all, entries) ? entries : all;
}

/**
 * Returns the entries of the object after a write of its scale.
 * @param isTyped whether owners of the number of a custom resource are known
 */
export function entriesOfScaling(
  { kind, apiVersion }: Resource,
  next: KubeObject,
  old: KubeObject,
  writer: Owner,
  isTyped: boolean,
): Entries {
  const stored = old.metadata.managedFields ?? noEntries;
  const owned = replicasOf(kind);
  if (kind.custom !== undefined && !isTyped) return entriesWithout(stored, owned);
  const before = entriesOfScale(stored, writer.apiVersion, owned);
  const desired = scaleToChange(kind, next).spec?.replicas ?? 0;
  const was = scaleToChange(kind, old).spec?.replicas ?? 0;
  const isChanged = before.length > 0 && desired !== was;
  // A scale of 0 is written without replicas.
  const changes = {
    changed: isChanged && desired !== 0 ? replicas : undefined,
    removed: isChanged && desired === 0 ? replicas : undefined,
  };
  const after = recordUpdate(before, changes, writer, undefined);
  return entriesOfScaled(stored, after, apiVersion, owned);
}

/** The entries without the owners of the number: v1.24 cannot say who changed that of a custom resource. */
export function entriesWithout(entries: Entries, owned: FieldSet): Entries {
  const remaining = latest(entries).flatMap(
    (entry) => withFields(entry, difference(fieldsOfEntry(entry), owned)) ?? [],
  );
  return deepEqual(remaining, entries) ? entries : remaining;
}

/** Whether any of the fields has an owner. */
export function owns(entries: Entries, fields: FieldSet): boolean {
  return latest(entries).some((entry) => ownsIn(entry, fields));
}

function fieldAt(path: string): FieldSet {
  const names = path.replace(/^\./, '').split('.');
  return names.reduceRight<FieldSet>((set, name) => ({ [fieldElement(name)]: set }), leaf);
}

function ownsIn(entry: ManagedFieldsEntry, fields: FieldSet): boolean {
  return intersects(fieldsOfEntry(entry) ?? leaf, fields);
}

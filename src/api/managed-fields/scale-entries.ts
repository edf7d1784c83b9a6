/** Managed fields of an object as its scale shows them, and back. Pure. */
import { deepEqual } from '#values';
import type { ManagedFieldsEntry } from '#types';
import {
  fieldsOfEntry,
  identifierOf,
  latest,
  newEntry,
  sorted,
  withFields,
  type Entries,
  type Owner,
} from './entries.ts';
import { difference, intersects, leaf, type FieldSet } from './field-set.ts';
import { fieldElement } from './fields-v1.ts';

/** The one field that a scale shares with its object, at the same place in both. */
export const replicas: FieldSet = { 'f:spec': { 'f:replicas': leaf } };

/** The entries of the owners of the number of replicas, with no other fields. */
export function entriesOfScale(entries: Entries, apiVersion: string): Entries {
  return latest(entries)
    .filter(ownsReplicas)
    .map((entry) => ({ ...entry, apiVersion, fieldsV1: replicas }));
}

/**
 * The entries of the object after those of its scale have changed. An applier that still owns the
 * number of replicas keeps its entry. v1.24 identifies updaters by the API version too, which
 * differs here: the number moves from their entries to new ones, which have no time.
 */
export function entriesOfScaled(entries: Entries, ofScale: Entries, apiVersion: string): Entries {
  const owners = new Map(ofScale.filter(ownsReplicas).map((entry) => [identifierOf(entry), entry]));
  const kept = latest(entries).flatMap((entry) => {
    if (!ownsReplicas(entry) || owners.delete(identifierOf(entry))) return [entry];
    return withFields(entry, difference(fieldsOfEntry(entry), replicas)) ?? [];
  });
  const added = Array.from(owners.values(), (entry) =>
    newEntry({ ...(entry as Owner), apiVersion }, replicas, undefined),
  );
  const all = sorted([...kept, ...added]);
  return deepEqual(all, entries) ? entries : all;
}

/**
 * The entries without the owners of a field such as `.spec.replicas`: v1.24 cannot say who changed
 * it through the scale of a custom resource.
 */
export function entriesWithout(entries: Entries, path: string): Entries {
  const field = fieldAt(path);
  const kept = latest(entries).flatMap(
    (entry) => withFields(entry, difference(fieldsOfEntry(entry), field)) ?? [],
  );
  return deepEqual(kept, entries) ? entries : kept;
}

/** Whether a field such as `.spec.replicas` has an owner. */
export function ownsAt(entries: Entries, path: string): boolean {
  const field = fieldAt(path);
  return latest(entries).some((entry) => intersects(fieldsOfEntry(entry) ?? leaf, field));
}

function fieldAt(path: string): FieldSet {
  const names = path.replace(/^\./, '').split('.');
  return names.reduceRight<FieldSet>((set, name) => ({ [fieldElement(name)]: set }), leaf);
}

function ownsReplicas(entry: ManagedFieldsEntry): boolean {
  return intersects(fieldsOfEntry(entry) ?? leaf, replicas);
}

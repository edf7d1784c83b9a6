/** Managed fields of an object as its scale shows them, and back. Pure. */
import type { ManagedFieldsEntry } from '#kinds';
import { fieldsOfEntry, sorted, withFields, type Entries } from './entries.ts';
import { difference, intersects, leaf, type FieldSet } from './field-set.ts';

/** The one field that a scale shares with its object: at the same place in both. */
export const replicas: FieldSet = { 'f:spec': { 'f:replicas': leaf } };

/** The entries of those who own the number of replicas, and nothing else. */
export function entriesOfScale(entries: Entries, apiVersion: string): Entries {
  return entries
    .filter(ownsReplicas)
    .map((entry) => ({ ...entry, apiVersion, fieldsV1: replicas }));
}

/**
 * The entries of the object after its scale's have become these: the number of replicas is taken
 * from those who lost it, and who is new has it through the subresource.
 */
export function entriesOfScaled(entries: Entries, ofScale: Entries, apiVersion: string): Entries {
  const owners = ofScale.filter(ownsReplicas);
  const kept = entries.flatMap((entry) => {
    if (!ownsReplicas(entry) || owners.some((owner) => isSameOwner(owner, entry))) return [entry];
    return withFields(entry, difference(fieldsOfEntry(entry), replicas)) ?? [];
  });
  const added = owners
    .filter((owner) => !kept.some((entry) => isSameOwner(owner, entry)))
    .map((owner) => ({ ...owner, apiVersion }));
  return sorted([...kept, ...added]);
}

export function ownsReplicas(entry: ManagedFieldsEntry): boolean {
  return intersects(fieldsOfEntry(entry) ?? leaf, replicas);
}

function isSameOwner(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  return a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource;
}

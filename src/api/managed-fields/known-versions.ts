/** The versions of a kind that owners of its fields may be in. */
import type { Kind } from '#kinds';
import { knownType, type KindRegistry } from '#catalog';
import type { ManagedFieldsEntry } from '#types';
import type { Resource } from '../resource.ts';
import { noEntries, type Entries } from './entries.ts';

/**
 * Returns entries without the owners in a version that v1.24 does not have of the kind; none at all when one of them
 * has a version that cannot be read.
 */
export function ofKnownVersions(
  kinds: KindRegistry,
  resource: Resource,
  entries: Entries,
): Entries {
  const { kind, apiVersion: own } = resource;
  if (kind.custom !== undefined || areOf(own, entries)) return entries;
  return entriesOfKnown(kinds, kind, own, entries);
}

/** Tells whether all are of one version, as nearly always. */
function areOf(version: string, entries: Entries): boolean {
  for (let index = 0; index < entries.length; index++) {
    if (entries[index]!.apiVersion !== version) return false;
  }
  return true;
}

function entriesOfKnown(kinds: KindRegistry, kind: Kind, own: string, entries: Entries): Entries {
  // Those of core and of other groups do not know each other's types, which matters for events.
  const isOfCore = kind.group === '';
  const isKnown = ({ apiVersion = '' }: ManagedFieldsEntry): boolean =>
    apiVersion === own ||
    (isOfCore !== apiVersion.includes('/') &&
      knownType(kinds, kind, apiVersion, kind.kind) !== undefined);
  if (entries.every(isKnown)) return entries;
  if (entries.some(({ apiVersion = '' }) => apiVersion.split('/').length > 2)) return noEntries;
  return entries.filter(isKnown);
}

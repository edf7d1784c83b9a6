/** What owners of fields have to do with whole objects. */
import { copyOf, type KubeObject } from '#values';
import type { Body } from '../resource.ts';
import { noEntries, type Entries } from './entries.ts';
import { UnfitPart } from './kept-parts.ts';
import { IndistinctElement } from './shape.ts';

/** Returns the object with these entries, and without the field when there are none. */
export function withEntries<T extends KubeObject>(object: T, entries: Entries): T {
  const { metadata } = object;
  if ((metadata.managedFields ?? noEntries) === entries) return object;
  const changed = copyOf(metadata);
  if (entries.length > 0) changed.managedFields = entries;
  else delete changed.managedFields;
  return { ...object, metadata: changed };
}

/**
 * Returns the entries of objects with lists whose elements cannot be distinguished, or with parts that do not
 * fit their types: v1.24 drops their owners.
 * @throws every other error
 */
export function keptFor<E extends Entries | undefined>(error: unknown, entries: E): E {
  if (error instanceof IndistinctElement || error instanceof UnfitPart) return entries;
  throw error;
}

/** Returns the object to record, with all the metadata and the status of the request. */
export function throughSubresource({ metadata, status }: Body, next: Body): Body {
  if (status == null || status === next.status) {
    return metadata === next.metadata ? next : { ...next, metadata };
  }
  // Fields that the kind's strategy drops were still part of the request.
  return { ...next, metadata, status: { ...status, ...(next.status as object) } };
}

import type { ManagedFieldsEntry } from '#kinds';
import { fieldsOfEntry, isOwnedBy, type Entries, type Owner } from './entries.ts';
import { sharedWith, type FieldSet } from './field-set.ts';

/** So many owners are remembered. */
const mostOwners = 512;

/**
 * Objects that are made alike have equal entries. They share them, by taking after the object that
 * the same owner wrote last: a hundred thousand pods then keep few sets in memory.
 */
export class SharedEntries {
  readonly #last = new Map<string, Entries>();

  /** What the owner came to own with its last write: it may well be the same with the next one. */
  lastFieldsOf(bucket: string, owner: Owner): FieldSet | undefined {
    const entry = this.#last.get(keyOf(bucket, owner))?.find((one) => isOwnedBy(one, owner));
    return entry && fieldsOfEntry(entry);
  }

  /** Equal entries, with the parts of the last ones wherever these are equal. */
  share(bucket: string, owner: Owner, entries: Entries): Entries {
    const key = keyOf(bucket, owner);
    const model = this.#last.get(key);
    const shared = model === undefined ? entries : takeAfter(model, entries);
    if (shared !== model) {
      if (this.#last.size >= mostOwners) this.#last.clear();
      this.#last.set(key, shared);
    }
    return shared;
  }
}

function keyOf(bucket: string, { manager, operation, subresource = '' }: Owner): string {
  return `${bucket} ${subresource} ${operation} ${manager}`;
}

function takeAfter(model: Entries, entries: Entries): Entries {
  const shared = entries.map((entry, index) => alike(model[index], entry));
  const isSame = shared.length === model.length && shared.every((entry, i) => entry === model[i]);
  return isSame ? model : shared;
}

function alike(
  model: ManagedFieldsEntry | undefined,
  entry: ManagedFieldsEntry,
): ManagedFieldsEntry {
  const known = model && fieldsOfEntry(model);
  const fields = fieldsOfEntry(entry);
  if (model === undefined || known === undefined || fields === undefined) return entry;
  const shared = sharedWith(known, fields);
  if (shared === known && isSameBut(model, entry)) return model;
  return shared === fields ? entry : { ...entry, fieldsV1: shared };
}

/** Whether two entries agree in all but their fields. */
function isSameBut(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  return (
    a.manager === b.manager &&
    a.time === b.time &&
    a.subresource === b.subresource &&
    a.operation === b.operation &&
    a.apiVersion === b.apiVersion
  );
}

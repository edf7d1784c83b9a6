import type { ManagedFieldsEntry } from '#kinds';
import { fieldsOfEntry, type Entries, type Owner } from './entries.ts';
import type { Parts } from '../parts.ts';
import { sharingWith } from './field-set.ts';

/** How many managers are remembered for a bucket. */
const mostManagers = 64;

/** The last entries of a manager, written through one endpoint: the object itself or a subresource. */
interface Last {
  readonly operation: Owner['operation'];
  readonly subresource: string | undefined;
  entries: Entries;
}

/**
 * Objects that are made alike have equal entries. They share them with the object that the same
 * owner wrote last: a hundred thousand pods then keep few sets in memory.
 */
export class SharedEntries {
  /** By bucket and manager. */
  readonly #last = new Map<string, Map<string, Last[]>>();

  /**
   * Equal entries, with the parts of the last ones wherever these are equal.
   * @param before the entries before the write: unchanged ones are shared already
   */
  *sharing(bucket: string, owner: Owner, entries: Entries, before: Entries): Parts<Entries> {
    const ways = this.#waysOf(bucket, owner.manager);
    const { operation, subresource } = owner;
    for (const last of ways) {
      if (last.subresource !== subresource || last.operation !== operation) continue;
      const { entries: model } = last;
      return (last.entries = yield* takingAfter(model, entries, before));
    }
    ways.push({ operation, subresource, entries });
    return entries;
  }

  forget(bucket: string): void {
    this.#last.delete(bucket);
  }

  #waysOf(bucket: string, manager: string): Last[] {
    let managers = this.#last.get(bucket);
    if (managers === undefined) this.#last.set(bucket, (managers = new Map<string, Last[]>()));
    let ways = managers.get(manager);
    if (ways === undefined) {
      if (managers.size >= mostManagers) managers.clear();
      managers.set(manager, (ways = []));
    }
    return ways;
  }
}

function* takingAfter(model: Entries, entries: Entries, before: Entries): Parts<Entries> {
  let shared: ManagedFieldsEntry[] | undefined;
  let isSame = entries.length === model.length;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!;
    const known = model[index];
    if (known === entry) continue;
    const isNew = known !== undefined && !before.includes(entry);
    const kept = isNew ? yield* sharingFields(known, entry) : entry;
    if (kept !== known) isSame = false;
    if (kept !== entry) (shared ??= [...entries])[index] = kept;
  }
  return isSame ? model : (shared ?? entries);
}

function* sharingFields(
  model: ManagedFieldsEntry,
  entry: ManagedFieldsEntry,
): Parts<ManagedFieldsEntry> {
  const known = fieldsOfEntry(model);
  const fields = fieldsOfEntry(entry);
  if (known === undefined || fields === undefined) return entry;
  const shared = yield* sharingWith(known, fields);
  if (shared === known && isSameBut(model, entry)) return model;
  return shared === fields ? entry : { ...entry, fieldsV1: shared };
}

/** Whether two entries differ only in their fields, or not at all. */
function isSameBut(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  return (
    a.manager === b.manager &&
    a.time === b.time &&
    a.subresource === b.subresource &&
    a.operation === b.operation &&
    a.apiVersion === b.apiVersion
  );
}

import type { ManagedFieldsEntry } from '#types';
import { fieldsOfEntry, type Entries, type Owner } from './entries.ts';
import type { Resumable } from '#values';
import { sharingWith, type FieldSet } from './field-set.ts';

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
   * Returns equal entries, with the parts of the last ones wherever these are equal: in parts, unless these are
   * the same ones.
   * @param before the entries before the write: unchanged ones are shared already
   */
  sharing(
    bucket: string,
    owner: Owner,
    entries: Entries,
    before: Entries,
  ): Entries | Resumable<Entries> {
    const last = this.#lastOf(bucket, owner, entries);
    return areSame(last.entries, entries) ? last.entries : sharingIn(last, entries, before);
  }
  forget(bucket: string): void {
    this.#last.delete(bucket);
  }

  /** @param entries the last ones of an owner that is new here */
  #lastOf(bucket: string, { manager, operation, subresource }: Owner, entries: Entries): Last {
    const ways = this.#waysOf(bucket, manager);
    for (const last of ways) {
      if (last.subresource === subresource && last.operation === operation) return last;
    }
    const last: Last = { operation, subresource, entries };
    ways.push(last);
    return last;
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

function* sharingIn(last: Last, entries: Entries, before: Entries): Resumable<Entries> {
  const { entries: model } = last;
  let shared: ManagedFieldsEntry[] | undefined;
  let isSame = entries.length === model.length;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!;
    const known = model[index];
    if (known === entry) continue;
    let result = entry;
    if (known !== undefined && !before.includes(entry)) {
      const fields = fieldsOfEntry(entry);
      const others = fieldsOfEntry(known);
      const isShared = fields === others || fields === undefined || others === undefined;
      result = withSharedFields(
        known,
        entry,
        isShared ? fields : yield* sharingWith(others, fields),
      );
    }
    if (result !== known) isSame = false;
    if (result !== entry) (shared ??= [...entries])[index] = result;
  }
  return (last.entries = isSame ? model : (shared ?? entries));
}

/** Tells whether entries are those of the model, or could be. */
function areSame(model: Entries, entries: Entries): boolean {
  if (model.length !== entries.length) return false;
  for (let index = 0; index < entries.length; index++) {
    const [known, entry] = [model[index]!, entries[index]!];
    if (known === entry) continue;
    if (known.fieldsV1 !== entry.fieldsV1 || !isSameBut(known, entry)) return false;
  }
  return true;
}

/** The entry with fields that are equal to its own; the model itself where all else is equal too. */
function withSharedFields(
  model: ManagedFieldsEntry,
  entry: ManagedFieldsEntry,
  shared: FieldSet | undefined,
): ManagedFieldsEntry {
  if (shared === undefined) return entry;
  if (shared === model.fieldsV1 && isSameBut(model, entry)) return model;
  return shared === entry.fieldsV1 ? entry : { ...entry, fieldsV1: shared };
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

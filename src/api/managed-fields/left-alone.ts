/** Which owners of fields the same update leaves as they are, time and again: heartbeats are most writes of a quiet cluster. */
import type { ObjectMeta } from '#types';
import { noEntries, recordUpdate, type Entries, type Owner } from './entries.ts';
import type { FieldSet } from './field-set.ts';

/** An update that was found to leave entries as they are. */
interface Known {
  readonly sets: FieldSet;
  readonly manager: string;
  readonly subresource: string | undefined;
}

export class LeftAlone {
  readonly #known = new WeakMap<Entries, Known>();

  /**
   * Tests metadata: whether an update leaves its entries as they are.
   *
   * @param sets the fields that the update sets; the same object where it is the same update
   */
  by(sets: FieldSet, writer: Owner): (metadata: ObjectMeta) => boolean {
    const { manager, subresource } = writer;
    const changes = { changed: sets, removed: undefined };
    return ({ managedFields = noEntries }) => {
      if (managedFields.length === 0) return true;
      const known = this.#known.get(managedFields);
      const isKnown =
        known?.sets === sets && known.manager === manager && known.subresource === subresource;
      if (isKnown) return true;
      if (recordUpdate(managedFields, changes, writer, undefined) !== managedFields) return false;
      this.#known.set(managedFields, { sets, manager, subresource });
      return true;
    };
  }
}

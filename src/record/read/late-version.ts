/** Versions of objects of a record, in order: most updates of a large one are never looked at by themselves. */
import { keyOf, type KubeObject } from '#values';
import { applied, type FieldChange } from '../diff.ts';
import { changed } from './version-of.ts';

/** An object after a write; of a deletion its last state. */
export interface Version {
  /** @throws {RecordError} where it is made late, and its entry changes what is not there */
  readonly value: KubeObject;
}

/** A version that is made when it is looked at, together with those before it that were not. */
export class LateVersion implements Version {
  readonly #revision: number;
  readonly #changes: readonly FieldChange[];
  /** Absent once this one is made. */
  #before: Version | undefined;
  #value: KubeObject | undefined;

  /** @param changes after which an object fits its kind if it did before, see `stayFitting` */
  constructor(before: Version, revision: number, changes: readonly FieldChange[]) {
    this.#before = before;
    this.#revision = revision;
    this.#changes = changes;
  }

  get value(): KubeObject {
    return (this.#value ??= this.#make());
  }

  #make(): KubeObject {
    const unmade: LateVersion[] = [this];
    let before = this.#before!;
    while (before instanceof LateVersion && before.#value === undefined) {
      unmade.push(before);
      before = before.#before!;
    }
    // What is made on the way belongs to this version alone.
    const fresh = new Set<object>();
    let value: unknown = before.value;
    for (const version of unmade.reverse()) value = version.#appliedTo(value as KubeObject, fresh);
    const to = String(this.#revision);
    this.#before = undefined;
    return applied(value, [{ path: ['metadata', 'resourceVersion'], to }], fresh) as KubeObject;
  }

  #appliedTo(value: KubeObject, fresh: Set<object>): unknown {
    const place = (): string => `${value.kind} ${keyOf(value)} at revision ${this.#revision}`;
    return changed(value, this.#changes, place, fresh);
  }
}

/** The versions of an object of a record: some are kept, the others made from their entries when they are looked at. */
import type { Kind, ObjectKey } from '#kinds';
import type { KubeObject } from '#values';
import type { Version } from './late-version.ts';

/** Of this many versions in a row the first is kept: that many entries are read at most for one. */
const GROUP = 8;

/** Makes the version that an entry writes from the one before. */
export type MakeVersion = (
  position: number,
  previous: KubeObject | undefined,
  kind: Kind,
) => KubeObject;

export class ObjectVersions {
  readonly bucket: string;
  readonly key: string;
  readonly #kind: Kind;
  /** Of each version: the position of its entry. A deletion is a version, too: the last state. */
  readonly #positions: number[] = [];
  readonly #first: KubeObject[] = [];
  /** The group that was looked at last, as far as it is made: who looks at one version often looks at its neighbours. */
  #group: { readonly number: number; readonly values: KubeObject[] } | undefined;

  constructor({ bucket, key }: ObjectKey, kind: Kind) {
    this.bucket = bucket;
    this.key = key;
    this.#kind = kind;
  }

  get count(): number {
    return this.#positions.length;
  }

  add(position: number, version: Version): void {
    if (this.count % GROUP === 0) this.#first.push(version.value);
    this.#positions.push(position);
  }

  /** The position of the entry of a version, from 0. */
  positionOf(version: number): number {
    return this.#positions[version]!;
  }

  /** The last version whose entry is before a position; -1: none is. */
  lastBefore(position: number): number {
    const positions = this.#positions;
    let low = 0;
    let high = positions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (positions[middle]! >= position) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }

  at(version: number, make: MakeVersion): KubeObject {
    const number = Math.floor(version / GROUP);
    const within = version % GROUP;
    if (within === 0) return this.#first[number]!;
    if (this.#group?.number !== number) {
      this.#group = { number, values: [this.#first[number]!] };
    }
    const { values } = this.#group;
    while (values.length <= within) {
      const position = this.#positions[number * GROUP + values.length]!;
      values.push(make(position, values.at(-1), this.#kind));
    }
    return values[within]!;
  }
}

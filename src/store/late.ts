/**
 * Versions whose objects are computed when they are first read. Most heartbeats are never read: a
 * day of a hundred nodes writes 864,000 of them. Each is a version with a revision of its own, in
 * the log like any other; only the object is made on demand.
 */
import type { KubeObject, Origin } from '#values';
import type { Millis } from '#clock';
import type { Change } from './change.ts';
import { UnreadVersion } from './unread.ts';
import type { RereadState, Version } from './version.ts';

/** Makes the object of a version from the object that it repeats. */
export type Make = (base: KubeObject, version: LateVersion) => KubeObject;

export class LateVersion implements Version {
  readonly revision: number;
  older: Version | undefined;
  weight: number;
  declare reread?: RereadState;
  /** The object, once it is made; until then the one that it repeats. */
  #object: KubeObject;
  /** Absent once the object is made. */
  #make: Make | undefined;

  constructor(revision: number, older: Version, weight: number, make: Make) {
    this.revision = revision;
    this.older = older;
    this.weight = weight;
    this.#object = baseOf(older)!;
    this.#make = make;
  }

  get value(): KubeObject {
    if (this.#make !== undefined) {
      this.#object = this.#make(this.#object, this);
      this.#make = undefined;
    }
    return this.#object;
  }

  /** The latest state that has been made. A repetition of it is also one of this version. */
  get base(): KubeObject {
    return this.#object;
  }
}

/**
 * Returns what a repetition of this version can start from, without making anything; absent once
 * deleted.
 */
export function baseOf(version: Version): KubeObject | undefined {
  if (version.reread !== undefined) return version.reread.value;
  return version instanceof LateVersion ? version.base : version.value;
}

/** Returns whether it is a state of the object, not its deletion; nothing is made to know that. */
export function isState(version: Version): boolean {
  return version instanceof UnreadVersion || baseOf(version) !== undefined;
}

/** The change that wrote a late version. */
export class LateChange implements Change {
  readonly type = 'updated';
  readonly isRepetition = true;
  readonly revision: number;
  readonly time: Millis;
  readonly bucket: string;
  readonly key: string;
  readonly origin: Origin;
  readonly #version: LateVersion;
  readonly #before: Version;

  constructor(
    of: { readonly time: Millis; readonly bucket: string; readonly origin: Origin },
    key: string,
    version: LateVersion,
  ) {
    this.revision = version.revision;
    this.time = of.time;
    this.bucket = of.bucket;
    this.key = key;
    this.origin = of.origin;
    this.#version = version;
    this.#before = version.older!;
  }

  get value(): KubeObject {
    return this.#version.value;
  }

  get previous(): KubeObject {
    return this.#before.value!;
  }
}

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

/** What the changes that are written together have in common. */
export type WrittenTogether = Pick<Change, 'time' | 'bucket' | 'origin'>;

/** The change that wrote a late version. Small, as most of a log are such changes: what it shares with others is theirs. */
export class LateChange implements Change {
  readonly key: string;
  readonly #of: WrittenTogether;
  readonly #version: LateVersion;
  readonly #before: Version;

  constructor(of: WrittenTogether, key: string, version: LateVersion) {
    this.key = key;
    this.#of = of;
    this.#version = version;
    this.#before = version.older!;
  }

  get type(): 'updated' {
    return 'updated';
  }

  get isRepetition(): true {
    return true;
  }

  get revision(): number {
    return this.#version.revision;
  }

  get time(): Millis {
    return this.#of.time;
  }

  get bucket(): string {
    return this.#of.bucket;
  }

  get origin(): Origin {
    return this.#of.origin;
  }

  get value(): KubeObject {
    return this.#version.value;
  }

  get previous(): KubeObject {
    return this.#before.value!;
  }
}

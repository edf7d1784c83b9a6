/**
 * Writes that come from a file. Their objects are made when they are first read: most of the past
 * never is.
 */
import type { Millis } from '#clock';
import type { KubeObject } from '#values';
import type { Change } from './change.ts';
import type { RereadState, Version } from './version.ts';

/** An object that may not be made yet. */
export interface Unread {
  /** Makes it where that is still to be done. */
  readonly value: KubeObject;
}

/** A write that was made elsewhere, with its object. */
export interface UnreadWrite {
  readonly of: Omit<Change, 'value' | 'previous'>;
  readonly object: Unread;
  /** Bytes of memory that the object takes, by estimate. */
  readonly bytes: number;
  /** When the object expires, virtual ms. */
  readonly expires?: Millis | undefined;
}

/** A state of an object; a deletion has nothing to read. */
export class UnreadVersion implements Version {
  readonly revision: number;
  older: Version | undefined;
  weight: number;
  declare reread?: RereadState;
  readonly #object: Unread;

  constructor(revision: number, older: Version | undefined, weight: number, object: Unread) {
    this.revision = revision;
    this.older = older;
    this.weight = weight;
    this.#object = object;
  }

  get value(): KubeObject {
    return this.#object.value;
  }
}

/** The change that wrote it, or that deleted the object. */
export class UnreadChange implements Change {
  readonly revision: number;
  readonly time: Millis;
  readonly bucket: string;
  readonly key: string;
  readonly type: Change['type'];
  readonly origin: Change['origin'];
  readonly isRepetition?: boolean;
  readonly #object: Unread;
  readonly #before: Version | undefined;

  constructor({ of, object }: UnreadWrite, before: Version | undefined) {
    this.revision = of.revision;
    this.time = of.time;
    this.bucket = of.bucket;
    this.key = of.key;
    this.type = of.type;
    this.origin = of.origin;
    if (of.isRepetition === true) this.isRepetition = true;
    this.#object = object;
    this.#before = before;
  }

  get value(): KubeObject {
    return this.#object.value;
  }

  get previous(): KubeObject | undefined {
    return this.#before?.value;
  }
}

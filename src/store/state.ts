/** All that a store holds at a revision, without its past. */
import type { Millis } from '#clock';
import type { KubeObject } from '#values';
import { seenIn, type Version } from './version.ts';

/** An object as it is stored. */
export interface EntryState {
  readonly bucket: string;
  readonly key: string;
  /** Of its latest write. */
  readonly revision: number;
  /** Of the write that created it. */
  readonly created: number;
  /** When it expires, virtual ms. */
  readonly expires?: Millis;
  /** May be made when it is first read. */
  readonly value: KubeObject;
  /** Bytes of memory that it takes, by estimate. Absent: unknown. */
  readonly bytes?: number;
}

export interface StoreState {
  readonly revision: number;
  /** Virtual ms. */
  readonly time: Millis;
  readonly held: readonly EntryState[];
}

/** The latest version of an object, as it was when it was asked for. */
export class HeldVersion implements EntryState {
  readonly bucket: string;
  readonly key: string;
  readonly created: number;
  readonly expires?: Millis;
  readonly #version: Version;

  constructor(bucket: string, key: string, version: Version, created: number, expires?: Millis) {
    this.bucket = bucket;
    this.key = key;
    this.created = created;
    if (expires !== undefined) this.expires = expires;
    this.#version = version;
  }

  get revision(): number {
    return this.#version.revision;
  }

  get value(): KubeObject {
    return seenIn(this.#version)!;
  }
}

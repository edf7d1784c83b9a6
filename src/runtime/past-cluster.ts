/** The cluster as a controller would have seen it at one revision, from a store's past. */
import type { Millis } from '#clock';
import { bucketOf, objectKey, served, type Profile, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { Ref } from '#request';
import type { PastView } from './explain.ts';

/** The part of the past that is needed: states by revision. */
export interface PastStates {
  /** The first state that is kept. */
  readonly beginning: number;
  get(bucket: string, key: string, revision: number): KubeObject | undefined;
  list(bucket: string, revision: number, prefix?: string): readonly KubeObject[];
  revisionAt(time: Millis): number;
}

/** A time in the past: `now` is that time in virtual ms. */
export interface PastMoment {
  readonly revision: number;
  readonly now: Millis;
}

export class PastCluster implements PastView {
  readonly revision: number;
  readonly now: Millis;
  readonly profile: Profile;
  readonly #states: PastStates;

  constructor(states: PastStates, { revision, now }: PastMoment, profile: Profile) {
    this.#states = states;
    this.revision = revision;
    this.now = now;
    this.profile = profile;
  }

  get<T extends KubeObject>(kind: Kind<T>, ref: Ref): T | undefined {
    const { bucket, key } = objectKey(kind, ref);
    const found = this.#states.get(bucket, key, this.revision);
    return found && served(kind, found);
  }

  list<T extends KubeObject>(kind: Kind<T>, namespace?: string): readonly T[] {
    const prefix = namespace === undefined ? '' : `${namespace}/`;
    const stored = this.#states.list(bucketOf(kind), this.revision, prefix);
    return kind.storage === undefined && kind.custom === undefined
      ? (stored as readonly T[])
      : stored.map((object) => served(kind, object));
  }

  at(time: Millis): PastCluster {
    const { beginning } = this.#states;
    const revision = Math.max(beginning, this.#states.revisionAt(time));
    return new PastCluster(this.#states, { revision, now: time }, this.profile);
  }
}

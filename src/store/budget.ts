/**
 * How much the stored objects may take. A write that would make them take more is refused, as etcd refuses it at its quota;
 * reads and deletions continue, and make room.
 */
import { serverError, type KubeObject } from '#values';
import { UnreadVersion } from './unread.ts';
import type { Version } from './version.ts';
import { unsharedWeight } from './weight.ts';

/** What takes a part of the budget. */
export interface Weighed {
  /** Bytes, by estimate. */
  weight: number;
}

/** What objects on their way to deletion may take beyond it, as a share: their last updates make room. */
const reserve = 1 / 16;

export class Budget {
  readonly #most: number;
  #taken = 0;

  /** @param most in bytes; absent: unlimited */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** Without a bound objects are not weighed. */
  get isBounded(): boolean {
    return this.#most !== Infinity;
  }

  /** Bytes of all that is stored. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Bytes of a state (0 of a deletion), from those of the one before where they are known: it is mostly the same. Of one that was loaded there
   * is an estimate by its text only.
   * @param replaced bytes of the state before that it does not share
   */
  weigh(
    value: KubeObject | undefined,
    before?: Weighed & { readonly head: Version },
    replaced = 0,
  ): number {
    if (!this.isBounded || value === undefined) return 0;
    const { head, weight = 0 } = before ?? {};
    if (weight === 0 || head instanceof UnreadVersion) return unsharedWeight(value, undefined);
    return Math.max(0, weight - replaced + unsharedWeight(value, head!.value));
  }

  /** @throws {ApiError} 500 with etcd's words, as v1.24 answers when etcd has no space */
  admit(object: KubeObject, before: Weighed | undefined, weight: number): void {
    const grown = weight - (before?.weight ?? 0);
    if (grown <= 0) return;
    const isLeaving = object.metadata.deletionTimestamp !== undefined;
    const most = isLeaving ? this.#most * (1 + reserve) : this.#most;
    if (this.#taken + grown > most) throw serverError('etcdserver: mvcc: database space exceeded');
  }

  /** What is stored takes this much from now on. */
  set(stored: Weighed, weight: number): void {
    this.#taken += weight - stored.weight;
    stored.weight = weight;
  }
}

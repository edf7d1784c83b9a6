import type { KubeObject } from '#values';

/** A compare-and-swap found another version (or none, or one where none was expected). */
export class CompareFailedError extends Error {
  override readonly name = 'CompareFailedError';
  /** What is there now; absent when nothing is. */
  readonly current: KubeObject | undefined;
  constructor(bucket: string, key: string, current: KubeObject | undefined) {
    super(`${bucket} ${key}: another version is stored`);
    this.current = current;
  }
}

/** The revision asked for has been compacted away. */
export class CompactedError extends Error {
  override readonly name = 'CompactedError';
  readonly requested: number;
  readonly compacted: number;
  constructor(requested: number, compacted: number) {
    super(`revision ${requested} has been compacted; the oldest kept is ${compacted}`);
    this.requested = requested;
    this.compacted = compacted;
  }
}

/** The revision asked for does not exist yet. */
export class FutureRevisionError extends Error {
  override readonly name = 'FutureRevisionError';
  readonly requested: number;
  readonly current: number;
  constructor(requested: number, current: number) {
    super(`revision ${requested} is in the future; the current one is ${current}`);
    this.requested = requested;
    this.current = current;
  }
}

/** Numbers that an object wants for itself are given to others, whose objects may not be seen yet. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
  /** Addresses of the cluster, and ports on nodes. */
  readonly taken: { readonly ips: readonly number[]; readonly ports: readonly number[] };
  constructor(taken: TakenError['taken']) {
    super(`taken by others: ${JSON.stringify(taken)}`);
    this.taken = taken;
  }
}

import type { KubeObject } from '#kinds';

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

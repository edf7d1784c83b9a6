/** The work queue's interface; see work-queue.ts for its guarantees. */
import type { Cause } from '#values';

export interface RateLimiterOptions {
  /** First delay of a failing key, ms; doubles per failure. */
  readonly baseMs: number;
  readonly maxMs: number;
  /** Token bucket over the whole queue; absent: none. */
  readonly bucket?: { readonly perSecond: number; readonly burst: number };
}

export interface WorkQueue {
  /** Queues a key; while it waits, further adds only merge their causes. */
  add(key: string, cause: Cause): void;
  /**
   * Queues a key once all other work of the present instant is done, unless it is queued before. For
   * what adds up many objects: however many change at an instant, they are looked at once.
   */
  addWhenSettled(key: string, cause: Cause): void;
  /** Queues it after a delay; one waiting slot per key keeps the earliest due time. */
  addAfter(key: string, delayMs: number, cause: Cause): void;
  /** Queues it after its back-off, which doubles with every call until `forget`. */
  addRateLimited(key: string, cause: Cause): void;
  /** Resets the key's back-off. */
  forget(key: string): void;
  /** How often in a row the key was added rate limited. */
  failures(key: string): number;
  /** Keys waiting to be processed now (without delayed ones). */
  readonly length: number;
}

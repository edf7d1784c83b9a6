import type { Clock } from '#clock';
import type { RateLimiterOptions } from './queue.ts';
import { TokenBucket } from './token-bucket.ts';

/** client-go's limiter for controllers: 5 ms doubling to 1000 s a key, and 10/s with burst 100 in all. */
export const controllerLimiter: RateLimiterOptions = {
  baseMs: 5,
  maxMs: 1_000_000,
  bucket: { perSecond: 10, burst: 100 },
};

/** Beyond this many doublings any base is past any cap. */
const MOST_DOUBLINGS = 60;

/** How long a failing key waits: the longer of its own back-off and of the whole queue's bucket. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #options: RateLimiterOptions;
  readonly #bucket: TokenBucket | undefined;
  readonly #failures = new Map<string, number>();

  constructor(clock: Clock, options: RateLimiterOptions) {
    this.#clock = clock;
    this.#options = options;
    if (options.bucket !== undefined) {
      const { burst, perSecond } = options.bucket;
      this.#bucket = new TokenBucket({ burst, refillMs: 1_000 / perSecond }, clock.now());
    }
  }

  /** The delay in ms of the next try; counts a failure of the key. */
  next(key: string): number {
    const failures = this.failures(key);
    this.#failures.set(key, failures + 1);
    const { baseMs, maxMs } = this.#options;
    const own = Math.min(maxMs, baseMs * 2 ** Math.min(failures, MOST_DOUBLINGS));
    return Math.max(own, this.#bucket?.reserve(this.#clock.now()) ?? 0);
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }
}

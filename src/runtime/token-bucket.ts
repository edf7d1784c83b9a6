import type { Millis } from '#clock';

export interface TokenBucketOptions {
  /** How many tokens it holds, and begins with. */
  readonly burst: number;
  /** Virtual ms in which one token comes back. */
  readonly refillMs: number;
}

/**
 * A token bucket on virtual time. It counts in ms of refill instead of fractions of tokens, so
 * that nothing is lost to rounding.
 */
export class TokenBucket {
  readonly #refillMs: number;
  readonly #fullMs: number;
  #creditMs: number;
  #at: Millis;

  constructor(options: TokenBucketOptions, now: Millis) {
    this.#refillMs = options.refillMs;
    this.#fullMs = options.burst * options.refillMs;
    this.#creditMs = this.#fullMs;
    this.#at = now;
  }

  /** Takes a token even when none is left, and says in how many ms it may be used. */
  reserve(now: Millis): number {
    this.#refill(now);
    this.#creditMs -= this.#refillMs;
    return Math.max(0, Math.ceil(-this.#creditMs));
  }

  /** Takes a token if there is one, and says whether. */
  tryTake(now: Millis): boolean {
    this.#refill(now);
    if (this.#creditMs < this.#refillMs) return false;
    this.#creditMs -= this.#refillMs;
    return true;
  }

  #refill(now: Millis): void {
    this.#creditMs = Math.min(this.#fullMs, this.#creditMs + (now - this.#at));
    this.#at = now;
  }
}

import type { Clock, Millis } from '#clock';

export interface BackoffOptions {
  readonly clock: Clock;
  readonly initialMs: number;
  readonly maxMs: number;
}

interface Entry {
  readonly delayMs: number;
  readonly steppedAt: Millis;
}

/**
 * A delay per key that doubles with every step and is dropped when no step came for twice the
 * longest delay. Mirrors client-go's flow control back-off (the failed pods of DaemonSets: 1 s to
 * 15 min).
 */
export class Backoff {
  readonly #options: BackoffOptions;
  /** In the order of the last steps. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** The key's present delay in ms, whole, whenever it was stepped; 0 without one. */
  delayMs(key: string): number {
    return this.#entries.get(key)?.delayMs ?? 0;
  }

  /** Whether the key's delay, counted from its last step, is still running. */
  active(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#expired(entry)) return false;
    return this.#options.clock.now() - entry.steppedAt < entry.delayMs;
  }

  /** Begins the key's next delay: the first, or twice the one before. */
  step(key: string): void {
    this.#forgetExpired();
    const { clock, initialMs, maxMs } = this.#options;
    const before = this.#entries.get(key);
    const delayMs = before === undefined ? initialMs : Math.min(maxMs, before.delayMs * 2);
    this.#entries.delete(key);
    this.#entries.set(key, { delayMs, steppedAt: clock.now() });
  }

  reset(key: string): void {
    this.#entries.delete(key);
  }

  #expired({ steppedAt }: Entry): boolean {
    return this.#options.clock.now() - steppedAt > 2 * this.#options.maxMs;
  }

  /** The oldest come first, so this costs only what it forgets. */
  #forgetExpired(): void {
    for (const [key, entry] of this.#entries) {
      if (!this.#expired(entry)) return;
      this.#entries.delete(key);
    }
  }
}

import type { Wall } from '#clock';

/**
 * A wall clock in the test's hand. Sleepers sleep until the test moves time past their end, or,
 * with `jump`, time jumps to the end of each sleep by itself, so that no test ever waits.
 */
export class FakeWall implements Wall {
  /** How long each sleep was asked to be, in ms. */
  readonly sleeps: number[] = [];
  readonly #jump: boolean;
  readonly #sleepers = new Set<{ end: number; wake: () => void }>();
  #onSleep: (() => void)[] = [];
  #now = 5_000;

  constructor(options: { jump: boolean }) {
    this.#jump = options.jump;
  }

  now(): number {
    return this.#now;
  }

  /** Lets wall time pass, waking those whose sleep ends. */
  pass(ms: number): void {
    this.#now += ms;
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.end <= this.#now) sleeper.wake();
    }
  }

  /** Resolves when somebody sleeps: the pacer has nothing left to do at this wall time. */
  async asleep(): Promise<void> {
    while (this.#sleepers.size === 0) {
      await new Promise<void>((resolve) => this.#onSleep.push(resolve));
    }
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    if (this.#jump && ms < Infinity) {
      this.#now += ms;
      return Promise.resolve();
    }
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = {
        end: this.#now + ms,
        wake: () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal.addEventListener('abort', sleeper.wake);
      for (const notify of this.#onSleep.splice(0)) notify();
    });
  }
}

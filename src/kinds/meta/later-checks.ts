/** So many elements are checked between two pauses. */
const atOnce = 1024;

interface Waiting {
  /** How many findings stand before those of the check. */
  readonly at: number;
  readonly check: () => void;
}

/**
 * Checks that are put off where others wait for the thread. Once enough has been looked at, what is
 * left of a list, and all that comes behind it, waits for its turn. What is found comes to stand
 * where it would have stood, had nothing waited.
 */
export class LaterChecks {
  readonly #found: unknown[];
  /** Put off by the check that is being carried out. */
  #waiting: Waiting[] = [];
  /** Looked at since the last pause. */
  #steps = 0;

  /** @param found where the checks add what they find */
  constructor(found: unknown[]) {
    this.#found = found;
  }

  /** Whether the next check has to wait; counts it if not. */
  isDue(): boolean {
    return this.#waiting.length > 0 || this.#steps++ >= atOnce;
  }

  putOff(check: () => void): void {
    this.#waiting.push({ at: this.#found.length, check });
  }

  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Carries out what has been put off, in its order, with pauses. */
  *carryOut(): Generator<undefined, void, undefined> {
    /** Checks, and what has been found behind them: the next one last. */
    const left: ((() => void) | readonly unknown[])[] = [];
    for (;;) {
      for (const { at, check } of this.#waiting.reverse()) {
        left.push(this.#found.splice(at), check);
      }
      this.#waiting = [];
      const next = left.pop();
      if (next === undefined) return;
      if (typeof next !== 'function') {
        for (const finding of next) this.#found.push(finding);
        continue;
      }
      if (this.#steps >= atOnce) {
        yield;
        this.#steps = 0;
      }
      next();
    }
  }
}

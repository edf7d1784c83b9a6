import type { Resumable } from '../work/resumable.ts';

/** How many elements are checked between two pauses. */
const atOnce = 1024;

/** A check, or one in parts. */
type Check = (() => void) | Resumable<void>;

interface Waiting {
  /** The number of errors before those of the check. */
  readonly at: number;
  readonly check: Check;
}

/**
 * Postponed checks, where other work waits for the thread. After a number of elements, the rest of
 * a list, and all checks after it, are postponed. Their errors are inserted where they would be if
 * nothing had been postponed.
 */
export class LaterChecks {
  readonly #found: unknown[];
  /** Postponed by the check that is running. */
  #waiting: Waiting[] = [];
  /** Elements checked since the last pause. */
  #steps = 0;

  /** @param found the list to which the checks add their errors */
  constructor(found: unknown[]) {
    this.#found = found;
  }

  /** Whether the next check has to be postponed; counts it if not. */
  isDue(): boolean {
    return this.#waiting.length > 0 || this.#steps++ >= atOnce;
  }

  putOff(check: Check): void {
    this.#waiting.push({ at: this.#found.length, check });
  }

  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Runs the postponed checks, in order, with pauses. */
  *carryOut(): Resumable<void> {
    /** Checks, and the errors found after them: the next one is last. */
    const left: (Check | readonly unknown[])[] = [];
    for (;;) {
      for (const { at, check } of this.#waiting.reverse()) {
        left.push(this.#found.splice(at), check);
      }
      this.#waiting = [];
      const next = left.pop();
      if (next === undefined) return;
      if (Array.isArray(next)) {
        for (const finding of next as readonly unknown[]) this.#found.push(finding);
        continue;
      }
      if (this.#steps >= atOnce) {
        yield;
        this.#steps = 0;
      }
      if (typeof next === 'function') next();
      else yield* next as Resumable<void>;
    }
  }
}

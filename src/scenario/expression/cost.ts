/** The maximum cost of evaluating an expression, so that none can block a run. */
import { CostError } from './error.ts';

/** The maximum cost of one value: about 50 ms. */
export const MOST_STEPS = 1_000_000;
/** How many characters count as one step when text is read or written. */
const CHARACTERS_PER_STEP = 10;

export class Cost {
  readonly #most: number;
  #spent = 0;

  constructor(most = MOST_STEPS) {
    this.#most = most;
  }

  get spent(): number {
    return this.#spent;
  }

  /** @throws {CostError} when no more than this was left */
  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent <= this.#most) return;
    throw new CostError(
      `takes more than ${this.#most} steps to work out; expected shorter lists, or fewer of exists, all, filter, map and * inside each other`,
    );
  }

  /** Reading or writing text. @throws {CostError} */
  spendOnText(length: number): void {
    this.spend(Math.ceil(length / CHARACTERS_PER_STEP));
  }
}

/** Evaluates something within the usual cost. @throws {CostError} that quotes what costs too much */
export function withinCost<T>(text: string, run: (cost: Cost) => T): T {
  try {
    return run(new Cost());
  } catch (error) {
    if (error instanceof CostError) throw new CostError(`${text} ${error.message}`);
    throw error;
  }
}

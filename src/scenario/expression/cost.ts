/** What working out a value may cost, so that no expression keeps a run from going on. */
import { CostError } from './error.ts';

/** What one value may cost: some 50 ms. */
export const MOST_STEPS = 1_000_000;
/** So many characters are read, or written, in one step. */
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

/** Works something out within the usual cost. @throws {CostError} that says what is too much, as it is written */
export function withinCost<T>(text: string, run: (cost: Cost) => T): T {
  try {
    return run(new Cost());
  } catch (error) {
    if (error instanceof CostError) throw new CostError(`${text} ${error.message}`);
    throw error;
  }
}

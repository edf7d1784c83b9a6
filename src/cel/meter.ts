/** What evaluations may cost. */

/** No rule may cost more in one evaluation. */
const mostPerRun = 1_000_000;

/** Nor may all rules of one object. */
export const mostPerObject = 10_000_000;

/**
 * Steps that v1.24 does not charge for: comparing all of two objects, copying lists, reading texts.
 * There they end with the request; here they would hold up all others. For all rules of an object.
 */
const mostSteps = 2_000_000;

/** Thrown by evaluations that cost too much. */
export class CostExceeded extends Error {}

export class Meter {
  /** Whether numbers of different types can be equal, and compared. */
  readonly mixesNumbers: boolean;
  readonly #mostPerCall: number;
  #cost = 0;
  #steps = 0;

  constructor(mixesNumbers = false, mostPerCall = mostPerRun) {
    this.mixesNumbers = mixesNumbers;
    this.#mostPerCall = mostPerCall;
  }

  /** In the units of v1.24, since {@link begin}. */
  get cost(): number {
    return this.#cost;
  }

  /** The next evaluation; steps are counted for all of them. */
  begin(): void {
    this.#cost = 0;
  }

  /** @throws {CostExceeded} */
  add(cost: number): void {
    this.#cost += cost;
    if (this.#cost > this.#mostPerCall) throw new CostExceeded();
  }

  /** Counts work that costs nothing in v1.24. @throws {CostExceeded} */
  step(count: number): void {
    this.#steps += count;
    if (this.#steps > mostSteps) throw new CostExceeded();
  }

  /** Reading a text of this length. @throws {CostExceeded} */
  stepText(length: number): void {
    this.step(1 + (length >> 5));
  }
}

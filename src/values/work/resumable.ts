/** Work in parts: other requests may get a turn between two parts, where the caller allows it. */
export type Resumable<T> = Generator<undefined, T, undefined>;

/**
 * Asked between parts: gives what is awaited while other requests have a turn, or undefined, where none
 * is due yet. Absent where no other request gets a turn.
 */
export type YieldTurn = (() => Promise<void> | undefined) | undefined;

/** Returns whether work is left: work that needs parts only for large values gives small ones at once. */
export function isResumable<T>(begun: T | Resumable<T>): begun is Resumable<T> {
  return Object.prototype.isPrototypeOf.call(allGenerators, begun as object);
}

/** What all generators inherit from. To look for it is quick, whatever the shape of an object. */
const allGenerators = Object.getPrototypeOf(function* () {}).prototype as object;

/** About how many elements are worked on in one part. */
const atOnce = 1024;

/** Divides long work into parts of about the same length: all that is done in one work counts here. */
export class Pace {
  #left = atOnce;

  /** Counts work that is as long as that many elements. Returns whether the part should end here. */
  isDue(elements = 1): boolean {
    this.#left -= elements;
    if (this.#left > 0) return false;
    this.#left = atOnce;
    return true;
  }
}

/** Does what is left, if anything is. */
export function* finishing<T>(begun: T | Resumable<T>): Resumable<T> {
  return isResumable(begun) ? yield* begun : begun;
}

/** Does more with the result of work: at once, where that is there at once. */
export function andThen<T, R>(
  begun: T | Resumable<T>,
  next: (result: T) => R | Resumable<R>,
): R | Resumable<R> {
  return isResumable(begun) ? following(begun, next) : next(begun);
}

function* following<T, R>(work: Resumable<T>, next: (result: T) => R | Resumable<R>): Resumable<R> {
  return yield* finishing(next(yield* work));
}

/** Does all the work at once. */
export function runToEnd<T>(work: T | Resumable<T>): T {
  if (!isResumable(work)) return work;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/**
 * Does the work part by part: at once, until others have a turn. A caller that gets a value at once must
 * not await it: one more turn of microtasks would change the order of writes in the process.
 */
export function runInTurns<T>(work: T | Resumable<T>, yieldTurn: YieldTurn): T | Promise<T> {
  if (!isResumable(work)) return work;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    const turn = yieldTurn?.();
    if (turn !== undefined) return turn.then(() => runInTurns(work, yieldTurn));
  }
}

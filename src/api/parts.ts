/** Work in parts: where the caller lets others have their turn, they have it between two of them. */
export type Parts<T> = Generator<undefined, T, undefined>;

/** Carries the work out at once. */
export function inOneGo<T>(work: Parts<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/**
 * Carries the work out part by part. Who has a value at once must not await it: a turn of microtasks
 * more would change the order of writes in the process.
 * @param breathe awaited between the parts; absent: the value is there at once
 */
export function inTurns<T>(
  work: Parts<T>,
  breathe: (() => Promise<void>) | undefined,
): T | Promise<T> {
  return breathe === undefined ? inOneGo(work) : breathing(work, breathe);
}

async function breathing<T>(work: Parts<T>, breathe: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await breathe();
  }
}

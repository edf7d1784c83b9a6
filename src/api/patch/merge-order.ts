/** The order of the elements of two merged lists. Pure. */

/** Where an element of the merged list comes from: its places in both lists, -1 for none. */
export interface Origin {
  readonly live: number;
  readonly applied: number;
}

/**
 * Applied elements keep their order. Each element that is only live precedes the elements that
 * follow it in the live list, unless these are placed already.
 * @param inApplied the index of each live element in the applied list, -1 when it is not there
 * @param inLive the index of each applied element in the live list, -1 when it is not there
 */
export function mergedOrder(
  inApplied: readonly number[],
  inLive: readonly number[],
): readonly Origin[] {
  const order: Origin[] = [];
  /** Applied elements that are live too, in order; the first of them that is not placed yet. */
  const shared = inLive.flatMap((live, applied) => (live < 0 ? [] : applied));
  let next = 0;
  let [live, applied] = [0, 0];
  while (live < inApplied.length || applied < inLive.length) {
    const place = inApplied[live];
    if (place !== undefined && place < 0) {
      order.push({ live: live++, applied: -1 });
    } else if (place !== undefined && place !== applied && place !== shared[next]) {
      // It comes later in the applied list, or is placed already.
      live++;
      if (shared[next] === undefined && applied < inLive.length) {
        // Only one that is there several times is placed already when none is left to be placed.
        order.push({ live: inLive[applied]!, applied: applied++ });
      }
    } else {
      if (place === applied) live++;
      if (shared[next] === applied) next++;
      order.push({ live: inLive[applied]!, applied: applied++ });
    }
  }
  return order;
}

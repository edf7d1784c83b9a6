/** In which order a merge of two lists has the elements of both. Pure. */

/** Where an element of the merged list comes from: its places in both lists, -1 for none. */
export interface Origin {
  readonly live: number;
  readonly applied: number;
}

/**
 * Elements that are applied keep the order in which they are given. Of those that are only live each
 * comes before what follows it there, as far as that has not been placed yet.
 * @param inApplied where each live element is in the applied list, -1 for nowhere
 * @param inLive where each applied element is in the live list
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
      // It comes later in the applied list, or has been placed.
      live++;
    } else {
      if (place === applied) live++;
      if (shared[next] === applied) next++;
      order.push({ live: inLive[applied]!, applied: applied++ });
    }
  }
  return order;
}

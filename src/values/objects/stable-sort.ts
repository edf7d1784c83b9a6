/** Shorter runs are sorted by insertion. */
const RUN = 32;

/**
 * Sorted by a comparison that need not be an order: A may equal B and C, and B still precede C. What
 * `Array.sort` makes of such a list depends on the JavaScript engine; this is the same in all of them.
 */
export function stableSorted<T>(list: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  if (list.length <= RUN) return inserted(list, compare);
  const middle = list.length >> 1;
  const left = stableSorted(list.slice(0, middle), compare);
  return merged(left, stableSorted(list.slice(middle), compare), compare);
}

function inserted<T>(list: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  const sorted: T[] = [];
  for (const each of list) {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(each, sorted[middle]!) < 0) high = middle;
      else low = middle + 1;
    }
    sorted.splice(low, 0, each);
  }
  return sorted;
}

function merged<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): readonly T[] {
  const all: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    all.push(compare(left[l]!, right[r]!) <= 0 ? left[l++]! : right[r++]!);
  }
  return [...all, ...left.slice(l), ...right.slice(r)];
}

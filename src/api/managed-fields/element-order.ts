/** The order in which v1.24 writes the elements of a set. */

import type { Resumable } from '#values';

/** An element, and its parsed name where text does not give the order. */
interface Ranked {
  readonly element: string;
  /** For `k:` and `v:`: the parsed value. */
  readonly named: unknown;
}

/** A key with one text field. */
const plainKey = /^k:\{"([^"]*)":"([^"]*)"\}$/;

/** How many elements are sorted before other requests may get a turn. */
const sliceOfOrder = 4096;

/** The elements in order: `.` first, numbers by their value, all else by its text. */
export function inOrder(elements: readonly string[]): readonly string[] {
  if (isInOrder(elements)) return elements;
  if (!elements.some(isRanked)) return elements.toSorted();
  return elements
    .map(rank)
    .sort(compare)
    .map(({ element }) => element);
}

/** {@link inOrder} in parts. */
export function* puttingInOrder(
  elements: readonly string[],
  run = sliceOfOrder,
): Resumable<readonly string[]> {
  if (elements.length <= run) return inOrder(elements);
  let runs: (readonly Ranked[])[] = [];
  for (let start = 0; start < elements.length; start += run) {
    yield;
    runs.push(
      elements
        .slice(start, start + run)
        .map(rank)
        .sort(compare),
    );
  }
  while (runs.length > 1) {
    const merged: (readonly Ranked[])[] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* merging(runs[index]!, runs[index + 1] ?? [], run));
    }
    runs = merged;
  }
  yield;
  return runs[0]!.map(({ element }) => element);
}

function* merging(
  left: readonly Ranked[],
  right: readonly Ranked[],
  run: number,
): Resumable<readonly Ranked[]> {
  if (right.length === 0) return left;
  const merged: Ranked[] = [];
  for (let at = 0, from = 0; at < left.length || from < right.length;) {
    if (merged.length % run === 0) yield;
    const isLeft =
      from === right.length || (at < left.length && compare(left[at]!, right[from]!) <= 0);
    merged.push(isLeft ? left[at++]! : right[from++]!);
  }
  return merged;
}

/** Whether they are in order already, as most are; does not parse keys. */
function isInOrder(elements: readonly string[]): boolean {
  let before: Ranked | undefined;
  for (let index = 1; index < elements.length; index++) {
    const [a, b] = [elements[index - 1]!, elements[index]!];
    if (isRanked(b) && isRanked(a)) {
      before ??= rank(a);
      const ranked = rank(b);
      if (compare(before, ranked) > 0) return false;
      before = ranked;
    } else {
      if (a > b) return false;
      before = undefined;
    }
  }
  return true;
}

function isRanked(element: string): boolean {
  return element.startsWith('k:') || element.startsWith('v:');
}

function rank(element: string): Ranked {
  return { element, named: isRanked(element) ? namedBy(element) : undefined };
}

/** For keys: their fields. Most values are plain text, which needs no parser. */
function namedBy(element: string): unknown {
  if (!element.includes('\\')) {
    if (element.startsWith('v:"')) return element.slice(3, -1);
    const plain = plainKey.exec(element);
    if (plain !== null) return [[plain[1], plain[2]]];
  }
  const named: unknown = JSON.parse(element.slice(2));
  return element.startsWith('k:') ? Object.entries(named as object) : named;
}

function compare(a: Ranked, b: Ranked): number {
  if (a.named === undefined || b.named === undefined || a.element[0] !== b.element[0]) {
    return compareText(a.element, b.element);
  }
  const isKey = a.element.startsWith('k:');
  return isKey ? compareKeys(a.named as Keys, b.named as Keys) : compareValues(a.named, b.named);
}

type Keys = readonly (readonly [name: string, value: unknown])[];

function compareKeys(left: Keys, right: Keys): number {
  // By index: this runs millions of times for large sets.
  for (let index = 0; index < left.length; index++) {
    const [part, other] = [left[index]!, right[index]];
    if (other === undefined) return 1;
    const order = compareText(part[0], other[0]) || compareValues(part[1], other[1]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Numbers by their size, and before all else. */
function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number') return -1;
  if (typeof b === 'number') return 1;
  return compareText(String(a), String(b));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

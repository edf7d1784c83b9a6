/** What differs between two texts, as a unified diff with three lines around each change. */

/** Lines that both texts have, from a line of each on. */
interface Match {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** A stretch of lines of both texts: equal ones, or those in whose place others came. */
interface Stretch {
  readonly isEqual: boolean;
  readonly from: readonly [start: number, end: number];
  readonly to: readonly [start: number, end: number];
}

const around = 3;
/** Beyond this, pairs of lines are not compared: all of them count as changed. */
const mostPairs = 1_000_000;

/** Returns the changes from one list of lines to another; empty when there are none. */
export function lineChanges(from: readonly string[], to: readonly string[]): string {
  return hunksOf(stretchesOf(from, to))
    .map((hunk) => shown(hunk, from, to))
    .join('');
}

function shown(hunk: readonly Stretch[], from: readonly string[], to: readonly string[]): string {
  const [first, last] = [hunk[0]!, hunk.at(-1)!];
  const of = ([start]: Stretch['from'], [, end]: Stretch['from']): string => {
    const length = end - start;
    return length === 1 ? `${start + 1}` : `${length === 0 ? start : start + 1},${length}`;
  };
  const lines = [`@@ -${of(first.from, last.from)} +${of(first.to, last.to)} @@`];
  for (const { isEqual, from: old, to: next } of hunk) {
    const before = from.slice(...old);
    if (isEqual) lines.push(...before.map((line) => ` ${line}`));
    else {
      lines.push(...before.map((line) => `-${line}`));
      lines.push(...to.slice(...next).map((line) => `+${line}`));
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Puts equal lines around changes; those that are near to each other are in one hunk. */
function hunksOf(stretches: readonly Stretch[]): readonly (readonly Stretch[])[] {
  const hunks: Stretch[][] = [[]];
  for (const [index, stretch] of stretches.entries()) {
    if (!stretch.isEqual) {
      hunks.at(-1)!.push(stretch);
      continue;
    }
    const length = stretch.from[1] - stretch.from[0];
    const isFirst = index === 0;
    const isLast = index === stretches.length - 1;
    if (isFirst) hunks.at(-1)!.push(cut(stretch, Math.max(0, length - around), length));
    else if (isLast) hunks.at(-1)!.push(cut(stretch, 0, Math.min(around, length)));
    else if (length <= 2 * around) hunks.at(-1)!.push(stretch);
    else {
      hunks.at(-1)!.push(cut(stretch, 0, around));
      hunks.push([cut(stretch, length - around, length)]);
    }
  }
  return hunks.filter((hunk) => hunk.some(({ isEqual }) => !isEqual));
}

function cut({ from: [from], to: [to] }: Stretch, start: number, end: number): Stretch {
  return { isEqual: true, from: [from + start, from + end], to: [to + start, to + end] };
}

function stretchesOf(from: readonly string[], to: readonly string[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let [atFrom, atTo] = [0, 0];
  const end = { from: from.length, to: to.length, length: 0 };
  for (const match of [...matchesIn(from, to, [0, from.length], [0, to.length]), end]) {
    if (atFrom < match.from || atTo < match.to) {
      stretches.push({ isEqual: false, from: [atFrom, match.from], to: [atTo, match.to] });
    }
    [atFrom, atTo] = [match.from + match.length, match.to + match.length];
    if (match.length === 0) continue;
    stretches.push({ isEqual: true, from: [match.from, atFrom], to: [match.to, atTo] });
  }
  return stretches;
}

/** Finds the longest match, and those before and after it. */
function matchesIn(
  from: readonly string[],
  to: readonly string[],
  [fromStart, fromEnd]: Stretch['from'],
  [toStart, toEnd]: Stretch['from'],
): readonly Match[] {
  if ((fromEnd - fromStart) * (toEnd - toStart) > mostPairs) return [];
  let longest: Match = { from: fromStart, to: toStart, length: 0 };
  let ends = new Map<number, number>();
  for (let old = fromStart; old < fromEnd; old++) {
    const next = new Map<number, number>();
    for (let at = toStart; at < toEnd; at++) {
      if (from[old] !== to[at]) continue;
      const length = (ends.get(at - 1) ?? 0) + 1;
      next.set(at, length);
      if (length > longest.length)
        longest = { from: old - length + 1, to: at - length + 1, length };
    }
    ends = next;
  }
  if (longest.length === 0) return [];
  const { from: old, to: at, length } = longest;
  return [
    ...matchesIn(from, to, [fromStart, old], [toStart, at]),
    longest,
    ...matchesIn(from, to, [old + length, fromEnd], [at + length, toEnd]),
  ];
}

/** A change of a scenario as lines of its text. Pure. */

export interface ChangedLines {
  /** The first of them, from 1. */
  readonly line: number;
  /** The line above, and the line below as long as it is as deep: they stay. */
  readonly above?: string;
  readonly below?: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Where two texts differ; the indentation that all lines of a place share is left out. */
export function changedLines(before: string, after: string): readonly ChangedLines[] {
  const [old, made] = [before.split('\n'), after.split('\n')];
  const places = old.length === made.length ? placesIn(old, made) : [placeOf(old, made)];
  return places.map(({ from, oldTo, madeTo }) => {
    const removed = old.slice(from, oldTo);
    const added = made.slice(from, madeTo);
    const depth = depthOf([...removed, ...added]);
    const above = old[from - 1];
    const below = depthOf([old[oldTo]]) >= depth ? old[oldTo] : undefined;
    const indent = depthOf([above, ...removed, ...added]);
    const cut = (each: string): string => each.slice(Math.min(indent, each.search(/\S|$/)));
    return {
      line: from + 1,
      ...(isText(above) && { above: cut(above) }),
      ...(isText(below) && { below: cut(below) }),
      removed: removed.map(cut),
      added: added.map(cut),
    };
  });
}

interface Place {
  readonly from: number;
  /** The first line behind it, in either text. */
  readonly oldTo: number;
  readonly madeTo: number;
}

/** Of texts with as many lines: each run of lines that differ. */
function placesIn(old: readonly string[], made: readonly string[]): readonly Place[] {
  const places: Place[] = [];
  for (let from = 0; from < old.length; from++) {
    if (old[from] === made[from]) continue;
    let to = from;
    while (to < old.length && old[to] !== made[to]) to++;
    places.push({ from, oldTo: to, madeTo: to });
    from = to;
  }
  return places;
}

/** All between the first line that differs and the last one. */
function placeOf(old: readonly string[], made: readonly string[]): Place {
  const least = Math.min(old.length, made.length);
  let from = 0;
  while (from < least && old[from] === made[from]) from++;
  let same = 0;
  while (same < least - from && old.at(-1 - same) === made.at(-1 - same)) same++;
  return { from, oldTo: old.length - same, madeTo: made.length - same };
}

/** The indentation that lines share. */
function depthOf(lines: readonly (string | undefined)[]): number {
  return Math.min(...lines.filter(isText).map((each) => each.search(/\S/)));
}

function isText(line: string | undefined): line is string {
  return line !== undefined && line.trim() !== '';
}

/** A text in three parts: as the other one begins, what only it has, and as the other one ends. Words stay whole. */
export function differingPart(before: string, text: string): readonly [string, string, string] {
  const [old, words] = [before.split(/\b/), text.split(/\b/)];
  const { from, madeTo } = placeOf(old, words);
  const join = (start: number, end?: number): string => words.slice(start, end).join('');
  return [join(0, from), join(from, madeTo), join(madeTo)];
}

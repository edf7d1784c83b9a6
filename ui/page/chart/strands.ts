/**
 * The lines of a chart. Every one is drawn at the height of its values, to the pixel. Where some are at the same
 * height, they take turns along the line, as the strands of a rope, so that all of them can be seen. Pure.
 */
import type { Series } from '#view';
import { linesOf, thinned } from '../chart-data.ts';
import { xOf, yOf, type Plot } from './plot.ts';

/** What is drawn of one series. */
export interface Strand {
  readonly series: Series;
  /** The path where it is alone, and its jumps. */
  readonly alone: string;
  /** The paths that it shares with others. */
  readonly shared: readonly SharedPath[];
}

export interface SharedPath {
  readonly path: string;
  /** How many share it, and which of them this one is, from 0. */
  readonly count: number;
  readonly rank: number;
}

/** A level part of a line. */
interface Level {
  readonly index: number;
  readonly from: number;
  readonly until: number;
  readonly y: number;
}

/** A time and a height. */
type Corner = readonly [ms: number, y: number];

/** Shorter level parts are not shared: a turn could not be seen there, units of the drawing. */
const LEAST = 3;

/** Draws series over one another. */
export function strandsOf(all: readonly Series[], plot: Plot): readonly Strand[] {
  const spanMs = Math.max(1, plot.lastsMs / plot.width);
  const lines = all.map((series) =>
    linesOf(series, plot.lastsMs).map((line) =>
      thinned(line, spanMs).map(([ms, value]): Corner => [ms, Math.round(yOf(plot, value))]),
    ),
  );
  const levels = lines.flatMap((some, index) =>
    some.flatMap((line) => levelsOf(line, index, LEAST * spanMs)),
  );
  const shared = sharedOf(levels);
  return all.map((series, index) => {
    const own = shared
      .filter(({ members }) => members.includes(index))
      .sort((a, b) => a.from - b.from);
    return {
      series,
      alone: alonePath(lines[index]!, own, plot),
      shared: byTurn(own, index, plot),
    };
  });
}

function levelsOf(line: readonly Corner[], index: number, leastMs: number): readonly Level[] {
  return line.flatMap(([from, y], i) => {
    const next = line[i + 1];
    if (next === undefined || next[1] !== y || next[0] - from < leastMs) return [];
    return [{ index, from, until: next[0], y }];
  });
}

/** A level part that several series have in common. */
interface Shared {
  readonly from: number;
  readonly until: number;
  readonly y: number;
  /** The series, in order. */
  readonly members: readonly number[];
}

function sharedOf(levels: readonly Level[]): readonly Shared[] {
  const byHeight = new Map<number, Level[]>();
  for (const level of levels) {
    const same = byHeight.get(level.y);
    if (same === undefined) byHeight.set(level.y, [level]);
    else same.push(level);
  }
  return [...byHeight.values()].flatMap((same) => overlaps(same));
}

/** Goes along a height, and notes who is there between two ends of levels. */
function overlaps(levels: readonly Level[]): readonly Shared[] {
  const ends = levels.flatMap((level) => [
    { at: level.from, level, isFrom: true },
    { at: level.until, level, isFrom: false },
  ]);
  // What ends at an instant has ended when another begins there.
  ends.sort((a, b) => a.at - b.at || Number(a.isFrom) - Number(b.isFrom));
  const found: Shared[] = [];
  const here = new Set<Level>();
  let since = 0;
  for (const { at, level, isFrom } of ends) {
    if (at > since && here.size > 1) {
      const members = [...here].map(({ index }) => index).sort((a, b) => a - b);
      found.push({ from: since, until: at, y: level.y, members });
    }
    since = at;
    if (isFrom) here.add(level);
    else here.delete(level);
  }
  return found;
}

/** Lines with gaps where others have a part in them. @param shared those parts, in order */
function alonePath(
  lines: readonly (readonly Corner[])[],
  shared: readonly Shared[],
  plot: Plot,
): string {
  const commands: string[] = [];
  const to = (command: 'M' | 'L', ms: number, y: number): void => {
    commands.push(`${command}${placeOf(plot, ms, y)}`);
  };
  let part = 0;
  for (const line of lines) {
    line.forEach(([ms, y], i) => {
      to(i === 0 ? 'M' : 'L', ms, y);
      const untilMs = line[i + 1]?.[0] ?? ms;
      for (; part < shared.length && shared[part]!.until <= untilMs; part++) {
        const { from, until } = shared[part]!;
        if (from > ms) to('L', from, y);
        to('M', until, y);
      }
    });
  }
  return commands.join('');
}

/** Those that are shared in the same way are one path. */
function byTurn(shared: readonly Shared[], index: number, plot: Plot): readonly SharedPath[] {
  const paths = new Map<string, SharedPath>();
  for (const { from, until, y, members } of shared) {
    const [count, rank] = [members.length, members.indexOf(index)];
    const key = `${count} ${rank}`;
    const path = `M${placeOf(plot, from, y)}L${placeOf(plot, until, y)}`;
    paths.set(key, { path: (paths.get(key)?.path ?? '') + path, count, rank });
  }
  return [...paths.values()];
}

function placeOf(plot: Plot, ms: number, y: number): string {
  return `${xOf(plot, ms).toFixed(1)} ${y}`;
}

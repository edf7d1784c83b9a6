/** The lines of a chart, and where they are drawn. */
import { memo } from 'react';
import type { Series } from '#view';
import { linesOf, thinned } from './chart-data.ts';

export const WIDTH = 1000;
export const HEIGHT = 150;
export const LEFT = 4;
export const RIGHT = 8;
export const TOP = 14;
export const BOTTOM = 16;
/** Lines differ by colour, by dashes and by width, so that equal ones can be seen beside one another. */
export const DASHES = ['', '7 4', '2 3', '10 3 2 3', '14 4', '4 2', '1 5'];
export const COLOURS = 6;
/** Lines at the same height are drawn beside one another, this far apart. */
const APART = 2.5;

/** At least 1. A run may have more points than a call may have arguments. */
export function highestOf(all: readonly Series[]): number {
  let most = 1;
  for (const { points } of all) {
    for (const { value = 0 } of points) most = Math.max(most, value);
  }
  return most;
}

/** Where a time is drawn, and a value. */
export function xOf(ms: number, lastsMs: number): number {
  return LEFT + ((WIDTH - LEFT - RIGHT) * ms) / Math.max(1, lastsMs);
}

export function yOf(value: number, most: number): number {
  return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
}

interface LineProps {
  readonly series: Series;
  readonly index: number;
  readonly most: number;
  readonly lastsMs: number;
}

/** Drawn once: a moment that moves does not change it. */
export const Line = memo(function Line({
  series,
  index,
  most,
  lastsMs,
}: LineProps): React.ReactNode {
  const shift = (index % 7) * APART - 3 * APART;
  const path = linesOf(series, lastsMs)
    .map((line) =>
      thinned(line, Math.max(1, lastsMs / WIDTH))
        .map(
          ([ms, value], i) =>
            `${i === 0 ? 'M' : 'L'}${xOf(ms, lastsMs).toFixed(1)} ${(yOf(value, most) + shift).toFixed(1)}`,
        )
        .join(''),
    )
    .join('');
  const isTarget = series.path.startsWith('spec.') || series.path.startsWith('status.hard');
  return (
    <path
      className={`line c${index % COLOURS} ${isTarget ? 'target' : ''}`}
      d={path}
      strokeDasharray={DASHES[index % DASHES.length]}
    />
  );
});

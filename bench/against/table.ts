/** The comparison as a table for people. */
import type { Line } from './lines.ts';

const NAME = 62;
const FIGURE = 12;

/** What stands above the rows. */
export const head = [
  'per operation'.padEnd(NAME),
  ...['here', 'there', 'ratio', 'quiet', 'B here', 'B there', 'ratio'].map(cell),
].join('');

/** A line as text. */
export function rowOf({ of, unit, here, there, ratio, quiet, allocated }: Line): string {
  const cells = [figure(here, unit), figure(there, unit), ratio.toFixed(3), quiet.toFixed(3)];
  if (allocated !== undefined) {
    cells.push(whole(allocated.here), whole(allocated.there), allocated.ratio.toFixed(3));
  }
  return [of.padEnd(NAME), ...cells.map(cell)].join('');
}

function figure(value: number, unit: Line['unit']): string {
  if (unit === 'instructions') return whole(value);
  if (value < 1000) return `${value.toFixed(1)} us`;
  return value < 1e6 ? `${(value / 1000).toFixed(1)} ms` : `${(value / 1e6).toFixed(2)} s`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function cell(text: string): string {
  return text.padStart(FIGURE);
}

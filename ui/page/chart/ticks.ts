/** Round values and times along the axes of a chart. Pure. */
import { timeText } from '../moment.ts';

/** A place on an axis: a value, or virtual ms since the start; and what is written there. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const spans = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((each) => each * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((each) => each * MINUTE),
  ...[1, 2, 3, 6, 12].map((each) => each * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((each) => each * DAY),
];

/**
 * From 0 to the first round value that no value exceeds.
 * @param most the highest value
 * @param steps how many there are at most
 */
export function valueTicks(most: number, unit: string, steps = 5): readonly Tick[] {
  const isBinary = /memory|storage/.test(unit);
  const least = unit === 'count' ? 1 : 0;
  const step = isBinary ? binaryStep(most / steps) : decimalStep(Math.max(least, most / steps));
  const count = Math.max(1, Math.ceil(Number((most / step).toFixed(6))));
  return Array.from({ length: count + 1 }, (_, i) => {
    const at = Number((i * step).toPrecision(12));
    return { at, text: isBinary ? binaryText(at) : decimalText(at) };
  });
}

/** From 0 on, at most that many steps. */
export function timeTicks(lastsMs: number, steps = 6): readonly Tick[] {
  const least = lastsMs / steps;
  const step = spans.find((span) => span >= least) ?? Math.ceil(least / DAY) * DAY;
  return Array.from({ length: Math.floor(lastsMs / step) + 1 }, (_, i) => {
    const at = i * step;
    return { at, text: step >= DAY ? `${at / DAY} d` : timeText(at) };
  });
}

/** 1, 2 or 5 times a power of ten; at least this. */
function decimalStep(least: number): number {
  if (least <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * [1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9))!;
}

/** A power of two, at least this. */
function binaryStep(least: number): number {
  return least <= 1 ? 1 : 2 ** Math.ceil(Math.log2(least));
}

function decimalText(value: number): string {
  return value >= 10_000 ? `${value / 1000}k` : String(value);
}

function binaryText(value: number): string {
  const units = ['', 'Ki', 'Mi', 'Gi', 'Ti'];
  const unit = value === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  return `${Number((value / 1024 ** unit).toFixed(2))}${units[unit]}`;
}

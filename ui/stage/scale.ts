/** The axis of time that lanes, bars and steps share. Pure. */

export interface Span {
  /** Virtual ms since the start. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** A moment as a part of a width in pixels. */
export function xOf(span: Span, width: number, atMs: number): number {
  return ((atMs - span.fromMs) / Math.max(1, span.toMs - span.fromMs)) * width;
}

export function msAt(span: Span, width: number, x: number): number {
  return span.fromMs + (x / Math.max(1, width)) * (span.toMs - span.fromMs);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((each) => each * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((each) => each * MINUTE),
  ...[1, 2, 3, 6, 12, 24, 48, 168].map((each) => each * HOUR),
];
/** Between ticks, at least. */
const LEAST_PX = 90;

/** Times for ticks, at round values. */
export function ticksOf(span: Span, width: number): readonly number[] {
  const most = Math.max(1, Math.floor(width / LEAST_PX));
  const lasts = span.toMs - span.fromMs;
  const step =
    steps.find((each) => lasts / each <= most) ?? Math.ceil(lasts / most / (24 * HOUR)) * 24 * HOUR;
  const ticks: number[] = [];
  for (let at = Math.ceil(span.fromMs / step) * step; at <= span.toMs; at += step) ticks.push(at);
  return ticks;
}

/** A series as the path of an SVG: each value lasts until the next point. */
export function stepPath(
  points: readonly { readonly atMs: number; readonly value?: number }[],
  x: (atMs: number) => number,
  y: (value: number) => number,
  toMs: number,
): string {
  let path = '';
  let isOpen = false;
  for (const { atMs, value } of points) {
    const left = round(x(Math.min(atMs, toMs)));
    if (isOpen) path += `H${left}`;
    if (value === undefined) isOpen = false;
    else {
      path += isOpen ? `V${round(y(value))}` : `M${left} ${round(y(value))}`;
      isOpen = true;
    }
  }
  return isOpen ? `${path}H${round(x(toMs))}` : path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

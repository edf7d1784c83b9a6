/** The axis of time that lanes, bars and steps share. Pure. */

/** Time as a run passes on the screen: quiet stretches are short. */
export interface Film {
  /** @param atMs virtual ms since the start */
  toScreen(atMs: number): number;
  toTime(screen: number): number;
}

export interface Span {
  /** Virtual ms since the start. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Absent: each second is as wide as another. */
  readonly film?: Film | undefined;
}

/** A moment as a part of a width in pixels. */
export function xOf({ fromMs, toMs, film }: Span, width: number, atMs: number): number {
  const from = placeOf(film, fromMs);
  return ((placeOf(film, atMs) - from) / lengthFrom(from, placeOf(film, toMs))) * width;
}

export function msAt({ fromMs, toMs, film }: Span, width: number, x: number): number {
  const [from, to] = [placeOf(film, fromMs), placeOf(film, toMs)];
  return timeOf(film, from + (x / Math.max(1, width)) * (to - from));
}

function placeOf(film: Film | undefined, atMs: number): number {
  return film === undefined ? atMs : film.toScreen(atMs);
}

function timeOf(film: Film | undefined, place: number): number {
  return film === undefined ? place : film.toTime(place);
}

function lengthFrom(from: number, to: number): number {
  return to > from ? to - from : 1;
}

/** The shortest stretch that is shown, ms. */
const LEAST_MS = 100;

/** A span that is `factor` times as long, in which a moment keeps its place; undefined: all of the whole. */
export function zoomed(span: Span, whole: Span, atMs: number, factor: number): Span | undefined {
  const { film } = whole;
  const [from, to, at] = [span.fromMs, span.toMs, atMs].map((ms) => placeOf(film, ms));
  return within(whole, at! - (at! - from!) * factor, at! + (to! - at!) * factor);
}

/** A span moved by a part of its length. */
export function moved(span: Span, whole: Span, by: number): Span | undefined {
  const { film } = whole;
  const [from, to] = [placeOf(film, span.fromMs), placeOf(film, span.toMs)];
  return within(whole, from + by * (to - from), to + by * (to - from));
}

/** The span, moved to where a moment is in it. */
export function following(span: Span, whole: Span, atMs: number): Span | undefined {
  if (atMs >= span.fromMs && atMs <= span.toMs) return span;
  return moved(span, whole, Math.floor(xOf({ ...span, film: whole.film }, 1, atMs)));
}

function within(whole: Span, from: number, to: number): Span | undefined {
  const { film } = whole;
  const [first, last] = [placeOf(film, whole.fromMs), placeOf(film, whole.toMs)];
  if (to - from >= last - first) return undefined;
  const start = Math.min(Math.max(from, first), last - (to - from));
  const [fromMs, toMs] = [timeOf(film, start), timeOf(film, start + to - from)];
  const middle = (fromMs + toMs) / 2;
  return toMs - fromMs >= LEAST_MS
    ? { fromMs, toMs }
    : { fromMs: middle - LEAST_MS / 2, toMs: middle + LEAST_MS / 2 };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const steps = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].map((each) => each * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((each) => each * MINUTE),
  ...[1, 2, 3, 6, 12, 24, 48, 168].map((each) => each * HOUR),
];
/** Between ticks, at least. */
const LEAST_PX = 90;

/** Times for ticks, at round values. */
export function ticksOf(span: Span, width: number): readonly number[] {
  return span.film === undefined ? evenTicks(span, width) : filmTicks(span, width);
}

/** More times are not tried. */
const MOST_TRIED = 500;

/** The roundest times first, where there is room for them. */
function filmTicks(span: Span, width: number): readonly number[] {
  const ticks: { readonly atMs: number; readonly x: number }[] = [];
  for (const step of [...steps].reverse()) {
    const first = Math.ceil(span.fromMs / step);
    const last = Math.floor(span.toMs / step);
    if (last - first > MOST_TRIED) break;
    for (let at = first; at <= last; at++) {
      const x = xOf(span, width, at * step);
      if (ticks.every((each) => Math.abs(each.x - x) >= LEAST_PX))
        ticks.push({ atMs: at * step, x });
    }
  }
  return ticks.map(({ atMs }) => atMs).sort((a, b) => a - b);
}

function evenTicks(span: Span, width: number): readonly number[] {
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

/** Where a chart draws times and values. Pure; in units of a drawing that is as wide as its place makes it. */

/** A drawing, and what it leaves free at its edges. */
export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The axis of time goes from 0 to this, virtual ms. */
  readonly lastsMs: number;
  /** The axis of values goes from 0 to this. */
  readonly most: number;
}

/** Where a time is drawn. */
export function xOf({ width, left, right, lastsMs }: Plot, ms: number): number {
  return left + ((width - left - right) * ms) / Math.max(1, lastsMs);
}

/** Where a value is drawn: 0 on the axis of time, whatever is drawn beside it. */
export function yOf({ height, top, bottom, most }: Plot, value: number): number {
  return top + (height - top - bottom) * (1 - value / most);
}

/** The time that is drawn at a part of the width, from 0 to 1; it may lie outside of the axis. */
export function msAt({ width, left, right, lastsMs }: Plot, part: number): number {
  return (part * width - left) * (lastsMs / (width - left - right));
}

/** The same as parts of the drawing, for what is laid over it: `12.5%`. */
export function leftOf(plot: Plot, ms: number): string {
  return percent(xOf(plot, ms) / plot.width);
}

export function topOf(plot: Plot, value: number): string {
  return percent(yOf(plot, value) / plot.height);
}

function percent(part: number): string {
  return `${(100 * part).toFixed(3)}%`;
}

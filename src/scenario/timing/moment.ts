/** Points in time: counted from the start, or on the calendar. */
import { durationOf, type Millis } from '#clock';
import { formatTime, parseTime } from '#values';
import { isScalar, type Node } from '../source/node.ts';
import { describe, type Checker } from '../shape/checker.ts';
import { DURATION_EXAMPLES, type Shape } from '../shape/shape.ts';

/** Virtual ms since the start, or ms since 1970. */
export type Moment = { readonly sinceStart: Millis } | { readonly absolute: Millis };

export const TIME_EXAMPLE = '2026-01-01T00:00:00Z';

const CALENDAR = /^\d{4}-\d\d-\d\d[Tt]/;

/** Returns a duration from the start, or an RFC 3339 time. */
export function moment(options: { readonly doc: string }): Shape<Moment> {
  const { doc } = options;
  return {
    schema: {
      description: `${doc} A duration from the start (90s), or a time (${TIME_EXAMPLE}).`,
      type: ['string', 'number'],
    },
    check(node, checker) {
      const value = isScalar(node) ? node.value : undefined;
      const absolute =
        typeof value === 'string' && CALENDAR.test(value) ? timeOf(value) : undefined;
      if (absolute !== undefined) return { absolute };
      const ms = durationOf(value);
      if (ms !== undefined && ms >= 0) return { sinceStart: ms };
      const expected =
        ms === undefined
          ? `a duration such as ${DURATION_EXAMPLES}, or a time such as ${TIME_EXAMPLE}`
          : 'a time that is not negative';
      return checker.problem(
        node,
        `expected ${expected}, found ${found(ms, value) ?? describe(node)}`,
      );
    },
  };
}

/** What moments are counted from. */
export interface Origin {
  /** Virtual time of the start, ms since 1970. */
  readonly startMs: Millis;
  /** What a moment that is not a calendar time is counted from, since the start. */
  readonly originMs: Millis;
}

/** Returns the moment in virtual ms since the start; undefined after a problem has been noted. */
export function sinceStart(
  at: Moment,
  { startMs, originMs }: Origin,
  node: Node,
  checker: Checker,
): Millis | undefined {
  if ('sinceStart' in at) return originMs + at.sinceStart;
  if (at.absolute >= startMs) return at.absolute - startMs;
  return checker.problem(
    node,
    `${formatTime(at.absolute)} lies before the start of the scenario, ${formatTime(startMs)}`,
  );
}

/** Returns an RFC 3339 time, as ms since 1970. */
export function calendarTime(options: { readonly doc: string }): Shape<Millis> {
  return {
    schema: { type: 'string', description: `${options.doc} RFC 3339.` },
    check(node, checker) {
      const value = isScalar(node) ? node.value : undefined;
      const time = typeof value === 'string' ? timeOf(value) : undefined;
      return (
        time ??
        checker.problem(node, `expected a time such as ${TIME_EXAMPLE}, found ${describe(node)}`)
      );
    },
  };
}

function found(ms: number | undefined, value: unknown): string | undefined {
  return ms === undefined ? undefined : String(value);
}

function timeOf(text: string): Millis | undefined {
  try {
    return parseTime(text);
  } catch {
    return undefined;
  }
}

/** When a step happens: once, again and again, or by a schedule. All of it is known before the run. */
import type { Millis } from '#clock';
import { checkTimeZone, parseSchedule, type CronSchedule } from '#values';
import type { Node } from '../source/node.ts';
import type { Checker } from '../shape/checker.ts';
import { duration, integer, text, type ValueOf } from '../shape/shape.ts';
import { moment, sinceStart } from './moment.ts';

/** A step that is repeated more often is a mistake: it would dominate the run. */
export const MOST_TIMES = 10_000;

/** The fields of a step that say when. */
export const whenFields = {
  at: moment({ doc: 'When, or when first.' }),
  after: duration({ doc: 'When, or when first, counted from the step before.' }),
  every: duration({ doc: 'Again and again, this far apart.', min: 'positive' }),
  cron: text({
    doc: 'Again and again by a cron schedule in virtual time, such as "*/5 * * * *" or @hourly.',
  }),
  timeZone: text({ doc: 'Time zone of the cron schedule, such as Europe/Zurich. Default: UTC.' }),
  times: integer({ doc: 'How often it is repeated.', min: 1, max: MOST_TIMES }),
  for: duration({
    doc: 'How long it is repeated; with "times", and in steps that are not repeated, how long the check lasts.',
  }),
};

/** The fields as written; those that are absent have no value. */
export type When = {
  readonly [K in keyof typeof whenFields]?: ValueOf<(typeof whenFields)[K]>;
};

/** What the times of a step are counted from. */
export interface Timeline {
  /** Virtual time of the start, ms since 1970. */
  readonly startMs: Millis;
  /** What `at` is counted from, since the start: not 0 in files that a step includes. */
  readonly originMs: Millis;
  /** When the step before happened (last), since the start. */
  readonly previousMs: Millis;
  /** When the scenario ends, since the start; undefined when it does not say. */
  readonly untilMs?: Millis;
}

/**
 * Returns the times at which a step happens, in virtual ms since the start; undefined after problems
 * have been noted.
 */
export function timesOf(
  when: When,
  timeline: Timeline,
  node: Node,
  checker: Checker,
): readonly Millis[] | undefined {
  const first = firstTime(when, timeline, node, checker);
  if (first === undefined) return undefined;
  if (when.every === undefined && when.cron === undefined) return once(when, first, node, checker);
  const next = successor(when, timeline, node, checker);
  const endMs = next && endOf(when, first, timeline, node, checker);
  if (next === undefined || endMs === undefined) return undefined;
  const most = when.times ?? Infinity;
  const times: Millis[] = [];
  for (let at = next.from(first); at !== undefined && at < endMs; at = next.after(at)) {
    if (times.length === most) return times;
    if (times.length === MOST_TIMES) {
      return checker.problem(
        node,
        `the step is repeated more than ${MOST_TIMES} times; expected fewer ("times", "for", or a longer interval)`,
      );
    }
    times.push(at);
  }
  if (times.length > 0) return times;
  return checker.problem(node, 'the step is repeated not even once before its end');
}

/** Returns whether `for` says how long a step is repeated, and not how long its check lasts. */
export function repeatsFor(when: When): boolean {
  return (when.every !== undefined || when.cron !== undefined) && when.times === undefined;
}

function firstTime(
  { at, after, every, cron }: When,
  { startMs, originMs, previousMs }: Timeline,
  node: Node,
  checker: Checker,
): Millis | undefined {
  if (at !== undefined && after !== undefined) {
    return checker.problem(node, 'a step has one time; it has "at" and "after"');
  }
  if (at !== undefined) return sinceStart(at, { startMs, originMs }, node, checker);
  if (after !== undefined) return previousMs + after;
  if (every !== undefined || cron !== undefined) return originMs;
  return checker.problem(
    node,
    'the step does not say when; expected "at" (from the start), "after" (from the step before), "every" or "cron"',
  );
}

function once(
  { times, timeZone }: When,
  first: Millis,
  node: Node,
  checker: Checker,
): readonly Millis[] | undefined {
  if (times !== undefined) return checker.problem(node, '"times" goes with "every" or "cron" only');
  if (timeZone !== undefined) return checker.problem(node, '"timeZone" goes with "cron" only');
  return [first];
}

/** How repetitions follow each other, in ms since the start. */
interface Successor {
  /** The first one at or after an instant. */
  from(ms: Millis): Millis | undefined;
  after(ms: Millis): Millis | undefined;
}

function successor(
  { every, cron, timeZone }: When,
  { startMs }: Timeline,
  node: Node,
  checker: Checker,
): Successor | undefined {
  if (every !== undefined && cron !== undefined) {
    return checker.problem(node, 'a step is repeated in one way; it has "every" and "cron"');
  }
  if (every !== undefined) {
    if (timeZone !== undefined) return checker.problem(node, '"timeZone" goes with "cron" only');
    return { from: (ms) => ms, after: (ms) => ms + every };
  }
  const schedule = scheduleOf(cron!, timeZone, node, checker);
  if (schedule === undefined) return undefined;
  const after = (ms: Millis): Millis | undefined => {
    const next = schedule.next(startMs + ms);
    return next === undefined ? undefined : next - startMs;
  };
  return { from: (ms) => after(ms - 1), after };
}

function scheduleOf(
  cron: string,
  timeZone: string | undefined,
  node: Node,
  checker: Checker,
): CronSchedule | undefined {
  const zoneProblem = timeZone === undefined ? undefined : checkTimeZone(timeZone);
  if (zoneProblem !== undefined) {
    return checker.problem(node, `${zoneProblem}; expected a name such as Europe/Zurich or UTC`);
  }
  try {
    return parseSchedule(timeZone === undefined ? cron : `TZ=${timeZone} ${cron}`);
  } catch (error) {
    return checker.problem(
      node,
      `expected a cron schedule such as "*/5 * * * *" or @hourly, found "${cron}": ${(error as Error).message}`,
    );
  }
}

/** Repetitions begin before this instant. */
function endOf(
  when: When,
  first: Millis,
  { untilMs }: Timeline,
  node: Node,
  checker: Checker,
): Millis | undefined {
  if (when.times !== undefined) return Infinity;
  if (when.for !== undefined) return first + when.for;
  // A repetition at the last instant still runs.
  if (untilMs !== undefined) return untilMs + 1;
  return checker.problem(
    node,
    'the step is repeated without end; expected "times" or "for", or "until" of the scenario',
  );
}

import { expandFields } from './expand.ts';
import { nextTime } from './next.ts';
import { readSchedule, type FieldsText, type ScheduleText } from './syntax.ts';
import { offsetsOf } from './wall-clock.ts';
import { isUtc } from './zone.ts';

/**
 * When to run. It has no clock: callers ask for the time after an instant. A schedule without a
 * zone is in UTC, like the controller.
 */
export class CronSchedule {
  readonly #text: ScheduleText;
  /** Computed on first use: most schedules are only parsed and checked. */
  #search: ((afterMs: number) => number | undefined) | undefined;
  /**
   * The last answer and its question. In UTC the next time is the same from any instant between the
   * two; where clocks change, it may differ.
   */
  #latest: { readonly after: number; readonly next: number } | undefined;

  /** Takes the parser's result; use {@link parseSchedule}. */
  constructor(text: ScheduleText) {
    this.#text = text;
  }

  /**
   * The first time after an instant, both ms since 1970 in UTC, on whole seconds; undefined when
   * there is none within five years.
   */
  next(afterMs: number): number | undefined {
    const text = this.#text;
    if ('everyMs' in text) return afterMs - (((afterMs % 1000) + 1000) % 1000) + text.everyMs;
    const latest = this.#latest;
    if (latest !== undefined && afterMs >= latest.after && afterMs < latest.next) {
      return latest.next;
    }
    this.#search ??= searchOf(text);
    const next = this.#search(afterMs);
    if (isUtc(text.zone) && next !== undefined) this.#latest = { after: afterMs, next };
    return next;
  }

  /** The last time that is after one instant and not after another; undefined when there is none. */
  lastWithin(afterMs: number, untilMs: number): number | undefined {
    const text = this.#text;
    if ('everyMs' in text) {
      const first = this.next(afterMs)!;
      const { everyMs } = text;
      if (first > untilMs) return undefined;
      return first + Math.floor((untilMs - first) / everyMs) * everyMs;
    }
    // Searches back in growing steps, to avoid walking through years of missed times.
    for (let span = FIRST_SPAN_MS; ; span *= 2) {
      const from = Math.max(afterMs, untilMs - span);
      let last: number | undefined;
      let time = this.next(from);
      while (time !== undefined && time <= untilMs) {
        last = time;
        time = this.next(time);
      }
      if (last !== undefined || from === afterMs) return last;
    }
  }
}

/** Returns the walk of v1.24, also in UTC, where no library finds the times as quickly. */
function searchOf({ zone, fields }: FieldsText): (afterMs: number) => number | undefined {
  const expanded = expandFields(fields);
  const offsetAt = offsetsOf(zone);
  return (afterMs) => nextTime(expanded, offsetAt, afterMs);
}

const FIRST_SPAN_MS = 60_000;

/**
 * Parses a schedule: five fields (`*\/15 9-17 * * mon-fri`), a macro such as `@hourly`, or `@every
 * 90s`; each optionally after `TZ=Area/City ` or `CRON_TZ=Area/City `.
 * @throws {Error} with v1.24's message for an invalid schedule
 */
export function parseSchedule(text: string): CronSchedule {
  return new CronSchedule(readSchedule(text));
}

import { expandFields } from './expand.ts';
import { nextInUtc } from './next-in-utc.ts';
import { nextTime } from './next.ts';
import { readSchedule, type FieldsText, type ScheduleText } from './syntax.ts';
import { offsetsOf } from './wall-clock.ts';
import { isUtc } from './zone.ts';

/**
 * When to run. Knows no clock: it is asked what comes after an instant. A schedule without a zone is
 * in UTC, as the controller is.
 */
export class CronSchedule {
  readonly #text: ScheduleText;
  /** Worked out when first needed: most schedules are read only to be checked. */
  #search: ((afterMs: number) => number | undefined) | undefined;
  /**
   * What was answered last, and after what. In UTC the next time is the same from wherever in between
   * it is looked for; where clocks are moved it need not be.
   */
  #latest: { readonly after: number; readonly next: number } | undefined;

  /** Takes what the reader made; use {@link parseSchedule}. */
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

  /** The last time after an instant that is not after another; undefined when there is none. */
  lastWithin(afterMs: number, untilMs: number): number | undefined {
    const text = this.#text;
    if ('everyMs' in text) {
      const first = this.next(afterMs)!;
      const { everyMs } = text;
      if (first > untilMs) return undefined;
      return first + Math.floor((untilMs - first) / everyMs) * everyMs;
    }
    // Looked for ever further back, so that years of missed times need not be gone through.
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

/**
 * In UTC cron-parser finds the times. Where clocks are moved it has rules of its own, so there v1.24's
 * steps are walked.
 */
function searchOf({ zone, fields }: FieldsText): (afterMs: number) => number | undefined {
  const expanded = expandFields(fields);
  const known = isUtc(zone) ? nextInUtc(expanded) : undefined;
  if (known !== undefined) return known;
  const offsetAt = offsetsOf(zone);
  return (afterMs) => nextTime(expanded, offsetAt, afterMs);
}

const FIRST_SPAN_MS = 60_000;

/**
 * Reads a schedule: five fields (`*\/15 9-17 * * mon-fri`), `@hourly` and its like, or `@every 90s`; any
 * of them behind `TZ=Area/City ` or `CRON_TZ=Area/City `.
 * @throws {Error} with v1.24's message for what is no schedule
 */
export function parseSchedule(text: string): CronSchedule {
  return new CronSchedule(readSchedule(text));
}

import type { ExpandedFields } from './expand.ts';
import { lastYear, nextSecond, secondMs } from './limits.ts';
import { WallClock, type OffsetAt } from './wall-clock.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/**
 * The first time after `afterMs` (ms, UTC) that a schedule matches; undefined when there is none
 * within five years. Searches for a month, within it for a day, and so on down to second 0; when a
 * step enters the next larger unit, the search restarts from there.
 */
export function nextTime(
  fields: ExpandedFields,
  offsetAt: OffsetAt,
  afterMs: number,
): number | undefined {
  const search = new Search(fields, new WallClock(offsetAt, nextSecond(afterMs)));
  return search.run();
}

/** The steps are those of v1.24's library: the result depends on them where clocks change. */
class Search {
  readonly #fields: ExpandedFields;
  readonly #clock: WallClock;
  /** Whether the search has advanced, so that all smaller units are at their start. */
  #isMoved = false;
  /** Whether the search is where v1.24's never ends: before a day that a zone skipped. */
  #isStuck = false;

  constructor(fields: ExpandedFields, clock: WallClock) {
    this.#fields = fields;
    this.#clock = clock;
  }

  run(): number | undefined {
    const last = lastYear(this.#clock.year);
    while (this.#clock.year <= last && !this.#isStuck) {
      const isFound =
        this.#seekMonth() &&
        this.#seekDay() &&
        this.#seekHour() &&
        this.#seekMinute() &&
        this.#seekSecond();
      if (isFound) return this.#clock.utcMs;
    }
    return undefined;
  }

  /** All of these return false when the search has to restart. */
  #seekMonth(): boolean {
    const clock = this.#clock;
    while (!this.#fields.month.values.has(clock.month)) {
      this.#startMoving('month');
      clock.addMonth();
      if (clock.month === 1) return false;
    }
    return true;
  }

  #seekDay(): boolean {
    const clock = this.#clock;
    while (!this.#isDay()) {
      this.#startMoving('day');
      const { utcMs } = clock;
      clock.addDay();
      this.#backToMidnight();
      this.#isStuck = clock.utcMs <= utcMs;
      if (clock.dayOfMonth === 1 || this.#isStuck) return false;
    }
    return true;
  }

  #seekHour(): boolean {
    const clock = this.#clock;
    while (!this.#fields.hour.values.has(clock.hour)) {
      this.#startMoving('hour');
      clock.advance(hourMs);
      if (clock.hour === 0) return false;
    }
    return true;
  }

  #seekMinute(): boolean {
    const clock = this.#clock;
    while (!this.#fields.minute.values.has(clock.minute)) {
      if (!this.#isMoved) clock.advance(-clock.second * secondMs);
      this.#isMoved = true;
      clock.advance(minuteMs);
      if (clock.minute === 0) return false;
    }
    return true;
  }

  #seekSecond(): boolean {
    const { second } = this.#clock;
    if (second === 0) return true;
    this.#isMoved = true;
    this.#clock.advance((60 - second) * secondMs);
    return false;
  }

  #startMoving(unit: 'month' | 'day' | 'hour'): void {
    if (!this.#isMoved) this.#clock.startOf(unit);
    this.#isMoved = true;
  }

  /** Where midnight is skipped, adding a day ends an hour off. */
  #backToMidnight(): void {
    const { hour } = this.#clock;
    if (hour !== 0) this.#clock.advance((hour > 12 ? 24 - hour : -hour) * hourMs);
  }

  /** If either field is a star, both must match; if both restrict the days, one match is enough. */
  #isDay(): boolean {
    const { dayOfMonth, dayOfWeek } = this.#fields;
    const isDayOfMonth = dayOfMonth.values.has(this.#clock.dayOfMonth);
    const isDayOfWeek = dayOfWeek.values.has(this.#clock.dayOfWeek);
    return dayOfMonth.isStar || dayOfWeek.isStar
      ? isDayOfMonth && isDayOfWeek
      : isDayOfMonth || isDayOfWeek;
  }
}

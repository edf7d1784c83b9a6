/** The clock of a time zone, moved as Go moves it. */
import { luxon } from '#machine';
import { dateOfDay, dayOfDate, weekdayOfDay } from '../time/civil.ts';
import { isUtc } from './zone.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** The offset from UTC of a zone's clocks at an instant, ms. */
export type OffsetAt = (utcMs: number) => number;

/** Takes the name of a zone that has been checked. */
export function offsetsOf(zone: string): OffsetAt {
  if (isUtc(zone)) return () => 0;
  const { IANAZone } = luxon();
  const known = IANAZone.create(zone);
  return (utcMs) => known.offset(utcMs) * minuteMs;
}

/**
 * An instant, and what the clocks show at it. Around a clock change, adding a day or an hour may
 * give a surprising time: schedules depend on the exact steps of v1.24.
 */
export class WallClock {
  readonly #offsetAt: OffsetAt;
  #utcMs = 0;
  #localMs = 0;
  #day = 0;
  #date = { year: 0, month: 0, day: 0 };

  constructor(offsetAt: OffsetAt, utcMs: number) {
    this.#offsetAt = offsetAt;
    this.#set(utcMs);
  }

  get utcMs(): number {
    return this.#utcMs;
  }

  get year(): number {
    return this.#date.year;
  }

  /** From 1. */
  get month(): number {
    return this.#date.month;
  }

  get dayOfMonth(): number {
    return this.#date.day;
  }

  /** From 0 for Sunday. */
  get dayOfWeek(): number {
    return weekdayOfDay(this.#day);
  }

  get hour(): number {
    return Math.floor(this.#msOfDay / hourMs);
  }

  get minute(): number {
    return Math.floor((this.#msOfDay % hourMs) / minuteMs);
  }

  get second(): number {
    return Math.floor((this.#msOfDay % minuteMs) / 1000);
  }

  /** Advances the clock. */
  advance(ms: number): void {
    this.#set(this.#utcMs + ms);
  }

  /** Goes to the start of the current unit. */
  startOf(unit: 'month' | 'day' | 'hour'): void {
    const { year, month } = this.#date;
    if (unit === 'month') this.#setLocal(dayOfDate({ year, month, day: 1 }), 0);
    else this.#setLocal(this.#day, unit === 'day' ? 0 : this.hour * hourMs);
  }

  /** Goes to the same time of day a month later, by the calendar. */
  addMonth(): void {
    const { year, month, day } = this.#date;
    const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
    this.#setLocal(dayOfDate({ ...next, day: 1 }) + day - 1, this.#msOfDay);
  }

  /** Goes to the same time on the next day, by the calendar. */
  addDay(): void {
    this.#setLocal(this.#day + 1, this.#msOfDay);
  }

  get #msOfDay(): number {
    return this.#localMs - this.#day * dayMs;
  }

  #set(utcMs: number): void {
    this.#utcMs = utcMs;
    this.#localMs = utcMs + this.#offsetAt(utcMs);
    const day = Math.floor(this.#localMs / dayMs);
    if (day === this.#day && this.#date.year !== 0) return;
    this.#day = day;
    this.#date = dateOfDay(day);
  }

  /** Where clocks show a time twice or never, Go takes the offset that it finds first. */
  #setLocal(day: number, msOfDay: number): void {
    const localMs = day * dayMs + msOfDay;
    const guess = localMs - this.#offsetAt(localMs);
    this.#set(localMs - this.#offsetAt(guess));
  }
}

/** The hands of the clocks of a time zone, moved as Go moves them. */
import { createRequire } from 'node:module';
import type * as luxon from 'luxon';
import { dateOfDay, dayOfDate, weekdayOfDay } from '../meta/civil.ts';
import { isUtc } from './zone.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** What to add to UTC, ms, at an instant, to have what the clocks of a zone show. */
export type OffsetAt = (utcMs: number) => number;

/** Loaded at first use: most schedules need no zone. */
const require = createRequire(import.meta.url);

/** For a zone whose name has been checked. */
export function offsetsOf(zone: string): OffsetAt {
  if (isUtc(zone)) return () => 0;
  const { IANAZone } = require('luxon') as typeof luxon;
  const known = IANAZone.create(zone);
  return (utcMs) => known.offset(utcMs) * minuteMs;
}

/**
 * An instant, and what the clocks show then. Where the clocks are moved, a day or an hour further on
 * need not be where one looks for it: schedules depend on the very steps that v1.24 takes.
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

  /** Lets time pass. */
  advance(ms: number): void {
    this.#set(this.#utcMs + ms);
  }

  /** To the start of the unit that it is in. */
  startOf(unit: 'month' | 'day' | 'hour'): void {
    const { year, month } = this.#date;
    if (unit === 'month') this.#setLocal(dayOfDate({ year, month, day: 1 }), 0);
    else this.#setLocal(this.#day, unit === 'day' ? 0 : this.hour * hourMs);
  }

  /** Sets the calendar to the same time of the day a month later. */
  addMonth(): void {
    const { year, month, day } = this.#date;
    const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
    this.#setLocal(dayOfDate({ ...next, day: 1 }) + day - 1, this.#msOfDay);
  }

  /** Sets the calendar to the same time of the next day. */
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

  /** Where the clocks show a time twice or never, Go takes the offset that it finds first. */
  #setLocal(day: number, msOfDay: number): void {
    const localMs = day * dayMs + msOfDay;
    const guess = localMs - this.#offsetAt(localMs);
    this.#set(localMs - this.#offsetAt(guess));
  }
}

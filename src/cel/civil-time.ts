/** Times on the calendars of zones. */
import { isUtc, dateOfDay, dayOfDate, weekdayOfDay } from '#values';

const secondsPerDay = 86_400;

/** What calls such as `getHours` read, of a time in a zone. */
export interface CivilTime {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly weekday: number;
  /** From 0. */
  readonly dayOfYear: number;
}

const fixed = /^([+-]?)(\d{1,2}):(\d\d)$/;

/**
 * @param seconds since 1970 UTC
 * @param zone a name of the tz database, or an offset such as `-08:00`
 * @returns undefined for an unknown zone
 */
export function civilTime(seconds: number, zone: string): CivilTime | undefined {
  const offset = offsetOf(seconds, zone);
  if (offset === undefined) return undefined;
  const local = seconds + offset;
  const dayNumber = Math.floor(local / secondsPerDay);
  const second = local - dayNumber * secondsPerDay;
  const { year, month, day } = dateOfDay(dayNumber);
  return {
    year,
    month: month - 1,
    day,
    hours: Math.floor(second / 3600),
    minutes: Math.floor(second / 60) % 60,
    seconds: second % 60,
    weekday: weekdayOfDay(dayNumber),
    dayOfYear: dayNumber - dayOfDate({ year, month: 1, day: 1 }),
  };
}

/** In seconds. */
function offsetOf(seconds: number, zone: string): number | undefined {
  if (isUtc(zone)) return 0;
  const parts = fixed.exec(zone);
  if (parts !== null) {
    const size = Number(parts[2]) * 3600 + Number(parts[3]) * 60;
    return parts[1] === '-' ? -size : size;
  }
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    const shown = format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName');
    const found = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(shown?.value ?? '');
    if (found === null) return 0;
    const size = Number(found[2]) * 3600 + Number(found[3]) * 60 + Number(found[4] ?? 0);
    return found[1] === '-' ? -size : size;
  } catch {
    return undefined;
  }
}

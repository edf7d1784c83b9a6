/** Calendar arithmetic on days since 1970-01-01 in the proleptic Gregorian calendar. */

export interface CivilDate {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  /** From 1. */
  readonly day: number;
}

const daysPerEra = 146_097;
const yearsPerEra = 400;
/** Days from 0000-03-01, where the count of eras starts, to 1970-01-01. */
const epochOffset = 719_468;

/** The date of a day. Internally years start in March, so that the leap day is the last of its year. */
export function dateOfDay(daysSinceEpoch: number): CivilDate {
  const days = daysSinceEpoch + epochOffset;
  const era = Math.floor(days / daysPerEra);
  const dayOfEra = days - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - daysBeforeYear(yearOfEra);
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: era * yearsPerEra + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - daysBeforeMonth(monthFromMarch) + 1,
  };
}

/** The day of a date; the inverse of {@link dateOfDay}. */
export function dayOfDate({ year, month, day }: CivilDate): number {
  const yearFromMarch = month <= 2 ? year - 1 : year;
  const era = Math.floor(yearFromMarch / yearsPerEra);
  const monthFromMarch = month <= 2 ? month + 9 : month - 3;
  const dayOfEra =
    daysBeforeYear(yearFromMarch - era * yearsPerEra) + daysBeforeMonth(monthFromMarch) + day - 1;
  return era * daysPerEra + dayOfEra - epochOffset;
}

/** The number of days of a month. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The weekday of a day, from 0 for Sunday. */
export function weekdayOfDay(daysSinceEpoch: number): number {
  return (((daysSinceEpoch + 4) % 7) + 7) % 7;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysBeforeYear(yearOfEra: number): number {
  return yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
}

function daysBeforeMonth(monthFromMarch: number): number {
  return Math.floor((153 * monthFromMarch + 2) / 5);
}

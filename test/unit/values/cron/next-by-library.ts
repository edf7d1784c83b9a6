/** The next time in UTC, which has no clock changes, as cron-parser finds it. */
import type * as CronParser from 'cron-parser';
import { cronParser } from '#machine';
import { dateOfDay } from '../../../../src/values/time/civil.ts';
import type { ExpandedField, ExpandedFields } from '../../../../src/values/cron/expand.ts';
import { lastYear, nextSecond, secondMs } from '../../../../src/values/cron/limits.ts';

const dayMs = 86_400_000;

/** Finds the first time after an instant (both ms), as {@link nextTime} does in UTC. */
export type NextInUtc = (afterMs: number) => number | undefined;

/** Undefined for days that no month has, such as the 31st of February: cron-parser rejects them. */
export function nextInUtc(fields: ExpandedFields): NextInUtc | undefined {
  const { CronDate } = cronParser();
  const expression = expressionOf(fields);
  if (expression === undefined) return undefined;
  return (afterMs) => {
    const from = nextSecond(afterMs);
    expression.reset(new CronDate(from - secondMs, 'UTC'));
    const next = expression.next().getTime();
    return yearOf(next) > lastYear(yearOf(from)) ? undefined : next;
  };
}

/** Made from values, not from text: cron-parser's grammar differs from that of v1.24. */
function expressionOf(fields: ExpandedFields): CronParser.CronExpression | undefined {
  const library = cronParser();
  const { CronSecond, CronMinute, CronHour, CronDayOfMonth, CronMonth, CronDayOfWeek } = library;
  const { minute, hour, dayOfMonth, month, dayOfWeek } = fields;
  try {
    const collection = new library.CronFieldCollection({
      second: new CronSecond([0]),
      minute: new CronMinute(valuesOf(minute)),
      hour: new CronHour(valuesOf(hour)),
      dayOfMonth: new CronDayOfMonth(valuesOf(dayOfMonth), { wildcard: dayOfMonth.isStar }),
      month: new CronMonth(valuesOf(month)),
      dayOfWeek: new CronDayOfWeek(valuesOf(dayOfWeek), { wildcard: dayOfWeek.isStar }),
    });
    return new library.CronExpression(collection, { currentDate: 0, tz: 'UTC' });
  } catch {
    return undefined;
  }
}

function yearOf(ms: number): number {
  return dateOfDay(Math.floor(ms / dayMs)).year;
}

function valuesOf<T>({ values }: ExpandedField): T[] {
  return [...values].sort((a, b) => a - b) as T[];
}

/** Expands the ranges of cron fields into values, with cron-parser. */
import type * as CronParser from 'cron-parser';
import { cronParser } from '#machine';
import type { CronField, CronFields, CronRange } from './syntax.ts';

/** The fields as sets of matching values. */
export type ExpandedFields = Readonly<Record<FieldName, ExpandedField>>;

export interface ExpandedField {
  /** Matching values: months and days from 1, days of the week from 0 for Sunday. */
  readonly values: ReadonlySet<number>;
  /** Whether it is `*` or `?`: then it does not restrict the days. */
  readonly isStar: boolean;
}

type FieldName = keyof CronFields;

/** In the order in which schedules have them. */
const names: readonly FieldName[] = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'];

/** Without these, cron-parser uses the machine's clock and random numbers. */
const still = { currentDate: 0, tz: 'UTC', hashSeed: 'none' };

/** The values of all fields of a schedule whose syntax has been checked. */
export function expandFields(fields: CronFields): ExpandedFields {
  const { CronExpressionParser } = cronParser();
  const parse = (text: string) => CronExpressionParser.parse(text, still).fields;
  const expand = (name: FieldName): ExpandedField => expandField(name, fields[name], parse);
  return {
    minute: expand('minute'),
    hour: expand('hour'),
    dayOfMonth: expand('dayOfMonth'),
    month: expand('month'),
    dayOfWeek: expand('dayOfWeek'),
  };
}

/**
 * One range at a time, with all other fields open: cron-parser rejects whole schedules that v1.24
 * accepts, for duplicate values and for days that their months do not have.
 */
function expandField(
  name: FieldName,
  { ranges, isStar }: CronField,
  parse: (text: string) => CronParser.CronFieldCollection,
): ExpandedField {
  const values = new Set<number>();
  for (const range of ranges) {
    const found: readonly unknown[] = parse(expressionOf(name, range))[name].values;
    for (const value of found) values.add(Number(value));
  }
  return { values, isStar };
}

function expressionOf(name: FieldName, { start, end, step }: CronRange): string {
  return names.map((each) => (each === name ? `${start}-${end}/${step}` : '*')).join(' ');
}

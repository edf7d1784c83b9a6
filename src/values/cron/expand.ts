/** Expands the ranges of cron fields into values. */
import type { CronField, CronFields } from './syntax.ts';

/** The fields as sets of matching values. */
export type ExpandedFields = Readonly<Record<FieldName, ExpandedField>>;

export interface ExpandedField {
  /** Matching values: months and days from 1, days of the week from 0 for Sunday. */
  readonly values: ReadonlySet<number>;
  /** Whether it is `*` or `?`: then it does not restrict the days. */
  readonly isStar: boolean;
}

type FieldName = keyof CronFields;

/** Returns the values of all fields of a schedule whose syntax has been checked. */
export function expandFields(fields: CronFields): ExpandedFields {
  return {
    minute: expandField(fields.minute),
    hour: expandField(fields.hour),
    dayOfMonth: expandField(fields.dayOfMonth),
    month: expandField(fields.month),
    dayOfWeek: expandField(fields.dayOfWeek),
  };
}

function expandField({ ranges, isStar }: CronField): ExpandedField {
  const values = new Set<number>();
  for (const { start, end, step } of ranges) {
    for (let value = start; value <= end; value += step) values.add(value);
  }
  return { values, isStar };
}

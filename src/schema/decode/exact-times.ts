/**
 * Times keep the fractions of their seconds until they are stored: errors show them, and
 * comparisons include them. Objects hold whole seconds; an object that was given fractions is read
 * a second time.
 */
import { formatExactTime } from '#values';
import type { ValueReader } from './readers.ts';

const fraction = /[.,][0-9]*[1-9]/;

/** Whether a time that was read lost a fraction. */
export function isCut(input: unknown, result: unknown): boolean {
  return result !== input && fraction.test(input as string);
}

/** The same reader, but times stay as they were given. */
export function readingExactTimes(reader: ValueReader): ValueReader {
  return {
    ...reader,
    scalar(schema, value, place, form) {
      const result = reader.scalar(schema, value, place, form);
      return schema.scalar === 'Time' ? formatExactTime(value as string) : result;
    },
  };
}

/**
 * Times keep the fractions of their seconds until they are stored: what is refused shows them, and is
 * compared by them. Objects hold whole seconds; one that was given others is read a second time.
 */
import { formatExactTime } from '../meta/time.ts';
import type { ValueReader } from './readers.ts';

const fraction = /[.,][0-9]*[1-9]/;

/** Whether a time that was read has lost a fraction. */
export function isCut(given: unknown, kept: unknown): boolean {
  return kept !== given && fraction.test(given as string);
}

/** As the reader, with times as they were given. */
export function readingExactTimes(reader: ValueReader): ValueReader {
  return {
    ...reader,
    scalar(schema, value, place, form) {
      const kept = reader.scalar(schema, value, place, form);
      return schema.scalar === 'Time' ? formatExactTime(value as string) : kept;
    },
  };
}

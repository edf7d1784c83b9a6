/**
 * Times keep the fractions of their seconds until they are stored: what is refused shows them, and is
 * compared by them. Objects hold whole seconds; one that was given others is read a second time.
 */
import { formatExactTime } from '../meta/time.ts';
import type { ValueReader } from './readers.ts';

const fraction = /[.,][0-9]*[1-9]/;

/** As the reader. @param onCut told of a time that loses a fraction */
export function noticingCuts(reader: ValueReader, onCut: () => void): ValueReader {
  return {
    ...reader,
    scalar(schema, value, place, form) {
      const kept = reader.scalar(schema, value, place, form);
      if (schema.scalar === 'Time' && kept !== value && fraction.test(value as string)) onCut();
      return kept;
    },
  };
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

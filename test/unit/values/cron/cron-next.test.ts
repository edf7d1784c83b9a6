/** The walk finds the times in all zones, as v1.24 does; in UTC, which has no clock changes, cron-parser is its judge. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSchedule, parseTime } from '#values';
import { expandFields } from '../../../../src/values/cron/expand.ts';
import { nextInUtc } from './next-by-library.ts';
import { nextTime } from '../../../../src/values/cron/next.ts';
import { readSchedule } from '../../../../src/values/cron/syntax.ts';

function waysOf(text: string) {
  const read = readSchedule(text);
  if ('everyMs' in read) throw new Error('an interval has no fields');
  const fields = expandFields(read.fields);
  const walk = (afterMs: number) => nextTime(fields, () => 0, afterMs);
  return { walk, library: nextInUtc(fields) };
}

const field = (min: number, max: number) => {
  const value = fc.integer({ min, max });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const part = fc.oneof(
    value.map(String),
    range,
    fc.constantFrom('*', '?', '*/2', `${min}-${max}`),
    fc.tuple(range, fc.integer({ min: 1, max: 9 })).map(([ends, step]) => `${ends}/${step}`),
  );
  const list = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(','));
  return fc.oneof({ weight: 2, arbitrary: fc.constant('*') }, { weight: 3, arbitrary: list });
};

const schedule = fc
  .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 6))
  .map((parts) => parts.join(' '));

describe('times in UTC', () => {
  it('are those of the walk', () => {
    const instant = fc.integer({
      min: parseTime('1900-01-01T00:00:00Z'),
      max: parseTime('2200-01-01T00:00:00Z'),
    });
    fc.assert(
      fc.property(schedule, instant, (text, afterMs) => {
        const { walk, library } = waysOf(text);
        if (library !== undefined) expect(library(afterMs)).toBe(walk(afterMs));
        else expect(walk(afterMs)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['0 0 29 2 *', '2095-12-31T00:00:00Z', '2096-02-29T00:00:00Z'],
    ['0 0 29 2 *', '2096-03-01T00:00:00Z', undefined],
    ['0 0 31 2 *', '2022-01-01T00:00:00Z', undefined],
    ['0 0 31 2 1', '2022-01-01T00:00:00Z', '2022-02-07T00:00:00Z'],
    ['0 0 */2 * 1', '2022-06-06T00:00:00Z', '2022-06-07T00:00:00Z'],
    ['* * * * *', '2022-12-31T23:59:00Z', '2023-01-01T00:00:00Z'],
    ['59 23 31 12 *', '2022-12-31T23:58:59Z', '2022-12-31T23:59:00Z'],
    // The next hour, day, month or year begins on the way, and the larger fields do not match it.
    ['0 7 * * *', '2022-06-06T06:30:00Z', '2022-06-06T07:00:00Z'],
    ['0 0,6 1 * *', '2022-06-01T07:00:00Z', '2022-07-01T00:00:00Z'],
    ['0,30 6 * * *', '2022-06-06T06:45:00Z', '2022-06-07T06:00:00Z'],
    ['0 0 1,31 6 *', '2022-06-02T00:00:00Z', '2023-06-01T00:00:00Z'],
    ['0 0 * 1,12 1', '2022-12-27T00:00:00Z', '2023-01-02T00:00:00Z'],
    ['0 0 1 1 *', '2022-01-01T00:00:00Z', '2023-01-01T00:00:00Z'],
  ])('%s after %s: %s', (text, after, next) => {
    for (const ms of [0, 1, 999]) {
      const afterMs = parseTime(after) + ms;
      const found = parseSchedule(text).next(afterMs);
      expect(found).toBe(next && parseTime(next));
      expect(waysOf(text).walk(afterMs)).toBe(found);
    }
  });
});

import { expect, it } from 'vitest';
import { parseTime } from '#values';
import { clockChanges, offsetAt } from '../../../../src/values/cron/transitions.ts';

const at = parseTime;
const hour = 3_600_000;

it.each<
  [zone: string, from: string, to: string, changes: readonly (readonly [string, number, number])[]]
>([
  ['UTC', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', []],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T02:00:00Z', []],
  [
    'Europe/Berlin',
    '2026-03-28T00:00:00Z',
    '2026-03-30T00:00:00Z',
    [['2026-03-29T01:00:00Z', hour, 2 * hour]],
  ],
  // The span ends with the change, in the middle of an hour.
  [
    'Europe/Berlin',
    '2026-03-28T22:30:00Z',
    '2026-03-29T01:00:00Z',
    [['2026-03-29T01:00:00Z', hour, 2 * hour]],
  ],
  ['Europe/Berlin', '2026-03-28T22:30:00Z', '2026-03-29T00:59:59Z', []],
  [
    'Australia/Lord_Howe',
    '2026-04-01T00:17:13Z',
    '2026-10-31T00:00:00Z',
    [
      ['2026-04-04T15:00:00Z', 11 * hour, 10.5 * hour],
      ['2026-10-03T15:30:00Z', 10.5 * hour, 11 * hour],
    ],
  ],
])('the clocks of %s change from %s to %s: %j', (zone, from, to, changes) => {
  expect(clockChanges(zone, at(from), at(to))).toEqual(
    changes.map(([when, beforeMs, afterMs]) => ({ atMs: at(when), beforeMs, afterMs })),
  );
  expect(offsetAt(zone, at(to))).toBe(changes.at(-1)?.[2] ?? offsetAt(zone, at(from)));
});

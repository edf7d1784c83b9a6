import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Summary } from '#view';
import { clockText, momentAt, stepFrom, timeText } from '../../../ui/page/moment.ts';
import { linesOf, panelsOf, thinned, valueAt } from '../../../ui/page/chart-data.ts';

const write = (revision: number, atMs: number, work?: string) => ({
  revision,
  atMs,
  work,
  pass: 1,
});
const summary = {
  lastsMs: 10_000,
  writes: [
    write(2, 0),
    write(3, 0, 'a'),
    write(5, 1000, 'a'),
    write(6, 1000, 'a'),
    write(9, 1000, 'b'),
  ],
} as unknown as Summary;

describe('moving through time', () => {
  it.each([
    [0, 3],
    [999, 3],
    [1000, 9],
    [99_999, 9],
    [-5, 3],
  ])('finds the last write at %i ms', (atMs, revision) => {
    expect(momentAt(summary, atMs).revision).toBe(revision);
  });

  it.each([
    ['write', 1, 3, 5],
    ['write', -1, 3, 2],
    ['instant', 1, 3, 9],
    ['instant', -1, 9, 3],
    ['reconcile', 1, 2, 6],
    ['reconcile', 1, 6, 9],
  ] as const)('steps by a %s (%i) from revision %i to %i', (size, direction, from, to) => {
    expect(stepFrom(summary, { revision: from, atMs: 0 }, size, direction).revision).toBe(to);
  });

  it('ends at the end, and at the beginning', () => {
    expect(stepFrom(summary, { revision: 9, atMs: 1000 }, 'write', 1)).toEqual({
      revision: 9,
      atMs: 10_000,
    });
    expect(stepFrom(summary, { revision: 2, atMs: 0 }, 'write', -1)).toEqual({
      revision: 0,
      atMs: 0,
    });
  });

  it.each([
    [0, '0:00'],
    [61_500, '1:01.500'],
    [3_600_000, '1:00:00'],
  ])('prints %i ms as %s', (ms, text) => {
    expect(timeText(ms)).toBe(text);
  });
});

describe('series', () => {
  const series = {
    path: 'status.used.cpu',
    points: [
      { atMs: 0, revision: 1, value: 1 },
      { atMs: 10, revision: 4 },
      { atMs: 20, revision: 5, value: 3 },
    ],
  };

  it('have the value of a moment', () => {
    expect([0, 9, 10, 25].map((ms) => valueAt(series, ms, 99))).toEqual([1, 1, undefined, 3]);
    expect(valueAt(series, 20, 4)).toBeUndefined();
  });

  it('hold values, with gaps where there is no object', () => {
    expect(linesOf(series, 30)).toEqual([
      [
        [0, 1],
        [10, 1],
      ],
      [
        [20, 3],
        [30, 3],
      ],
    ]);
  });

  it('keep what can be seen at the width of a dot', () => {
    const steps = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: -5, max: 5 })));
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 100 }), (given, spanMs) => {
        let ms = 0;
        const line = given.map(([pause, value]) => [(ms += pause), value] as const);
        const thin = thinned(line, spanMs);
        const spanOf = ([at]: readonly [number, number]): number => Math.floor(at / spanMs);
        const [all, kept] = [grouped(line, spanOf), grouped(thin, spanOf)];
        expect([...kept.keys()]).toEqual([...all.keys()]);
        for (const [span, corners] of all) {
          const few = kept.get(span)!;
          expect(few.length).toBeLessThanOrEqual(4);
          expect([few[0], few.at(-1)]).toEqual([corners[0], corners.at(-1)]);
          const values = (list: typeof corners): number[] => list.map(([, value]) => value);
          expect(Math.max(...values(few))).toBe(Math.max(...values(corners)));
          expect(Math.min(...values(few))).toBe(Math.min(...values(corners)));
        }
        expect(line.filter((corner) => thin.includes(corner))).toEqual(thin);
      }),
    );
  });

  it('share an axis with those of the same unit', () => {
    const paths = ['spec.replicas', 'status.used.cpu', 'status.hard.cpu', 'status.replicas'];
    const panels = panelsOf(paths.map((path) => ({ path, points: [] })));
    expect(panels.map(({ unit, series: all }) => [unit, all.length])).toEqual([
      ['count', 2],
      ['cpu', 2],
    ]);
  });
});

describe('a clock', () => {
  it('shows whole seconds while time passes, and the moment where it stands', () => {
    expect(clockText(20_347.6, true)).toBe('0:20');
    expect(clockText(20_347.6, false)).toBe('0:20.348');
    expect(clockText(20_000, false)).toBe('0:20');
  });
});

function grouped<T>(
  list: readonly T[],
  keyOf: (each: T) => number,
): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const each of list) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

/** What charts draw, read off their paths and compared with the values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Series } from '#view';
import { highestOf, panelsOf, valueAt } from '../../../ui/page/chart-data.ts';
import { msAt, xOf, yOf, type Plot } from '../../../ui/page/chart/plot.ts';
import { strandsOf, type Strand } from '../../../ui/page/chart/strands.ts';
import { timeTicks, valueTicks } from '../../../ui/page/chart/ticks.ts';
import { viewOf } from './source.ts';

const box = { width: 1000, height: 190, left: 4, right: 8, top: 8, bottom: 6 };
const last = Number.MAX_SAFE_INTEGER;

/** Level parts of a path, in units of the drawing. */
function levelsOf(path: string): readonly (readonly [from: number, until: number, y: number])[] {
  const corners = [...path.matchAll(/([ML])([\d.]+) ([\d.]+)/g)];
  return corners.flatMap(([, command, x, y], i) => {
    const [, , fromX, fromY] = corners[i - 1] ?? [];
    return command === 'L' && fromY === y && fromX !== x
      ? [[Number(fromX), Number(x), Number(y)] as const]
      : [];
  });
}

/** The height at which a line is drawn at a place; undefined where it is not. */
function heightAt({ alone, shared }: Strand, x: number): number | undefined {
  const levels = [alone, ...shared.map(({ path }) => path)].flatMap(levelsOf);
  return levels.find(([from, until]) => from <= x && x <= until)?.[2];
}

/** Compares the middle of each level that is wide enough to be seen with the value that it stands for. */
function expectTrueHeights(all: readonly Series[], plot: Plot): number {
  let compared = 0;
  for (const strand of strandsOf(all, plot)) {
    const times = [...strand.series.points.map(({ atMs }) => atMs), plot.lastsMs];
    times.slice(1).forEach((until, i) => {
      const from = times[i]!;
      if (xOf(plot, until) - xOf(plot, from) < 4) return;
      const middle = (from + until) / 2;
      const value = valueAt(strand.series, middle, last);
      const drawn = heightAt(strand, xOf(plot, middle));
      if (value === undefined) expect(drawn).toBeUndefined();
      else expect(Math.abs(drawn! - yOf(plot, value)), strand.series.path).toBeLessThanOrEqual(1);
      compared++;
    });
  }
  return compared;
}

describe('the lines of a chart', () => {
  it.each(['daemonset/rolling-update', 'hpa/a-busy-quarter', 'quota/no-room-for-a-rollout'])(
    'are at the height of their values, in %s',
    async (name) => {
      const view = await viewOf(name);
      const { lastsMs } = view.summary();
      let compared = 0;
      for (const { series } of view.charts()) {
        for (const panel of panelsOf(series)) {
          const most = valueTicks(highestOf(panel.series), panel.unit).at(-1)!.at;
          compared += expectTrueHeights(panel.series, { ...box, lastsMs, most });
        }
      }
      expect(compared).toBeGreaterThan(20);
    },
  );

  const points = fc
    .array(
      fc.record({
        pause: fc.integer({ min: 0, max: 300 }),
        value: fc.option(fc.nat(3), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((steps) => {
      let atMs = 0;
      return steps.map(({ pause, value }, revision) => {
        atMs += pause;
        return { atMs, revision, ...(value !== undefined && { value }) };
      });
    });

  it('are at the height of their values, however many of them are equal', () => {
    fc.assert(
      fc.property(fc.array(points, { minLength: 1, maxLength: 7 }), (lists) => {
        const all = lists.map((list, i) => ({ path: `status.n${i}`, points: list }));
        expectTrueHeights(all, { ...box, lastsMs: 4000, most: 3 });
      }),
    );
  });

  it('take turns where they are at one height, so that each is seen', () => {
    const level = (path: string, value: number, from = 0): Series => ({
      path,
      points: [{ atMs: from, revision: 1, value }],
    });
    const plot = { ...box, lastsMs: 100, most: 4 };
    const strands = strandsOf([level('a', 2), level('b', 2, 50), level('c', 0)], plot);
    const [left, middle, right] = [xOf(plot, 0), xOf(plot, 50), xOf(plot, 100)];
    const seen = strands.map(({ alone, shared }) => [
      levelsOf(alone),
      shared.map(({ path, count, rank }) => [levelsOf(path), count, rank]),
    ]);
    const half = [[middle, right, yOf(plot, 2)]];
    expect(seen).toEqual([
      [[[left, middle, yOf(plot, 2)]], [[half, 2, 0]]],
      [[], [[half, 2, 1]]],
      [[[left, right, yOf(plot, 0)]], []],
    ]);
    // Zero is on the axis.
    expect(yOf(plot, 0)).toBe(box.height - box.bottom);
  });
});

describe('the ticks of a chart', () => {
  const texts = (ticks: readonly { readonly text: string }[]): string =>
    ticks.map(({ text }) => text).join(' ');

  it.each([
    [0, 'count', '0 1'],
    [1, 'count', '0 1'],
    [5, 'count', '0 1 2 3 4 5'],
    [6, 'count', '0 2 4 6'],
    [3.63, 'cores', '0 1 2 3 4'],
    [0.4, 'cores', '0 0.1 0.2 0.3 0.4'],
    [66, 'percent of the request', '0 20 40 60 80'],
    [100_000, 'count', '0 20k 40k 60k 80k 100k'],
    [300 * 2 ** 20, 'memory', '0 64Mi 128Mi 192Mi 256Mi 320Mi'],
    [3, 'requests.memory', '0 1 2 3'],
  ])('of values up to %d (%s) are round: %s', (most, unit, shown) => {
    expect(texts(valueTicks(most, unit))).toBe(shown);
  });

  it.each([
    [500, '0:00 0:00.100 0:00.200 0:00.300 0:00.400 0:00.500'],
    [60_000, '0:00 0:10 0:20 0:30 0:40 0:50 1:00'],
    [300_000, '0:00 1:00 2:00 3:00 4:00 5:00'],
    [7_200_000, '0:00 30:00 1:00:00 1:30:00 2:00:00'],
    [5 * 86_400_000, '0 d 1 d 2 d 3 d 4 d 5 d'],
  ])('of %d ms are round: %s', (lastsMs, shown) => {
    expect(texts(timeTicks(lastsMs))).toBe(shown);
  });

  it('are few, begin at 0, and have no value above them', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (most) => {
        for (const unit of ['count', 'cores', 'memory']) {
          const ticks = valueTicks(most, unit);
          expect(ticks[0]!.at).toBe(0);
          expect(ticks.length).toBeLessThanOrEqual(6);
          expect(ticks.at(-1)!.at).toBeGreaterThanOrEqual(most * (1 - 1e-6));
        }
        expect(timeTicks(most).length).toBeLessThanOrEqual(7);
      }),
    );
  });

  it('are where a click finds their time', () => {
    const plot = { ...box, lastsMs: 300_000, most: 5 };
    for (const { at } of timeTicks(300_000)) {
      expect(msAt(plot, xOf(plot, at) / plot.width)).toBeCloseTo(at, 6);
    }
  });
});

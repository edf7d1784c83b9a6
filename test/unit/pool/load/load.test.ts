import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTime } from '#values';
import { LoadError, parseLoad } from '#pool';

const MIDNIGHT = parseTime('2026-01-01T00:00:00Z');

/** The load this many seconds after its workload was created, at midnight. */
function at(text: string, seconds: number): number {
  return parseLoad(text)(MIDNIGHT + seconds * 1000, MIDNIGHT);
}

describe('load', () => {
  it.each<[text: string, seconds: number, value: number]>([
    ['500m', 0, 0.5],
    ['2', 1e6, 2],
    ['1Gi', 0, 2 ** 30],
    ['step from=500m to=2 at=600', 599.999, 0.5],
    ['step from=500m to=2 at=600', 600, 2],
    ['ramp from=1 to=3 at=60 over=100', 0, 1],
    ['ramp from=1 to=3 at=60 over=100', 85, 1.5],
    ['ramp from=1 to=3 at=60 over=100', 160, 3],
    ['ramp from=1 to=3 at=60 over=100', 1000, 3],
    ['ramp from=3 to=1 over=10', 5, 2],
    ['sine mean=2 amplitude=1 period=3600', 0, 2],
    ['sine mean=2 amplitude=1 period=3600', 900, 3],
    ['sine mean=2 amplitude=1 period=3600', 2700, 1],
    ['sine mean=2 amplitude=1 period=3600 phase=900', 1800, 3],
    ['sine mean=1 amplitude=5 period=40', 30, 0],
    ['daily low=1 high=3', 43_200, 3],
    ['daily low=1 high=3 peak=14:30', 52_200, 3],
    ['daily low=1 high=3 peak=14:30', 9000, 1],
    ['daily low=1 high=3 peak=14:30', 30_600, 2],
    ['points 60,1 120,2', 0, 1],
    ['points 60,1 120,2', 90, 1.5],
    ['points linear 60,1 120,2', 105, 1.75],
    ['points 60,1 120,2', 500, 2],
    ['points step 60,1 120,2', 119, 1],
    ['points step 60,1 120,2', 120, 2],
    ['points step\ntime,value\n0,500m\n60,700m\n', 61, 0.7],
    ['step since=2026-01-01T01:00:00Z from=1 to=2 at=60', 3659, 1],
    ['step since=2026-01-01T01:00:00Z from=1 to=2 at=60', 3660, 2],
  ])('%j after %d s', (text, seconds, value) => {
    expect(at(text, seconds)).toBeCloseTo(value, 9);
  });

  it('of a day goes by the clock, whenever its workload came', () => {
    const load = parseLoad('daily low=1 high=3 peak=00:00');
    expect(load(MIDNIGHT, MIDNIGHT - 12_345)).toBe(3);
  });

  it.each([
    ['', 'expected a quantity such as 500m'],
    ['much', 'expected a quantity such as 500m, or step, ramp, sine, points, daily'],
    ['constructor', 'is not a load'],
    ['-1', '"-1" is not an amount'],
    ['5 6', 'is not a load'],
    ['step from=1 to=2', 'at=... is missing'],
    ['step from=1 to=2 at=1m', '"1m" is not a time: expected seconds'],
    ['step from=1 to=2 at=1 over=3', 'step takes no "over"'],
    ['step from=1 from=2', 'from is given twice'],
    ['ramp from=1 to=x over=3', '"x" is not an amount'],
    ['ramp from=1 to=2 over=0', '"0" is not a duration'],
    ['sine mean=1 amplitude=1', 'period=... is missing'],
    ['daily low=1 high=2 peak=25:00', '"25:00" is not a time of day'],
    ['daily low=1 high=2 since=2026-01-01T00:00:00Z', 'daily takes no "since"'],
    ['points', 'points are missing'],
    ['points 0,1 0,2', 'in order of time'],
    ['points 0,1,2', '"0,1,2" is not a point'],
    ['points 0', '"0" is not a point'],
    ['points since=noon 0,1', '"noon" is not a point in time'],
  ])('%j is refused', (text, message) => {
    expect(() => parseLoad(text)).toThrow(LoadError);
    expect(() => parseLoad(text)).toThrow(message);
  });

  it('stays between the points that it goes through', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.nat(1000)), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(pairs, fc.boolean(), fc.nat(2000), (steps, isStepped, seconds) => {
        let time = 0;
        const points = steps.map(([gap, value]) => [(time += gap), value] as const);
        const text = points.map(([t, value]) => `${t},${value}m`).join(' ');
        const load = at(`points ${isStepped ? 'step ' : ''}${text}`, seconds);
        const before = points.findLast(([t]) => t <= seconds) ?? points[0]!;
        const behind = points.find(([t]) => t > seconds) ?? points.at(-1)!;
        const [low, high] = [before[1], behind[1]].sort((a, b) => a - b) as [number, number];
        if (isStepped) expect(load).toBe(before[1] / 1000);
        expect(load).toBeGreaterThanOrEqual(low / 1000 - 1e-9);
        expect(load).toBeLessThanOrEqual(high / 1000 + 1e-9);
      }),
    );
  });
});

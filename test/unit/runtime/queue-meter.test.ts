import { describe, expect, it } from 'vitest';
import { Durations } from '../../../src/runtime/queue-meter.ts';

describe('durations of a queue', () => {
  it('are counted between the bounds that client-go has: ten, each ten times the one before', () => {
    const { bounds } = new Durations();
    expect(bounds).toHaveLength(10);
    expect(bounds.map(String)).toEqual(bounds.map((_, place) => String(Number(`1e${place - 8}`))));
  });

  it.each([
    [0, 0],
    [0.001, 2],
    [1, 5],
    [1.001, 6],
    [1000, 8],
    [10_000, 9],
    [10_001, undefined],
  ])('%d ms: the one of place %s', (ms, place) => {
    const durations = new Durations();
    durations.add(ms);
    expect(durations.count).toBe(1);
    expect(durations.seconds).toBeCloseTo(ms / 1000, 9);
    const counted = durations.buckets.flatMap((count, at) => (count > 0 ? [at] : []));
    expect(counted).toEqual(place === undefined ? [] : [place]);
  });
});

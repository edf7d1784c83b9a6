/** Zones: their state, and the rate of evictions in them. */
import { describe, expect, it } from 'vitest';
import { atRate, limiterOf, take } from '../../../../controllers/nodelifecycle/limiter.ts';
import {
  planDisruption,
  zoneOf,
  zoneState,
  type ZoneCount,
  type ZoneState,
} from '../../../../controllers/nodelifecycle/zones.ts';
import { makeNode } from '../objects.ts';

describe('zones', () => {
  it('are named by their labels', () => {
    const labels = (region?: string, zone?: string) => ({
      metadata: {
        labels: {
          ...(region && { 'topology.kubernetes.io/region': region }),
          ...(zone && { 'topology.kubernetes.io/zone': zone }),
        },
      },
    });
    expect(zoneOf(makeNode('n1', labels('eu', 'a')))).toBe('eu:a');
    expect(zoneOf(makeNode('n1', labels(undefined, 'a')))).toBe(':a');
    expect(zoneOf(makeNode('n1'))).toBe('');
  });

  const states: readonly (readonly [ready: number, notReady: number, state: ZoneState])[] = [
    [3, 0, 'normal'],
    [0, 1, 'fully disrupted'],
    [1, 2, 'normal'], // two are not more than two
    [2, 3, 'partly disrupted'],
    [3, 3, 'normal'], // 50 %
    [9, 11, 'partly disrupted'], // 55 %
  ];
  for (const [well, notReady, state] of states) {
    it(`${well} ready and ${notReady} not: ${state}`, () => {
      expect(zoneState({ ready: well, notReady })).toBe(state);
    });
  }

  const none: ZoneCount = { ready: 0, notReady: 3 };
  const all: ZoneCount = { ready: 3, notReady: 0 };
  const plans: readonly {
    readonly name: string;
    readonly before: Readonly<Record<string, ZoneState>>;
    readonly counts: Readonly<Record<string, ZoneCount>>;
    readonly rates: Readonly<Record<string, number>>;
    readonly disruption?: 'begins' | 'ends';
  }[] = [
    { name: 'no nodes', before: {}, counts: {}, rates: {} },
    { name: 'first pass', before: {}, counts: { a: all }, rates: { a: 0.1 } },
    { name: 'all is as it was', before: { a: 'normal' }, counts: { a: all }, rates: {} },
    {
      name: 'one of two zones is lost',
      before: { a: 'normal', b: 'normal' },
      counts: { a: none, b: all },
      rates: { a: 0.1 },
    },
    {
      name: 'a small zone is partly lost',
      before: { a: 'normal' },
      counts: { a: { ready: 2, notReady: 3 } },
      rates: { a: 0 },
    },
    {
      name: 'a zone of 50 nodes is small',
      before: { a: 'normal' },
      counts: { a: { ready: 20, notReady: 30 } },
      rates: { a: 0 },
    },
    {
      name: 'a large zone is partly lost',
      before: { a: 'normal' },
      counts: { a: { ready: 20, notReady: 31 } },
      rates: { a: 0.01 },
    },
    {
      name: 'the last ready node is lost',
      before: { a: 'normal', b: 'fully disrupted' },
      counts: { a: none, b: none },
      rates: { a: 0, b: 0 },
      disruption: 'begins',
    },
    {
      name: 'nothing has come back',
      before: { a: 'fully disrupted' },
      counts: { a: none },
      rates: {},
    },
    {
      name: 'the first node is back',
      before: { a: 'fully disrupted', b: 'fully disrupted' },
      counts: { a: { ready: 1, notReady: 4 }, b: none },
      rates: { a: 0, b: 0.1 },
      disruption: 'ends',
    },
  ];
  for (const { name, before, counts, rates, disruption } of plans) {
    it(name, () => {
      const entries = new Map(Object.entries(counts));
      const plan = planDisruption(new Map(Object.entries(before)), entries);
      expect(Object.fromEntries(plan.rates)).toEqual(rates);
      expect(plan.disruption).toBe(disruption);
      expect([...plan.states.keys()]).toEqual([...entries.keys()]);
    });
  }
});

describe('limiter', () => {
  it('gives one token, and the next after its time', () => {
    const full = limiterOf(0.1, 0);
    const empty = take(full, 5)!;
    expect(take(empty, 10_004)).toBeUndefined();
    expect(take(empty, 10_005)).toBeDefined();
  });

  it('never gives one at rate 0', () => {
    expect(take(limiterOf(0, 0), 1e12)).toBeUndefined();
  });

  it('stays full or empty when its rate changes', () => {
    const full = limiterOf(0.1, 0);
    expect(take(atRate(full, 0.01, 0), 0)).toBeDefined();
    const empty = take(full, 0)!;
    expect(atRate(empty, 0.01, 5)).toEqual({ perSecond: 0.01, freeAt: 100_005 });
    expect(atRate(empty, 0, 5).freeAt).toBe(Infinity);
    expect(atRate(limiterOf(0, 0), 0.1, 5)).toEqual({ perSecond: 0.1, freeAt: 10_005 });
  });
});

/** How large sets become: limits, steps of an update, shares when scaling. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { IntOrString } from '#values';
import type { ReplicaSet } from '#types';
import { limitsOf } from '../../../../controllers/deployment/limits.ts';
import { isScaled, planScaling } from '../../../../controllers/deployment/proportional.ts';
import {
  newSetReplicas,
  planRollingUpdate,
  type Resize,
} from '../../../../controllers/deployment/rolling-update.ts';
import { makeDeployment, makeSet } from './objects.ts';

const rolling = (maxSurge: IntOrString, maxUnavailable: IntOrString) =>
  ({
    spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } } },
  }) as const;

const recreate = { spec: { strategy: { type: 'Recreate' } } } as const;

const texts = (resizes: readonly Resize[]): readonly string[] =>
  resizes.map(({ set, replicas, direction }) => {
    return `${direction} ${set.metadata.name} ${String(replicas)}`;
  });

describe('limits', () => {
  it.each<[number, IntOrString, IntOrString, number, number]>([
    [10, '25%', '25%', 3, 2],
    [4, '25%', '25%', 1, 1],
    [1, '25%', '25%', 1, 0],
    [10, 0, 0, 0, 1],
    [3, '0%', '10%', 0, 1],
    [3, 0, 5, 0, 3],
    [0, '25%', '25%', 0, 0],
    [10, '100%', 0, 10, 0],
  ])('of %i replicas, %s and %s, are %i and %i', (replicas, surge, down, maxSurge, most) => {
    const deployment = makeDeployment(replicas, rolling(surge, down));
    expect(limitsOf(deployment)).toEqual({ maxSurge, maxUnavailable: most });
  });

  it('are none where pods are recreated', () => {
    expect(limitsOf(makeDeployment(10, recreate))).toEqual({ maxSurge: 0, maxUnavailable: 0 });
  });
});

describe('the next step of an update', () => {
  const down = (available: number) => ({ status: { availableReplicas: available } });
  const old = (name: string, replicas: number, available = replicas, age = 0): ReplicaSet =>
    makeSet(name, replicas, {
      ...down(available),
      image: name,
      metadata: { creationTimestamp: `2026-01-01T00:00:0${String(9 - age)}Z` },
    });

  it.each<[string, number, ReplicaSet | undefined, readonly ReplicaSet[], readonly string[]]>([
    ['is nothing when all is done', 4, makeSet('new', 4), [old('a', 0)], []],
    ['takes what the new set has too much', 4, makeSet('new', 6), [], ['down new 4']],
    ['fills up to the surge', 4, makeSet('new', 0), [old('a', 4)], ['up new 1']],
    ['grows no further than wanted', 4, makeSet('new', 3), [], ['up new 4']],
    [
      'takes old pods down to the minimum',
      4,
      makeSet('new', 1, down(0)),
      [old('a', 4)],
      ['down a 3'],
    ],
    ['waits for new pods', 4, makeSet('new', 2, down(0)), [old('a', 3)], []],
    [
      'takes those that are down first',
      10,
      makeSet('new', 3, down(0)),
      [old('a', 10, 8)],
      ['down a 8'],
    ],
    [
      'takes the oldest first',
      10,
      makeSet('new', 5),
      [old('b', 4), old('a', 4, 4, 1)],
      ['down a 0', 'down b 3'],
    ],
    [
      'takes those that are down, and then others of the same set',
      4,
      makeSet('new', 2),
      [old('a', 3, 2)],
      ['down a 2', 'down a 1'],
    ],
    [
      'waits for a set that has yet to follow',
      5,
      makeSet('new', 3, down(0)),
      [old('a', 5, 11)],
      [],
    ],
    ['leaves others alone while there is no new set', 2, undefined, [old('a', 5, 5)], []],
  ])('%s', (_, replicas, newSet, oldSets, expected) => {
    expect(texts(planRollingUpdate(makeDeployment(replicas), { newSet, oldSets }))).toEqual(
      expected,
    );
  });

  it('never goes below the minimum or above the maximum, and ends', () => {
    const count = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(
        count,
        count,
        count,
        count,
        fc.array(fc.boolean()),
        (wanted, before, surge, most, luck) => {
          const deployment = makeDeployment(wanted, rolling(surge, most));
          const { maxSurge, maxUnavailable } = limitsOf(deployment);
          let [newSize, oldSize, ready] = [0, before, 0];
          for (let step = 0; step < 200; step++) {
            const newSet = makeSet('new', newSize, down(ready));
            const oldSets = [makeSet('old', oldSize, { image: 'old' })];
            const resizes = planRollingUpdate(deployment, { newSet, oldSets });
            for (const { set, replicas } of resizes) {
              if (set.metadata.name === 'new') newSize = replicas;
              else oldSize = replicas;
            }
            const grown = resizes.some(({ direction }) => direction === 'up');
            if (grown) expect(newSize + oldSize).toBeLessThanOrEqual(wanted + maxSurge);
            const least = Math.min(before, wanted - maxUnavailable);
            expect(ready + oldSize).toBeGreaterThanOrEqual(least);
            if (resizes.length === 0 && ready === newSize) break;
            // Some of the new pods become ready, at least one.
            ready = luck[step] === true ? newSize : Math.min(newSize, ready + 1);
          }
          expect([newSize, oldSize]).toEqual([wanted, 0]);
        },
      ),
    );
  });

  it('makes a set as large as there is room for', () => {
    expect(newSetReplicas(makeDeployment(10), 0, 10)).toBe(3);
    expect(newSetReplicas(makeDeployment(10), 0, 13)).toBe(0);
    expect(newSetReplicas(makeDeployment(10), 0, 0)).toBe(10);
    expect(newSetReplicas(makeDeployment(10, recreate), 0, 10)).toBe(10);
  });
});

describe('scaling', () => {
  const both = (
    newSize: number,
    oldSize: number,
    sizes: readonly [number, number],
    ready = newSize,
  ) => ({
    newSet: makeSet('new', newSize, { sizes, status: { availableReplicas: ready } }),
    oldSets: [makeSet('old', oldSize, { sizes, image: 'old' })],
  });

  it('is noticed by what was wanted when the sets were last scaled', () => {
    expect(isScaled(makeDeployment(10), both(5, 5, [10, 13]))).toBe(false);
    expect(isScaled(makeDeployment(11), both(5, 5, [10, 13]))).toBe(true);
    expect(isScaled(makeDeployment(11), both(0, 0, [10, 13]))).toBe(false);
    const unnoted = { newSet: makeSet('new', 3), oldSets: [] };
    expect(isScaled(makeDeployment(11), unnoted)).toBe(false);
  });

  it('scales the one set with pods, or the newest', () => {
    const oldSets = [makeSet('old', 4, { image: 'old' })];
    expect(texts(planScaling(makeDeployment(6), { newSet: undefined, oldSets }))).toEqual([
      'up old 6',
    ]);
    expect(texts(planScaling(makeDeployment(6), both(0, 4, [4, 5])))).toEqual(['up old 6']);
    expect(texts(planScaling(makeDeployment(6), both(0, 0, [4, 5])))).toEqual(['up new 6']);
    const aged = (name: string, second: number): ReplicaSet =>
      makeSet(name, 0, { metadata: { creationTimestamp: `2026-01-01T00:00:0${second}Z` } });
    const old = { newSet: undefined, oldSets: [aged('newer', 2), aged('older', 1)] };
    expect(texts(planScaling(makeDeployment(6), old))).toEqual(['up newer 6']);
    expect(planScaling(makeDeployment(4), both(0, 4, [4, 5]))).toEqual([]);
    expect(planScaling(makeDeployment(4), { newSet: undefined, oldSets: [] })).toEqual([]);
  });

  it('ends an update whose new set is complete', () => {
    expect(texts(planScaling(makeDeployment(4), both(4, 1, [4, 5])))).toEqual(['down old 0']);
  });

  it.each<[string, number, number, number, readonly [number, number], readonly string[]]>([
    ['up', 15, 5, 8, [10, 13], ['up old 12', 'up new 7']],
    ['down', 5, 5, 8, [10, 13], ['down old 4', 'down new 3']],
    ['to nothing', 0, 5, 8, [10, 13], ['down old 0', 'down new 0']],
    ['nothing', 10, 5, 8, [10, 13], ['down old 8', 'down new 5']],
    ['by little', 11, 5, 8, [10, 13], ['up old 9', 'up new 5']],
  ])('shares %s', (_, wanted, newSize, oldSize, sizes, expected) => {
    const plan = planScaling(makeDeployment(wanted), both(newSize, oldSize, sizes, 0));
    expect(texts(plan)).toEqual(expected);
  });

  it('gives the largest set what is left over, the newest of equal ones', () => {
    const sizes = [10, 13] as const;
    const rollout = {
      newSet: makeSet('new', 5, { sizes, metadata: { creationTimestamp: '2026-01-01T00:00:09Z' } }),
      oldSets: [makeSet('old', 5, { sizes, image: 'old' })],
    };
    expect(texts(planScaling(makeDeployment(10), rollout))).toEqual(['up new 8', 'up old 5']);
  });

  it('always comes to the whole', () => {
    const size = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(size, size, fc.integer({ min: 0, max: 1500 }), (newSize, oldSize, wanted) => {
        const before = newSize + oldSize;
        const deployment = makeDeployment(wanted);
        const plan = planScaling(deployment, both(newSize, oldSize, [before, before], 0));
        const total = plan.reduce((sum, { replicas }) => sum + replicas, 0);
        expect(total).toBe(wanted === 0 ? 0 : wanted + limitsOf(deployment).maxSurge);
        for (const { replicas } of plan) expect(replicas).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('leaves several sets alone where pods are recreated', () => {
    expect(planScaling(makeDeployment(15, recreate), both(5, 8, [10, 10]))).toEqual([]);
  });
});

/** The worked examples H1 to H16 of the policy reference; H17 to H19 are flows (test/flow/hpa.test.ts). */
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import { formatTime, parseTime } from '#values';
import type { Pod } from '#types';
import {
  proposeByAverage,
  proposeByShare,
  proposeByTotal,
  proposeByUtilization,
} from '../../../../controllers/horizontalpodautoscaler/replica-calculator.ts';
import type { Samples } from '../../../../controllers/horizontalpodautoscaler/samples.ts';
import { defaultFlags } from '../../../../controllers/horizontalpodautoscaler/settings.ts';
import { makeContainer, makePod } from '../objects.ts';

const settings = { ...defaultFlags, profile: defaultProfile };

const now = parseTime('2026-11-20T21:00:00Z');

interface Parts {
  /** In thousandths; absent: no sample. */
  readonly use?: number;
  readonly request?: number;
  readonly phase?: Pod['status']['phase'];
  /** Seconds ago. */
  readonly started?: number;
  readonly ready?: 'True' | 'False';
  /** Seconds ago. */
  readonly turned?: number;
}

function podOf(name: string, parts: Parts): Pod {
  const { request = 500, phase = 'Running', started = 3600, ready = 'True', turned = 3600 } = parts;
  const ago = (seconds: number): string => formatTime(now - seconds * 1000);
  return {
    ...makePod(name, { containers: [makeContainer({ cpu: `${request}m` })] }),
    status: {
      phase,
      startTime: ago(started),
      conditions: [{ type: 'Ready', status: ready, lastTransitionTime: ago(turned) }],
    },
  };
}

function sceneOf(currentReplicas: number, parts: readonly Parts[]) {
  const names = parts.map((_, i) => 'abcdefgh'[i]!);
  const samples: Samples = new Map(
    parts.flatMap(({ use }, i) =>
      use === undefined
        ? []
        : [[names[i]!, { value: use, timestamp: now, windowMs: 30_000 }] as const],
    ),
  );
  const pods = parts.map((each, i) => podOf(names[i]!, each));
  return { scene: { currentReplicas, pods, now, settings }, samples };
}

const used = (request: number, ...uses: readonly number[]): readonly Parts[] =>
  uses.map((use) => ({ use, request }));

/** What is proposed, the utilization and the average. */
type Expected = readonly [replicas: number, utilization?: number, average?: number];

describe('a share of what pods request', () => {
  const pending = { phase: 'Pending', request: 1000 } as const;
  const missing = (request: number): Parts => ({ request });
  it.each<readonly [string, number, number, readonly Parts[], Expected]>([
    ['H1', 3, 50, used(500, 300, 500, 700), [6, 100, 500]],
    ['H2', 3, 50, used(500, 275, 275, 275), [4, 55]],
    ['H3', 3, 50, [...used(500, 400, 400), missing(500)], [3, 80]],
    ['H4', 4, 50, [...used(500, 50, 50, 50), missing(500)], [3, 10]],
    ['H5', 3, 30, [...used(1000, 500, 700), pending], [4, 60]],
    ['H6', 3, 50, [...used(1000, 600), pending, pending], [3, 60]],
    ['H7', 2, 60, used(300, 110, 290), [3, 66]],
    ['H9', 3, 50, [...used(500, 500, 500), { use: 500, phase: 'Failed' }], [4]],
    ['H10, ready for 20 s', 2, 50, [...used(500, 500), { use: 500, started: 60, turned: 20 }], [2]],
    ['H10, ready for 40 s', 2, 50, [...used(500, 500), { use: 500, started: 60, turned: 40 }], [4]],
    [
      'H11, never ready',
      2,
      50,
      [...used(500, 500), { use: 500, started: 600, ready: 'False', turned: 590 }],
      [2],
    ],
    [
      'H11, unready since 5 min',
      2,
      50,
      [...used(500, 500), { use: 500, started: 600, ready: 'False', turned: 300 }],
      [4],
    ],
    ['H12, as utilization', 3, 50, [...used(500, 250, 250), missing(500)], [3]],
    ['H13', 5, 50, used(500, 400, 400), [4]],
  ])('%s', (_, current, target, parts, [replicas, utilization, average]) => {
    const { scene, samples } = sceneOf(current, parts);
    expect(proposeByUtilization(scene, samples, { resource: 'cpu' }, target)).toMatchObject({
      replicas,
      ...(utilization !== undefined && { utilization }),
      ...(average !== undefined && { usage: average }),
    });
  });
});

describe('an average', () => {
  it('H8', () => {
    const { scene, samples } = sceneOf(3, used(500, 150, 200, 151));
    expect(proposeByAverage(scene, samples, 'cpu', 100)).toMatchObject({ replicas: 6, usage: 167 });
  });

  it('H12', () => {
    const { scene, samples } = sceneOf(3, [...used(500, 10_000, 10_000), {}]);
    expect(proposeByAverage(scene, samples, undefined, 10_000).replicas).toBe(2);
  });
});

describe('a total', () => {
  it('H14', () => {
    expect(proposeByShare(3, 4000 + 6500, 2000, settings)).toMatchObject({
      replicas: 6,
      usage: 3500,
    });
  });

  it('H15', () => {
    expect(proposeByTotal(sceneOf(0, []).scene, 10_500, 2000).replicas).toBe(6);
  });

  it('H16', () => {
    const { scene } = sceneOf(4, [{}, {}, {}, { ready: 'False' }]);
    expect(proposeByTotal(scene, 25_000, 10_000).replicas).toBe(8);
  });
});

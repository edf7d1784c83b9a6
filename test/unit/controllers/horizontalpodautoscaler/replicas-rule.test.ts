/**
 * The rule for metrics of pods, written down once more as plainly as can be (sections 1.4 and 1.6 of
 * the policy reference), against the calculator on pods and samples of any sort.
 */
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import fc from 'fast-check';
import { formatTime, parseTime } from '#values';
import type { Pod } from '#types';
import {
  proposeByAverage,
  proposeByUtilization,
  type Scene,
} from '../../../../controllers/horizontalpodautoscaler/replica-calculator.ts';
import type { Samples } from '../../../../controllers/horizontalpodautoscaler/samples.ts';
import { defaultFlags } from '../../../../controllers/horizontalpodautoscaler/settings.ts';
import { makeContainer, makePod } from '../objects.ts';

const settings = { ...defaultFlags, profile: defaultProfile };

const now = parseTime('2026-11-20T21:00:00Z');
const secondsAgo = (seconds: number): number => now - seconds * 1000;

/** A pod with its sample; times in seconds ago, amounts in thousandths. */
interface Case {
  readonly phase: Pod['status']['phase'];
  readonly isDeleting: boolean;
  readonly request: number;
  readonly started: number | undefined;
  readonly ready: 'True' | 'False' | 'Unknown' | undefined;
  /** Seconds from its start. */
  readonly turned: number;
  readonly use: number | undefined;
  readonly measured: number;
  readonly window: number;
}

const edges = [0, 1, 29, 30, 31, 60, 299, 300, 301, 3600];
const amounts = fc.oneof(fc.constantFrom(0, 45, 50, 55, 100, 110), fc.nat(2000));
const pods: fc.Arbitrary<readonly Case[]> = fc.array(
  fc.record({
    phase: fc.constantFrom('Running', 'Running', 'Running', 'Pending', 'Failed', 'Succeeded'),
    isDeleting: fc.constantFrom(false, false, false, true),
    request: fc.constantFrom(0, 33, 100, 250, 1000),
    started: fc.option(fc.constantFrom(...edges), { nil: undefined, freq: 8 }),
    ready: fc.constantFrom('True', 'True', 'True', 'False', 'Unknown', undefined),
    turned: fc.constantFrom(...edges),
    use: fc.option(amounts, { nil: undefined, freq: 6 }),
    measured: fc.constantFrom(0, 10, 15, 30),
    window: fc.constantFrom(0, 15, 30, 60),
  }) as fc.Arbitrary<Case>,
  { minLength: 1, maxLength: 7 },
);
const currents = fc.nat(9);
const targets = fc.constantFrom(1, 10, 50, 80, 100, 200);

function turnedAt({ started = 3600, turned }: Case): number {
  return secondsAgo(started) + turned * 1000;
}

function sceneOf(currentReplicas: number, cases: readonly Case[]): Scene & { samples: Samples } {
  const pods = cases.map((each, index): Pod => {
    const { phase, isDeleting, request, started, ready } = each;
    const spec = { containers: [makeContainer({ cpu: `${request}m` })] };
    const pod = makePod(
      `p${index}`,
      spec,
      isDeleting ? { deletionTimestamp: formatTime(now) } : {},
    );
    const lastTransitionTime = formatTime(turnedAt(each));
    return {
      ...pod,
      status: {
        phase,
        ...(started !== undefined && { startTime: formatTime(secondsAgo(started)) }),
        ...(ready && { conditions: [{ type: 'Ready', status: ready, lastTransitionTime }] }),
      },
    };
  });
  const samples = cases.flatMap(({ use, measured, window }, index) =>
    use === undefined
      ? []
      : [[`p${index}`, { value: use, timestamp: secondsAgo(measured), windowMs: window * 1000 }]],
  ) as [string, { value: number; timestamp: number; windowMs: number }][];
  return { currentReplicas, pods, now, settings, samples: new Map(samples) };
}

type Group = 'ignored' | 'unready' | 'missing' | 'ready';

/** First match wins; how far a pod has come matters for CPU alone. */
function groupOf(each: Case, isCpu: boolean): Group {
  const { phase, isDeleting, started, ready, use, measured, window } = each;
  if (isDeleting || phase === 'Failed') return 'ignored';
  if (phase === 'Pending') return 'unready';
  if (use === undefined) return 'missing';
  if (!isCpu) return 'ready';
  if (ready === undefined || started === undefined) return 'unready';
  const isYoung = started < 300;
  const isEarly = secondsAgo(measured) < turnedAt(each) + window * 1000;
  if (isYoung) return ready === 'False' || isEarly ? 'unready' : 'ready';
  return ready === 'False' && secondsAgo(started) + 30_000 > turnedAt(each) ? 'unready' : 'ready';
}

interface Rule {
  readonly isCpu: boolean;
  /** Of the pods that count with what they use. */
  ratio(counted: readonly { readonly each: Case; readonly use: number }[]): number;
  /** What a pod without a sample is taken to use. */
  assumed(each: Case, ratio: number): number | undefined;
}

/** The number of replicas; undefined where there is nothing to go by. */
function byRule(current: number, cases: readonly Case[], rule: Rule): number | undefined {
  const [ready, unready, missing] = (['ready', 'unready', 'missing'] as const).map((group) =>
    cases.filter((each) => groupOf(each, rule.isCpu) === group),
  ) as [Case[], Case[], Case[]];
  const counted = ready.map((each) => ({ each, use: each.use! }));
  if (counted.length === 0) return undefined;
  const ratio = rule.ratio(counted);
  if (Number.isNaN(ratio)) return undefined;
  const isRebalance = unready.length > 0 && ratio > 1;
  const isNear = (value: number): boolean => Math.abs(1 - value) <= 0.1;
  if (!isRebalance && missing.length === 0) {
    return isNear(ratio) ? current : Math.ceil(ratio * ready.length);
  }
  for (const each of missing) {
    const use = rule.assumed(each, ratio);
    if (use !== undefined) counted.push({ each, use });
  }
  if (isRebalance) counted.push(...unready.map((each) => ({ each, use: 0 })));
  const next = rule.ratio(counted);
  if (isNear(next) || (ratio < 1 && next > 1) || (ratio > 1 && next < 1)) return current;
  const replicas = Math.ceil(next * counted.length);
  return (next < 1 && replicas > current) || (next > 1 && replicas < current) ? current : replicas;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function orUndefined(propose: () => { readonly replicas: number }): number | undefined {
  try {
    return propose().replicas;
  } catch {
    return undefined;
  }
}

describe('the replicas that metrics of pods ask for', () => {
  it('by a share of the requests', () => {
    const check = (current: number, target: number, cases: readonly Case[]): void => {
      const expected = byRule(current, cases, {
        isCpu: true,
        ratio(counted) {
          const requested = sum(counted.map(({ each }) => each.request));
          const used = sum(counted.map(({ use }) => use));
          return requested === 0 ? NaN : Math.trunc((100 * used) / requested) / target;
        },
        assumed: ({ request }, ratio) => (ratio < 1 ? request : ratio > 1 ? 0 : undefined),
      });
      const { samples, ...scene } = sceneOf(current, cases);
      const source = { resource: 'cpu' };
      const found = orUndefined(() => proposeByUtilization(scene, samples, source, target));
      expect(found).toBe(expected);
    };
    fc.assert(fc.property(currents, targets, pods, check), { numRuns: 2000 });
  });

  it.each(['cpu', undefined])('by an average of %s', (resource) => {
    const check = (current: number, target: number, cases: readonly Case[]): void => {
      const expected = byRule(current, cases, {
        isCpu: resource === 'cpu',
        ratio: (counted) =>
          Math.trunc(sum(counted.map(({ use }) => use)) / counted.length) / target,
        assumed: (_, ratio) => (ratio < 1 ? target : 0),
      });
      const { samples, ...scene } = sceneOf(current, cases);
      expect(orUndefined(() => proposeByAverage(scene, samples, resource, target))).toBe(expected);
    };
    fc.assert(fc.property(currents, targets, pods, check), { numRuns: 2000 });
  });
});

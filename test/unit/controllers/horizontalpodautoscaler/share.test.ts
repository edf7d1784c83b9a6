/** Sizes from a total that all pods share: at the edges of the tolerance, and without pods. */
import { expect, it } from 'vitest';
import { defaultProfile, profileOf } from '#kinds';
import {
  proposeByShare,
  proposeByTotal,
} from '../../../../controllers/horizontalpodautoscaler/replica-calculator.ts';
import { defaultFlags } from '../../../../controllers/horizontalpodautoscaler/settings.ts';

const settings = { ...defaultFlags, profile: defaultProfile };

it.each<[replicas: number, usage: number, target: number, expected: string]>([
  [10, 100, 10, '10 near, 10 each'],
  [10, 109, 10, '10 near, 11 each'],
  [10, 111, 10, '12 proportional, 12 each'],
  [10, 91, 10, '10 near, 10 each'],
  [10, 89, 10, '9 proportional, 9 each'],
  [3, 5, 10, '1 proportional, 2 each'],
  [0, 30, 10, '3 proportional, 0 each'],
  [0, 0, 10, '0 near, 0 each'],
])('%d pods that use %d, for %d each: %s', (replicas, used, target, expected) => {
  const { replicas: wanted, usage, working } = proposeByShare(replicas, used, target, settings);
  expect(`${wanted} ${working.decision}, ${usage} each`).toBe(expected);
});

it.each<[minor: number, usage: number, expected: string]>([
  [32, 90, 'near'],
  [32, 110, 'proportional'],
  [33, 90, 'near'],
  [33, 110, 'near'],
  [33, 89, 'proportional'],
  [33, 111, 'proportional'],
])('in 1.%i ten pods that use %d, for 10 each, are %s', (minor, used, expected) => {
  const { working } = proposeByShare(10, used, 10, { ...settings, profile: profileOf(minor) });
  expect(working.decision).toBe(expected);
});

it('looks at each bound with the tolerance for its direction', () => {
  const tolerances = { down: 0.3, up: 0.05 };
  const own = { ...settings, tolerances, profile: profileOf(37) };
  const decisions = [69, 71, 105, 106].map(
    (used) => proposeByShare(10, used, 10, own).working.decision,
  );
  expect(decisions).toEqual(['proportional', 'near', 'near', 'proportional']);
});

const ready = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    metadata: { name: `p${i}` },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  }));

it.each<[current: number, pods: number, usage: number, expected: string]>([
  [0, 0, 250, '3 proportional'],
  [4, 4, 105, '4 near'],
  [4, 4, 95, '4 near'],
  [4, 4, 120, '5 proportional'],
  [4, 2, 200, '4 proportional'],
  [4, 4, 50, '2 proportional'],
])('at a size of %d with %d ready pods and a total of %d: %s', (current, pods, usage, expected) => {
  const scene = { currentReplicas: current, pods: ready(pods), settings, now: 0 };
  const { replicas, working } = proposeByTotal(scene as never, usage, 100);
  expect(`${replicas} ${working.decision}`).toBe(expected);
});

it('needs pods for a total that is far from the target', () => {
  const scene = { currentReplicas: 3, pods: [], settings, now: 0 };
  expect(() => proposeByTotal(scene as never, 300, 100)).toThrow('unable to calculate ready pods');
  expect(proposeByTotal(scene as never, 100, 100).replicas).toBe(3);
});

/** Limits over large pods, and sums over many: the work grows with what there is to look at. */
import { defaultProfile, namespaceUsage, pod as podKind, quotaEvaluatorOf } from '#kinds';
import type { LimitRangeItem, Pod } from '#types';
import { expect, test, vi } from 'vitest';
import { podViolations } from '../../../../src/api/admission/limit-checks.ts';
import { withDefaultResources } from '../../../../src/api/admission/limit-defaults.ts';
import { elementsPassed, growth } from '../../../support/work.ts';

const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index);
const amounts = (size: number, value: string): Record<string, string> =>
  Object.fromEntries(numbers(size).map((index) => [`a.b/r${index}`, value]));

const pod = (size: number, resources?: object): Pod =>
  ({
    metadata: { name: 'p' },
    spec: { containers: numbers(size).map((index) => ({ name: `c${index}`, resources })) },
  }) as never;

test.each<[string, (size: number) => LimitRangeItem]>([
  ['minimum', (size) => ({ type: 'Container', min: amounts(size, '1') })],
  ['maximum', (size) => ({ type: 'Container', max: amounts(size, '1') })],
  ['ratio', (size) => ({ type: 'Container', maxLimitRequestRatio: amounts(size, '1') })],
])('a %s of many resources is held against many containers', (_, item) => {
  const work = (size: number): number =>
    elementsPassed(() => podViolations(pod(size), [item(size)]));
  expect(growth(work, 300)).toBeLessThan(2.5);
});

test('defaults of many resources are filled in up to what a note can say', () => {
  const item: LimitRangeItem = { type: 'Container', default: amounts(5000, '1') };
  const filled = withDefaultResources(pod(2000), [item]);
  const changed = filled.spec.containers.filter(({ resources }) => resources !== undefined);
  expect(changed.length).toBeLessThan(20);
});

test('a quota of many resources is summed up by what the objects take', () => {
  const names = numbers(1000).map((index) => `requests.a.b/r${index}`);
  const spec = { hard: Object.fromEntries(names.map((name) => [name, '1'])) };
  const pods = numbers(100).map(() => pod(1, { requests: { 'a.b/r1': '1' } }));
  const lookups = vi.spyOn(Map.prototype, 'get');
  const usage = namespaceUsage(spec, [quotaEvaluatorOf(podKind, defaultProfile)!], () => pods, 0);
  const { length } = lookups.mock.calls;
  lookups.mockRestore();
  expect(usage.get('requests.a.b/r1')?.toString()).toBe('100');
  expect(length).toBeLessThan(10_000);
});

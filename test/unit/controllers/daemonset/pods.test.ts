/** Which of the pods that a DaemonSet has on one node it prefers. */
import { expect, it } from 'vitest';
import { compareByAge, oldest } from '../../../../controllers/daemonset/pods.ts';
import { makePod } from '../objects.ts';

const pod = (name: string, second: number, nodeName?: string) =>
  makePod(name, { nodeName }, { creationTimestamp: `2026-11-20T20:00:0${second}Z` });

it.each([
  ['one that is bound', pod('b', 2, 'n1'), pod('a', 1)],
  ['the older of two', pod('b', 1, 'n1'), pod('a', 2, 'n1')],
  ['the older of two that wait', pod('b', 1), pod('a', 2)],
  ['of the same age the one with the lower name', pod('a', 1, 'n1'), pod('b', 1, 'n2')],
])('prefers %s', (_, better, worse) => {
  expect(compareByAge(better, worse)).toBeLessThan(0);
  expect(compareByAge(worse, better)).toBeGreaterThan(0);
  expect(oldest([better, worse])).toBe(better);
  expect(oldest([worse, better])).toBe(better);
});

it('prefers none of none, and the only one', () => {
  const only = pod('a', 1);
  expect(oldest([])).toBeUndefined();
  expect(oldest([only])).toBe(only);
});

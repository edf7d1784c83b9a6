/** When the status of a quota is written, and with what. */
import { expect, it } from 'vitest';
import { amountsOf } from '#kinds';
import type { ResourceQuota } from '#types';
import { isSame, nextStatus } from '../../../../controllers/resourcequota/status.ts';

const quota = (hard: object | undefined, status: object): ResourceQuota =>
  ({ spec: hard === undefined ? {} : { hard }, status }) as unknown as ResourceQuota;

const next = (hard: object | undefined, status: object, used: Record<string, string>) =>
  nextStatus(quota(hard, status), amountsOf(used));

it.each<[string, object | undefined, object, Record<string, string>]>([
  ['all is said', { pods: '2' }, { hard: { pods: '2' }, used: { pods: '1' } }, { pods: '1' }],
  [
    'it is written in another way',
    { cpu: '1' },
    { hard: { cpu: '1000m' }, used: { cpu: '500m' } },
    { cpu: '0.5' },
  ],
  [
    'what is not limited is used',
    { pods: '2' },
    { hard: { pods: '2' }, used: { pods: '1' } },
    { pods: '1', cpu: '5' },
  ],
])('it stays the very same when %s', (_, hard, status, used) => {
  expect(next(hard, status, used)).toBe(status);
});

it.each<[string, object | undefined, object, Record<string, string>, object]>([
  [
    'nothing is said yet',
    { pods: '2' },
    {},
    { pods: '1' },
    { hard: { pods: '2' }, used: { pods: '1' } },
  ],
  ['only limits are said', {}, { hard: {} }, {}, {}],
  ['only use is said', {}, { used: {} }, {}, {}],
  [
    'a limit changes',
    { pods: '3' },
    { hard: { pods: '2' }, used: { pods: '1' } },
    { pods: '1' },
    { hard: { pods: '3' }, used: { pods: '1' } },
  ],
  [
    'use changes',
    { pods: '2' },
    { hard: { pods: '2' }, used: { pods: '1' } },
    { pods: '2' },
    { hard: { pods: '2' }, used: { pods: '2' } },
  ],
  [
    'a limit goes',
    { pods: '2' },
    { hard: { pods: '2', cpu: '1' }, used: { pods: '1', cpu: '1' } },
    { pods: '1' },
    { hard: { pods: '2' }, used: { pods: '1' } },
  ],
  [
    'nothing counts it',
    { cups: '2' },
    { hard: { cups: '1' }, used: { cups: '1' } },
    {},
    { hard: { cups: '2' }, used: { cups: '1' } },
  ],
  [
    'there are no limits any more',
    undefined,
    { hard: { pods: '2' }, used: { pods: '1' } },
    { pods: '1' },
    {},
  ],
])('it is written when %s', (_, hard, status, used, expected) => {
  expect(next(hard, status, used)).toEqual(expected);
});

it('amounts are the same by name and size', () => {
  expect(isSame(amountsOf({ a: '1' }), amountsOf({ a: '1000m' }))).toBe(true);
  expect(isSame(amountsOf({ a: '1' }), amountsOf({ a: '2' }))).toBe(false);
  expect(isSame(amountsOf({ a: '1' }), amountsOf({ b: '1' }))).toBe(false);
  expect(isSame(amountsOf({ a: '1' }), amountsOf({ a: '1', b: '0' }))).toBe(false);
  expect(isSame(amountsOf({ a: '1', b: '1' }), amountsOf({ a: '1' }))).toBe(false);
});

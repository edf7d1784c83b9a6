/** Small rules: rates of evictions, rights to be approved, readings of schedules, costs of deletion. */
import { defaultProfile, withGates } from '#kinds';
import { expect, it } from 'vitest';
import type { CronJobSpec } from '#types';
import { rightsOf } from '../../../controllers/csrapproving/rights.ts';
import { Schedules } from '../../../controllers/cronjob/schedules.ts';
import { atRate, limiterOf, take } from '../../../controllers/nodelifecycle/limiter.ts';

it('a limiter has a token at once, and the next one later', () => {
  const first = limiterOf(2, 1000);
  expect(first).toEqual({ perSecond: 2, freeAt: 1000 });
  expect(take(first, 999)).toBeUndefined();
  const second = take(first, 1000)!;
  expect(second).toEqual({ perSecond: 2, freeAt: 1500 });
  expect(take(second, 1499)).toBeUndefined();
  expect(take(second, 1500)).toEqual({ perSecond: 2, freeAt: 2000 });
});

it('a limiter without a rate never has one', () => {
  const never = { perSecond: 0, freeAt: Infinity };
  expect(limiterOf(0, 1000)).toEqual(never);
  expect(take(never, 1e12)).toBeUndefined();
  expect(atRate(never, 4, 1000)).toEqual({ perSecond: 4, freeAt: 1250 });
  expect(atRate({ perSecond: 2, freeAt: 5000 }, 0, 1000)).toEqual(never);
});

it.each<[freeAt: number, after: number]>([
  [999, 1000],
  [1000, 1000],
  [1001, 1250],
])('at another rate a token of %d comes at %d', (freeAt, after) => {
  expect(atRate({ perSecond: 1, freeAt }, 4, 1000)).toEqual({ perSecond: 4, freeAt: after });
});

const request = {
  ...{ commonName: 'system:node:n', organizations: ['system:nodes'] },
  ...{ dnsNames: [], ipAddresses: [], emailAddresses: [], uris: [] },
} as never;
const spec = {
  ...{ signerName: 'kubernetes.io/kube-apiserver-client-kubelet', username: 'system:node:n' },
  usages: ['key encipherment', 'digital signature', 'client auth'],
};
const approving = (whose: string): string =>
  `Auto approving ${whose}kubelet client certificate after SubjectAccessReview.`;
const any = { subresource: 'nodeclient', message: approving('') };

it.each<[changed: object, rights: readonly object[]]>([
  [{}, [{ subresource: 'selfnodeclient', message: approving('self ') }, any]],
  [{ username: 'system:bootstrap:a' }, [any]],
  [{ signerName: 'kubernetes.io/kubelet-serving' }, []],
  [{ usages: ['server auth'] }, []],
  [{ usages: undefined }, []],
])('a request with %j is approved by %j', (changed, rights) => {
  expect(rightsOf({ ...spec, ...changed } as never, request)).toEqual(rights);
});

it('schedules are read once, and as the gates say', () => {
  const daily = (more: object = {}) => ({ schedule: '@daily', ...more }) as CronJobSpec;
  const plain = new Schedules(defaultProfile);
  const reading = plain.of('a', daily());
  expect(plain.of('a', daily())).toBe(reading);
  expect(plain.of('a', daily({ timeZone: 'Asia/Tokyo' }))).not.toBe(reading);
  expect(reading.isExact).toBeUndefined();
  plain.forget('a');
  expect(plain.of('a', daily())).not.toBe(reading);
  expect(plain.zoneOf({ timeZone: 'Asia/Tokyo' })).toBeUndefined();
  const exact = new Schedules(
    withGates(defaultProfile, { CronJobDueTimeFix: true, CronJobTimeZone: true }),
  );
  expect(exact.of('a', daily()).isExact).toBe(true);
  expect([exact.zoneOf({ timeZone: 'Asia/Tokyo' }), exact.zoneOf({})]).toEqual([
    ...['Asia/Tokyo', undefined],
  ]);
});

/** Explanations of the status of a quota. */
import { beforeAll, expect, test } from 'vitest';
import { resourceQuota } from '#kinds';
import { actsOf, pastOf, plain, termsOf, whenSet, type PlayedPast } from '../support/past.ts';

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOf('quota/jobs-under-a-quota.yaml');
});

test('admission adds the usage of one request', () => {
  const told = past.ask(resourceQuota, 'limits', "status.used['requests.cpu']", 3);
  expect(told).toMatchObject({ value: '300m', exact: true });
  expect(plain(termsOf(whenSet(told)))).toEqual([
    '+ usage before 200m: the status before',
    '+ Pod default/sums-* 100m: it was admitted, and uses that much',
  ]);
  expect(actsOf(told)).toEqual([
    'admission updated ResourceQuota default/limits',
    'scenario created Job default/sums',
  ]);
});

test('a charge for an object of the user leads to the user', () => {
  const told = past.ask(resourceQuota, 'limits', 'status.used.services', 5);
  expect(told).toMatchObject({ value: '1', exact: true });
  expect(told.chain).toMatchObject([{ actor: 'admission', requester: 'scenario' }]);
});

test('the controller counts existing objects, finished pods too', () => {
  const told = past.ask(resourceQuota, 'limits', 'status.used', 23);
  const pod = '+ Pod default/sums-* {"count/pods":"1"}: it exists, but it has finished';
  expect(plain(termsOf(told))).toEqual([
    pod,
    pod,
    pod,
    '+ Service default/sums {"services":"1"}: it exists',
  ]);
  expect(plain(actsOf(told))).toEqual([
    'resourcequota-controller updated ResourceQuota default/limits',
    'kubelet updated Pod default/sums-*',
    'default-scheduler updated Pod default/sums-*',
    'job-controller created Pod default/sums-*',
    'scenario created Job default/sums',
  ]);
  const cpu = past.ask(resourceQuota, 'limits', "status.used['requests.cpu']", 23);
  expect(cpu).toMatchObject({ value: '0', exact: true });
  const finished = '- Pod default/sums-*: it has finished';
  expect(plain(termsOf(cpu))).toEqual([finished, finished, finished]);
});

test('pods outside of the scopes are named', () => {
  const told = past.ask(resourceQuota, 'short-lived', 'status.used.pods', 90);
  expect(told).toMatchObject({ value: '1', exact: true });
  const outside = '- Pod default/sums-*: it is not in scope Terminating';
  expect(plain(termsOf(told))).toEqual([
    '+ Pod default/probe-b 1: it exists',
    outside,
    outside,
    outside,
    outside,
  ]);
});

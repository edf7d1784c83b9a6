/** Why Endpoints list the addresses that they do. */
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#kinds';
import { actsOf, pastOf, termsOf, type PlayedPast } from '../support/past.ts';

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOf('endpoints/addresses.yaml');
});

const ask = (seconds: number, path = 'subsets') => past.ask(endpoints, 'web', path, seconds);

/** Names of the set's pods end at random, so do their addresses, and the order of subsets follows from these. */
const plain = (seconds: number): readonly string[] =>
  termsOf(ask(seconds))
    .map((text) => text.replace(/web-\w+ "?[\d.]+"?/, 'web-* IP').replace(/web-\w+:/, 'web-*:'))
    .map((text) => text.replace(/^\+ subset \d+/, '+ subset'))
    .toSorted();

const ready = '+ Pod default/web-* IP: it is listed as ready';

test('pods without an address are left out', () => {
  expect(ask(1)).toMatchObject({ exact: true });
  expect(ask(1).value).toBeUndefined();
  expect(ask(3, 'subsets[0].notReadyAddresses')).toMatchObject({ exact: true });
  expect(plain(3)).toEqual([
    ...Array<string>(3).fill('+ Pod default/web-* IP: it is listed as not ready'),
    '+ subset 3: 0 ready, 3 not ready, at admin 8081, main 8080',
  ]);
});

test('a pod without a named port is in a subset with the other ports', () => {
  const told = ask(23);
  expect(told).toMatchObject({ exact: true });
  expect(plain(23)).toEqual([
    '+ Pod default/plain 10.128.0.2: it is listed as not ready, but has no port http',
    ...Array<string>(3).fill(ready),
    '+ subset 3: 3 ready, 0 not ready, at main 8080',
    '+ subset 4: 3 ready, 1 not ready, at admin 8081',
  ]);
  expect(actsOf(told)).toEqual([
    'endpoint-controller updated Endpoints default/web',
    'kubelet updated Pod default/plain',
    'default-scheduler updated Pod default/plain',
    'scenario created Pod default/plain',
  ]);
});

test('pods that have finished or are being deleted are left out', () => {
  expect(ask(61)).toMatchObject({ exact: true });
  expect(plain(61)).toEqual([
    '+ Pod default/plain 10.128.0.2: it is listed as ready, but has no port http',
    ready,
    ready,
    '+ subset 2: 2 ready, 0 not ready, at main 8080',
    '+ subset 3: 3 ready, 0 not ready, at admin 8081',
    '- Pod default/short: it has finished',
    '- Pod default/web-*: it is being deleted',
  ]);
  expect(actsOf(ask(61)).at(-1)).toBe('scenario updated ReplicaSet default/web');
});

/** Explanations of the status of a disruption budget. */
import { beforeAll, expect, test } from 'vitest';
import { podDisruptionBudget } from '#kinds';
import { actsOf, pastOf, termsOf, whenSet, type PlayedPast } from '../support/past.ts';

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOf('disruption/drain.yaml');
});

/** Names of pods end at random. */
const plain = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.replace(/web-[a-z0-9]+-[a-z0-9]{5}\b/g, 'web-*'));

const ask = (path: string, seconds: number) =>
  past.ask(podDisruptionBudget, 'web', `status.${path}`, seconds);

test('the allowed disruptions are the healthy pods beyond the required ones', () => {
  const allowed = ask('disruptionsAllowed', 10);
  expect(allowed).toMatchObject({ value: 1, exact: true });
  expect(termsOf(allowed)).toEqual([
    '+ currentHealthy 4: pods that are healthy',
    '+ desiredHealthy -3: minus those that must be',
    '- expectedPods 4: pods are expected',
  ]);
  expect(actsOf(allowed).at(-1)).toBe('scenario created Deployment default/web');
  expect(termsOf(ask('expectedPods', 10))).toEqual([
    '+ Deployment default/web 4: its desired replicas',
  ]);
  expect(termsOf(ask('desiredHealthy', 10))).toEqual([
    '+ maxUnavailable 25%: from its spec: this many may be missing',
    '+ expectedPods 4: what percentages refer to',
  ]);
});

test('an eviction uses up a disruption on behalf of its requester', () => {
  const told = ask('disruptionsAllowed', 20);
  expect(told).toMatchObject({ value: 0, exact: true });
  expect(plain(termsOf(whenSet(told)))).toEqual([
    '+ before 1: the status before',
    '+ Pod default/web-* -1: its eviction was granted',
  ]);
  expect(termsOf(told)[0]).toBe('+ currentHealthy 3: pods that are healthy');
  expect(told.chain).toMatchObject([{ actor: 'eviction', requester: 'scenario' }]);
});

test('an evicted pod no longer counts as healthy even before it is deleted', () => {
  const told = ask('currentHealthy', 21);
  expect(told).toMatchObject({ value: 3, exact: true });
  expect(plain(termsOf(whenSet(told))).toSorted()).toEqual([
    '+ Pod default/web-*: it is ready',
    '+ Pod default/web-*: it is ready',
    '+ Pod default/web-*: it is ready',
    '- Pod default/web-*: it has been evicted',
  ]);
  const noted = ask('disruptedPods', 21);
  expect(noted.value).toBeUndefined();
  expect(plain(termsOf(noted))).toEqual([
    '- Pod default/web-* 2026-01-01T00:00:20Z: it is being deleted: the eviction is done',
  ]);
});

test('if pods cannot be counted, no disruption is allowed', () => {
  const told = ask('conditions[DisruptionAllowed].reason', 110);
  expect(told).toMatchObject({ value: 'SyncFailed', exact: true });
  expect(termsOf(told)).toEqual([
    '+ failure jobs.batch does not implement the scale subresource: the error',
  ]);
});

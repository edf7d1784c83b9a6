/** Why a disruption budget allows what it allows. */
import { beforeAll, expect, test } from 'vitest';
import { podDisruptionBudget } from '#kinds';
import { actsOf, pastOf, termsOf, type PlayedPast } from '../support/past.ts';

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOf('disruption/drain.yaml');
});

/** Names of pods end at random. */
const plain = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.replace(/web-[a-z0-9]+-[a-z0-9]{5}\b/g, 'web-*'));

const ask = (path: string, seconds: number) =>
  past.ask(podDisruptionBudget, 'web', `status.${path}`, seconds);

test('what may go is what is healthy beyond what has to be', () => {
  const allowed = ask('disruptionsAllowed', 10);
  expect(allowed).toMatchObject({ value: 1, exact: true });
  expect(termsOf(allowed)).toEqual([
    '+ currentHealthy 4: pods that are healthy',
    '+ desiredHealthy -3: less those that have to be',
    '- expectedPods 4: pods are expected',
  ]);
  expect(actsOf(allowed).at(-1)).toBe('scenario created Deployment default/web');
  expect(termsOf(ask('expectedPods', 10))).toEqual([
    '+ Deployment default/web 4: so many pods it wants',
  ]);
  expect(termsOf(ask('desiredHealthy', 10))).toEqual([
    '+ maxUnavailable 25%: of its spec: so many may be missing',
    '+ expectedPods 4: of which shares are taken',
  ]);
});

test('an eviction takes a disruption in the name of who asked for it', () => {
  const told = ask('disruptionsAllowed', 20);
  expect(told).toMatchObject({ value: 0, exact: true });
  expect(plain(termsOf(told))).toEqual([
    '+ before 1: as the controller had counted',
    '+ Pod default/web-* -1: its eviction was granted',
  ]);
  expect(told.chain).toMatchObject([{ actor: 'eviction', requester: 'scenario' }]);
});

test('an evicted pod is healthy no more before it is being deleted', () => {
  const told = ask('currentHealthy', 21);
  expect(told).toMatchObject({ value: 3, exact: true });
  expect(plain(termsOf(told)).toSorted()).toEqual([
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

test('pods that cannot be counted leave nothing to disrupt', () => {
  const told = ask('conditions[DisruptionAllowed].reason', 110);
  expect(told).toMatchObject({ value: 'SyncFailed', exact: true });
  expect(termsOf(told)).toEqual([
    '+ failure jobs.batch does not implement the scale subresource: what went wrong',
  ]);
});

/** Why a Deployment says how its rollout gets on. */
import { beforeAll, expect, test } from 'vitest';
import { deployment } from '#kinds';
import { actsOf, pastOf, termsOf, type PlayedPast } from '../support/past.ts';

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOf('deployment/rollout.yaml');
});

const ask = (path: string, seconds: number) =>
  past.ask(deployment, 'web', `status.${path}`, seconds);

const first = 'ReplicaSet default/web-74d7c7fff5';
const second = 'ReplicaSet default/web-76fb99c87b';

test('the minimum that has to be available is told beside what is', () => {
  const told = ask('conditions[Available].status', 10);
  expect(told).toMatchObject({ value: 'True', exact: true });
  expect(termsOf(told)).toEqual([
    `+ ${first} 4: the new one, says that so many are available`,
    '+ minimum available 3: has to be available: 4 wanted less 1 that may be missing',
  ]);
  expect(actsOf(told).at(-1)).toBe('scenario created Deployment default/web');
});

test('in the midst of an update the numbers are told by ReplicaSet', () => {
  const updated = ask('updatedReplicas', 22);
  expect(updated).toMatchObject({ value: 2, exact: true });
  expect(termsOf(updated)).toEqual([
    `- ${first} 3: it has an older template`,
    `+ ${second} 2: it has the present template`,
  ]);
  const unavailable = ask('unavailableReplicas', 22);
  expect(unavailable).toMatchObject({ value: 2, exact: true });
  expect(termsOf(unavailable)).toEqual([
    `+ ${first} 0: an old one, wants 3 and has 3 available`,
    `+ ${second} 2: the new one, wants 2 and has 0 available`,
  ]);
  expect(actsOf(updated).at(-1)).toBe('scenario updated Deployment default/web');
});

test('a rollout is stuck when the deadline is over', () => {
  const told = ask('conditions[Progressing].reason', 95);
  expect(told).toMatchObject({ value: 'ProgressDeadlineExceeded', exact: true });
  expect(termsOf(told)).toEqual([
    '+ progress deadline 30 s: of its spec',
    '+ last progress 2026-01-01T00:01:00Z: when it was told: ReplicaSetUpdated',
    '+ rollout timed out: there was no progress for longer than the deadline',
  ]);
  expect(told.chain.at(-1)).toMatchObject({ actor: 'scenario', kind: 'Deployment' });
});

test('what a pass did or found is told in its own words', () => {
  const paused = ask('conditions[Progressing].reason', 150);
  expect(paused).toMatchObject({ value: 'DeploymentPaused', exact: true });
  expect(termsOf(paused)).toEqual(['+ Progressing DeploymentPaused: Deployment is paused']);
  const collided = ask('collisionCount', 172);
  expect(collided).toMatchObject({ value: 1, exact: true });
  expect(termsOf(collided)).toEqual([
    '+ before 0: as it stood',
    '+ ReplicaSet default/web-54cbf66849 1: it has the name, but is not its own or has another template',
  ]);
});

test('the failure of a ReplicaSet is that of its Deployment', () => {
  const told = ask('conditions[ReplicaFailure].reason', 172);
  expect(told).toMatchObject({ value: 'FailedCreate', exact: true });
  expect(termsOf(told)).toHaveLength(1);
  expect(termsOf(told)[0]).toMatch(/^\+ ReplicaSet default\/web-\w+ FailedCreate: pods .* quota/);
});

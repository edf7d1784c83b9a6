/** Explanations of the status of a Deployment. */
import { beforeAll, expect, test } from 'vitest';
import { deployment } from '#kinds';
import { actsOf, pastOf, stagesOf, termsOf, type PlayedPast } from '../support/past.ts';

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOf('deployment/rollout.yaml');
});

const ask = (path: string, seconds: number) =>
  past.ask(deployment, 'web', `status.${path}`, seconds);

const first = 'ReplicaSet default/web-74d7c7fff5';
const second = 'ReplicaSet default/web-76fb99c87b';

test('the required minimum is listed beside the available pods', () => {
  const told = ask('conditions[Available].status', 10);
  expect(told).toMatchObject({ value: 'True', exact: true });
  expect(stagesOf(told)).toEqual([
    '= desired 4: from its spec.replicas',
    '= may be missing 1: by its strategy: maxUnavailable 1',
    '= minimum 3: desired minus what may be missing',
    '* available 4: no fewer than the minimum',
    '= Available True: 4 >= 3',
  ]);
  expect(termsOf(told)).toEqual([`+ ${first} 4: the new one, from its status.availableReplicas`]);
  expect(actsOf(told).at(-1)).toBe('scenario created Deployment default/web');
});

test('during an update the numbers are listed by ReplicaSet', () => {
  const updated = ask('updatedReplicas', 22);
  expect(updated).toMatchObject({ value: 2, exact: true });
  expect(termsOf(updated)).toEqual([
    `- ${first} 3: it has an older template`,
    `+ ${second} 2: it has the current template`,
  ]);
  const unavailable = ask('unavailableReplicas', 22);
  expect(unavailable).toMatchObject({ value: 2, exact: true });
  expect(termsOf(unavailable)).toEqual([
    `+ ${first} 0: an old one, 3 desired, 3 available`,
    `+ ${second} 2: the new one, 2 desired, 0 available`,
  ]);
  expect(actsOf(updated).at(-1)).toBe('scenario updated Deployment default/web');
});

test('a rollout is stuck when the deadline has passed', () => {
  const told = ask('conditions[Progressing].reason', 95);
  expect(told).toMatchObject({ value: 'ProgressDeadlineExceeded', exact: true });
  expect(stagesOf(told)).toEqual([
    '= deadline 30 s: spec.progressDeadlineSeconds',
    '= last progress 2026-01-01T00:01:00Z: when it was reported: ReplicaSetUpdated',
    '* rollout timed out: there was no progress for longer than the deadline',
  ]);
  expect(told.chain.at(-1)).toMatchObject({ actor: 'scenario', kind: 'Deployment' });
});

test('what a pass did or found is reported as it was recorded', () => {
  const paused = ask('conditions[Progressing].reason', 150);
  expect(paused).toMatchObject({ value: 'DeploymentPaused', exact: true });
  expect(termsOf(paused)).toEqual(['+ Progressing DeploymentPaused: Deployment is paused']);
  const collided = ask('collisionCount', 172);
  expect(collided).toMatchObject({ value: 1, exact: true });
  expect(termsOf(collided)).toEqual([
    '+ before 0: the status before',
    '+ ReplicaSet default/web-54cbf66849 1: it has the name, but another owner or another template',
  ]);
});

test('the failure of a ReplicaSet is that of its Deployment', () => {
  const told = ask('conditions[ReplicaFailure].reason', 172);
  expect(told).toMatchObject({ value: 'FailedCreate', exact: true });
  expect(termsOf(told)).toHaveLength(1);
  expect(termsOf(told)[0]).toMatch(/^\+ ReplicaSet default\/web-\w+ FailedCreate: pods .* quota/);
});

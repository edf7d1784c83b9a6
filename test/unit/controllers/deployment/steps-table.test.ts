/** What a Deployment does next and what its status is then, for all sizes that a new set and two old ones may have. */
import { defaultProfile } from '#kinds';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTime } from '#values';
import type { Deployment, ReplicaSet } from '#types';
import { planScaling, isScaled } from '../../../../controllers/deployment/proportional.ts';
import {
  newSetReplicas,
  planRollingUpdate,
} from '../../../../controllers/deployment/rolling-update.ts';
import {
  countedStatus,
  isComplete,
  rolloutStatus,
  stuckDelay,
  verdictOf,
} from '../../../../controllers/deployment/status.ts';
import { makeDeployment, makeSet } from './objects.ts';

const now = parseTime('2026-01-01T00:10:00Z');

/** `21`: two pods, one of them available. */
const setOf = (name: string, signs: string, second: number): ReplicaSet =>
  makeSet(name, Number(signs[0]), {
    image: name,
    sizes: [3, 4],
    status: { availableReplicas: Number(signs[1]), readyReplicas: Number(signs[1]) },
    metadata: { creationTimestamp: `2026-01-01T00:00:0${second}Z` },
  });

it('the next step', async () => {
  const states = ['00', '10', '11', '20', '22', '33', '12'];
  const olds = ['00', '10', '11', '21', '33', '01'];
  const rows = states.flatMap((fresh) =>
    olds.flatMap((first) =>
      ['00', '11', '20'].map((second) => {
        const rollout = {
          newSet: setOf('new', fresh, 3),
          oldSets: [setOf('b', second, 2), setOf('a', first, 1)],
        };
        const deployment = makeDeployment(3);
        const larger = makeDeployment(6);
        const texts = (resizes: ReturnType<typeof planScaling>): string =>
          resizes.map(({ set, replicas }) => `${set.metadata.name}${replicas}`).join(' ') || '.';
        const total = [fresh, first, second].reduce((sum, each) => sum + Number(each[0]), 0);
        const status = rolloutStatus(deployment, rollout, now, defaultProfile);
        const { replicas = 0, updatedReplicas = 0, readyReplicas = 0 } = status;
        const { availableReplicas = 0, unavailableReplicas = 0 } = status;
        const numbers = [
          replicas,
          updatedReplicas,
          readyReplicas,
          availableReplicas,
          unavailableReplicas,
        ];
        return [
          `${fresh} ${first} ${second}`,
          texts(planRollingUpdate(deployment, rollout)),
          texts(planScaling(larger, rollout)),
          texts(planScaling(makeDeployment(0), rollout)),
          String(newSetReplicas(deployment, Number(fresh[0]), total)),
          numbers.join(''),
          (status.conditions ?? []).map(({ status: is, reason }) => `${is} ${reason}`).join(', '),
        ].join(' | ');
      }),
    ),
  );
  const head = 'new a b | roll | to 6 | to 0 | new set | numbers | conditions';
  await expect(`${[head, ...rows].join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'steps-table.txt'),
  );
});

const progressing = (reason: string, lastUpdateTime: string | undefined) => ({
  conditions: [
    { type: 'Progressing', status: 'True', reason, ...(lastUpdateTime && { lastUpdateTime }) },
  ],
});
const at = (time: string): string => `2026-01-01T${time}Z`;

describe('a rollout', () => {
  const done = { replicas: 3, updatedReplicas: 3, availableReplicas: 3, observedGeneration: 1 };
  it.each<[string, object, object, boolean]>([
    ['is complete', done, {}, true],
    ['has fewer pods', { ...done, replicas: 2 }, {}, false],
    ['has more pods', { ...done, replicas: 4 }, {}, false],
    ['has old pods', { ...done, updatedReplicas: 2 }, {}, false],
    ['has pods that are not available', { ...done, availableReplicas: 2 }, {}, false],
    ['is of an earlier generation', done, { generation: 2 }, false],
    [
      'has no generation',
      { ...done, observedGeneration: undefined },
      { generation: undefined },
      true,
    ],
    ['was not observed', { ...done, observedGeneration: undefined }, {}, false],
  ])('%s', (_, status, metadata, expected) => {
    expect(isComplete(makeDeployment(3, { metadata }), status)).toBe(expected);
  });

  it('of none is complete without any number', () => {
    expect(isComplete(makeDeployment(0), { observedGeneration: 1 })).toBe(true);
  });

  it.each<[string, Partial<Deployment['spec']>, object, number | undefined]>([
    ['long before the deadline', {}, progressing('ReplicaSetUpdated', at('00:05:00')), 301_000],
    ['a second before', {}, progressing('ReplicaSetUpdated', at('00:00:01')), 2000],
    ['at the deadline', {}, progressing('ReplicaSetUpdated', at('00:00:00')), 1],
    [
      'after it',
      { progressDeadlineSeconds: 599 },
      progressing('ReplicaSetUpdated', at('00:00:00')),
      0,
    ],
    ['when it was said', {}, progressing('ProgressDeadlineExceeded', at('00:00:00')), undefined],
    ['without a time', {}, progressing('ReplicaSetUpdated', undefined), undefined],
    ['without a condition', {}, {}, undefined],
    [
      'without a deadline',
      { progressDeadlineSeconds: undefined },
      progressing('x', at('00:05:00')),
      undefined,
    ],
    [
      'with the largest deadline',
      { progressDeadlineSeconds: 2 ** 31 - 1 },
      progressing('x', at('00:05:00')),
      undefined,
    ],
  ])('is looked at again %s', (_, spec, status, expected) => {
    const deployment = makeDeployment(3, { spec, status: status as never });
    expect(stuckDelay(deployment, {}, now)).toBe(expected);
    if (expected !== undefined) expect(stuckDelay(deployment, done, now)).toBeUndefined();
  });

  const before = { replicas: 4, updatedReplicas: 2, readyReplicas: 3, availableReplicas: 3 };
  it.each<[string, object, string]>([
    ['as before', {}, 'timed out'],
    ['with one more updated', { updatedReplicas: 3, replicas: 5 }, 'progressed'],
    ['with one more ready', { readyReplicas: 4 }, 'progressed'],
    ['with one more available', { availableReplicas: 4 }, 'progressed'],
    ['with an old one less', { replicas: 3 }, 'progressed'],
    [
      'with one less of all',
      { updatedReplicas: 1, replicas: 4, readyReplicas: 2, availableReplicas: 2 },
      'timed out',
    ],
  ])('%s has %s', (_, more, expected) => {
    const status = { ...before, ...progressing('ReplicaSetUpdated', at('00:00:00')) };
    const deployment = makeDeployment(3, { status: status as never });
    const after = { ...status, ...more } as never;
    expect(verdictOf(deployment, after, now + 1)).toBe(
      expected === 'timed out' ? 'timed out' : expected,
    );
    expect(verdictOf(deployment, after, now)).toBe(expected === 'timed out' ? 'waits' : expected);
  });

  it('is noticed to be scaled, and counted without progress', () => {
    const rollout = { newSet: setOf('new', '11', 2), oldSets: [setOf('a', '11', 1)] };
    expect(isScaled(makeDeployment(3), rollout)).toBe(false);
    expect(isScaled(makeDeployment(4), rollout)).toBe(true);
    const reasons = countedStatus(makeDeployment(3), rollout, now, defaultProfile).conditions ?? [];
    expect(reasons.map(({ reason }) => reason)).toEqual(['MinimumReplicasUnavailable']);
  });
});

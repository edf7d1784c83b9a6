import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { formatTime, parseTime } from '#values';
import type { Deployment, DeploymentCondition } from '#types';
import { pauseFinding, setCondition } from '../../../../controllers/deployment/conditions.ts';
import {
  countedStatus,
  rolloutStatus,
  stuckDelay,
} from '../../../../controllers/deployment/status.ts';
import { makeDeployment, makeSet } from './objects.ts';

const now = parseTime('2026-01-01T00:10:00Z');
const ago = (seconds: number): string => formatTime(now - seconds * 1000);

function condition(
  type: string,
  status: string,
  reason: string,
  seconds = 60,
): DeploymentCondition {
  const time = ago(seconds);
  return { type, status, reason, message: 'm', lastUpdateTime: time, lastTransitionTime: time };
}

const minimum = condition('Available', 'True', 'MinimumReplicasAvailable');

/** Four replicas, two of them updated, all available. */
const rollout = {
  newSet: makeSet('new', 2),
  oldSets: [makeSet('old', 2, { image: 'old' })],
};
const counts = { replicas: 4, readyReplicas: 4, availableReplicas: 4, updatedReplicas: 2 };

const stored = (told: DeploymentCondition | undefined, more: object = {}): Deployment =>
  makeDeployment(4, {
    status: {
      ...counts,
      observedGeneration: 1,
      conditions: told === undefined ? [minimum] : [minimum, told],
      ...more,
    },
  });

const progress = (deployment: Deployment, to = rollout): DeploymentCondition | undefined =>
  rolloutStatus(deployment, to, now, defaultProfile).conditions?.find(
    ({ type }) => type === 'Progressing',
  );

describe('the numbers', () => {
  it('are sums over the sets', () => {
    expect(countedStatus(makeDeployment(4), rollout, now, defaultProfile)).toMatchObject(counts);
  });

  it('count as unavailable what is wanted and not available', () => {
    const down = { newSet: makeSet('new', 2, { status: { availableReplicas: 0 } }), oldSets: [] };
    const status = countedStatus(makeDeployment(4), down, now, defaultProfile);
    expect(status.unavailableReplicas).toBe(2);
    expect(status).not.toHaveProperty('availableReplicas');
    expect(status.conditions![0]).toMatchObject({ type: 'Available', status: 'False' });
  });

  it('leave the stored status as it is when nothing changes', () => {
    const deployment = stored(undefined);
    expect(countedStatus(deployment, rollout, now, defaultProfile)).toBe(deployment.status);
  });
});

describe('progress', () => {
  const going = condition('Progressing', 'True', 'ReplicaSetUpdated', 100);

  it('moves the time of the update, not of the transition', () => {
    const told = progress(stored(going, { updatedReplicas: 1 }));
    expect(told).toEqual({
      type: 'Progressing',
      status: 'True',
      reason: 'ReplicaSetUpdated',
      message: 'ReplicaSet "new" is progressing.',
      lastUpdateTime: ago(0),
      lastTransitionTime: ago(100),
    });
  });

  it.each([
    { updatedReplicas: 1 },
    { readyReplicas: 3 },
    { availableReplicas: 3 },
    { replicas: 5 },
  ])('is a change from %j', (before) => {
    expect(progress(stored(going, before))!.lastUpdateTime).toBe(ago(0));
  });

  it('is none when numbers fall or stay', () => {
    expect(progress(stored(going, { readyReplicas: 5 }))).toBe(going);
    expect(progress(stored(going))).toBe(going);
    // One updated pod less is one pod less, and no old one.
    expect(progress(stored(going, { replicas: 5, updatedReplicas: 3 }))).toBe(going);
  });

  it('ends when the last pod is available', () => {
    const done = { newSet: makeSet('new', 4), oldSets: [] };
    expect(progress(stored(going), done)).toMatchObject({
      reason: 'NewReplicaSetAvailable',
      message: 'ReplicaSet "new" has successfully progressed.',
      lastTransitionTime: ago(100),
    });
  });

  it('is not looked at once done, until other pods turn up', () => {
    const done = condition('Progressing', 'True', 'NewReplicaSetAvailable');
    const fewer = { newSet: makeSet('new', 4, { status: { availableReplicas: 3 } }), oldSets: [] };
    expect(progress(stored(done, { replicas: 4, updatedReplicas: 4 }), fewer)).toBe(done);
    expect(progress(stored(done, { updatedReplicas: 1 }))!.reason).toBe('ReplicaSetUpdated');
  });

  it('times out when the deadline is past, not when it is reached', () => {
    expect(progress(stored({ ...going, lastUpdateTime: ago(600) }))!.reason).toBe(
      'ReplicaSetUpdated',
    );
    const late = progress(stored({ ...going, lastUpdateTime: ago(601) }));
    expect(late).toMatchObject({ status: 'False', reason: 'ProgressDeadlineExceeded' });
    expect(late!.lastTransitionTime).toBe(ago(0));
    // And comes back with the next progress.
    const recovered = progress(stored(late, { updatedReplicas: 1 }));
    expect(recovered).toMatchObject({ status: 'True', reason: 'ReplicaSetUpdated' });
  });

  it('is not reported without a deadline', () => {
    const deployment = stored(going, { updatedReplicas: 1 });
    const spec = { ...deployment.spec, progressDeadlineSeconds: 2 ** 31 - 1 };
    expect(progress({ ...deployment, spec })).toBeUndefined();
  });

  it('is looked at again a second after the deadline, or 1 ms after within the last second', () => {
    const delay = (seconds: number, ms = 0): number | undefined => {
      const deployment = stored({ ...going, lastUpdateTime: ago(seconds) });
      return stuckDelay(deployment, deployment.status, now + ms);
    };
    expect(delay(100)).toBe(501_000);
    expect(delay(599)).toBe(2000);
    expect(delay(599, 300)).toBe(701);
    expect(delay(600)).toBe(1);
  });

  it('is not looked at again when done, given up or not reported', () => {
    const delay = (deployment: Deployment) => stuckDelay(deployment, deployment.status, now);
    expect(delay(stored(undefined))).toBeUndefined();
    const late = condition('Progressing', 'False', 'ProgressDeadlineExceeded');
    expect(delay(stored(late))).toBeUndefined();
    expect(delay(stored(going, { updatedReplicas: 4 }))).toBeUndefined();
  });
});

describe('failures of sets', () => {
  const failure = (message: string) => ({
    status: {
      conditions: [
        {
          type: 'ReplicaFailure',
          status: 'True',
          reason: 'FailedCreate',
          message,
          lastTransitionTime: ago(5),
        },
      ],
    },
  });
  const failing = {
    newSet: makeSet('new', 2, failure('of the new')),
    oldSets: [makeSet('old', 2, { ...failure('of the old'), image: 'old' })],
  };

  it('are passed on, those of the new set first', () => {
    const { conditions } = rolloutStatus(stored(undefined), failing, now, defaultProfile);
    expect(conditions!.at(-1)).toEqual({
      ...failing.newSet.status.conditions![0],
      lastUpdateTime: ago(5),
    });
    const told = stored(conditions!.at(-1));
    expect(rolloutStatus(told, rollout, now, defaultProfile).conditions).toEqual([minimum]);
  });
});

describe('conditions', () => {
  it('of the same status and reason stay untouched', () => {
    const list = [minimum];
    const again = {
      ...condition('Available', 'True', 'MinimumReplicasAvailable', 0),
      message: 'x',
    };
    expect(setCondition(list, again)).toBe(list);
  });

  it('that change move to the end', () => {
    const other = condition('Progressing', 'True', 'ReplicaSetUpdated');
    const gone = condition('Available', 'False', 'MinimumReplicasUnavailable', 0);
    expect(setCondition([minimum, other], gone)).toEqual([other, gone]);
  });
});

describe('pausing', () => {
  const paused = (told: DeploymentCondition | undefined, isPaused: boolean): string | undefined => {
    const deployment = stored(told);
    return pauseFinding({ ...deployment, spec: { ...deployment.spec, paused: isPaused } })?.reason;
  };

  it('is reported once, and so is resuming', () => {
    const going = condition('Progressing', 'True', 'ReplicaSetUpdated');
    const told = condition('Progressing', 'Unknown', 'DeploymentPaused');
    expect(paused(going, true)).toBe('DeploymentPaused');
    expect(paused(undefined, true)).toBe('DeploymentPaused');
    expect(paused(told, true)).toBeUndefined();
    expect(paused(told, false)).toBe('DeploymentResumed');
    expect(paused(going, false)).toBeUndefined();
  });

  it('does not cover up that the deadline has passed', () => {
    expect(
      paused(condition('Progressing', 'False', 'ProgressDeadlineExceeded'), true),
    ).toBeUndefined();
  });
});

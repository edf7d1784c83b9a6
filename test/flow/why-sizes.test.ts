/** Explanations of `spec.replicas`: of ReplicaSets by their Deployment, of targets by their autoscaler. */
import { beforeAll, describe, expect, it } from 'vitest';
import { deployment, replicaSet } from '#kinds';
import type { ReplicaSet } from '#types';
import { pastOf, stagesOf, type PlayedPast } from '../support/past.ts';

describe('a rolling update', () => {
  let past: PlayedPast;
  beforeAll(async () => {
    past = await pastOf('deployment/rolling-update.yaml');
  });

  /** The sizes at a second of the run, of the sets from the oldest on. */
  const ask = (seconds: number, nth: number) => {
    const sets = past.past.list('replicasets.apps', past.past.revision) as readonly ReplicaSet[];
    const byRevision = (set: ReplicaSet): number =>
      Number(set.metadata.annotations!['deployment.kubernetes.io/revision']);
    const sorted = sets.toSorted((a, b) => byRevision(a) - byRevision(b));
    return past.ask(replicaSet, sorted[nth]!.metadata.name, 'spec.replicas', seconds);
  };

  it('says why the new set has two pods and waits', () => {
    const told = ask(35, 1);
    expect(told).toMatchObject({ value: 2, exact: true });
    expect(stagesOf(told)).toEqual([
      '= desired 4: spec.replicas of Deployment default/web',
      '= at most 5: desired plus 1: maxSurge 25%',
      '= at least 3: must be available at any time: desired minus 1: maxUnavailable 25%',
      '= there are 5: asked of its ReplicaSets',
      '* may be added 0: 5 at most, 5 there',
      '= size 2: 2 more are desired: it waits until old pods are gone',
    ]);
  });

  it('says why the old set keeps three', () => {
    const told = ask(35, 0);
    expect(told).toMatchObject({ value: 3, exact: true });
    expect(stagesOf(told).slice(4)).toEqual([
      '= awaited 2: pods of the new ReplicaSet that are not available yet',
      '* may be removed 0: of those that there are, without those that must be available and those that are awaited',
      '= size 3: nothing may be removed now',
    ]);
  });
});

it('the size that an autoscaler has set has the calculation of the autoscaler', async () => {
  const past = await pastOf('hpa/a-busy-quarter.yaml');
  const told = past.ask(deployment, 'web', 'spec.replicas', 61);
  expect(told).toMatchObject({ value: 4, exact: true });
  expect(told.account!.rule).toContain('HorizontalPodAutoscaler default/web');
  expect(stagesOf(told)).toContain(
    '* policy 4: 8 would exceed policy 2 pods in 30 s, which allows 4',
  );
});

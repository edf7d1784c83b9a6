/** How many pods a budget covers, and how many of them have to be healthy. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import type { PodDisruptionBudget } from '#types';
import { expectedOf, type Scaler } from '../../../../controllers/disruption/expected.ts';
import { makePod } from '../objects.ts';

interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid?: string;
}

const referenceTo = ({ apiVersion, kind, name, uid = name }: Owner) => ({
  ...{ apiVersion, kind, name, uid, controller: true },
});
const podOf = (name: string, owner?: Owner) =>
  makePod(name, {}, owner && { ownerReferences: [referenceTo(owner)] });
const scaler = (name: string, replicas?: number, owner?: Owner): Scaler =>
  ({
    metadata: { name, uid: name, ...(owner && { ownerReferences: [referenceTo(owner)] }) },
    spec: replicas === undefined ? {} : { replicas },
  }) as unknown as Scaler;

const deployment: Owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const ofDeployment: Owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'd-1' };
const replicaSet: Owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs' };
const statefulSet: Owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'ss' };
const controller: Owner = { apiVersion: 'v1', kind: 'ReplicationController', name: 'rc' };

const lookup = (...those: readonly Scaler[]) => ({
  get: (_: unknown, name: string) => those.find(({ metadata }) => metadata.name === name) as never,
});
const scalers = {
  deployments: lookup(scaler('d', 5)),
  replicaSets: lookup(
    scaler('d-1', 2, deployment),
    scaler('d-2', 3, deployment),
    scaler('rs', 4),
    scaler('orphan', 7, { ...deployment, name: 'gone' }),
    scaler('renewed', 8, { ...deployment, uid: 'before' }),
  ),
  statefulSets: lookup(scaler('ss')),
  replicationControllers: lookup(scaler('rc', 0)),
  profile: defaultProfile,
};

function expected(spec: PodDisruptionBudget['spec'], ...owners: readonly (Owner | undefined)[]) {
  const pods = owners.map((owner, index) => podOf(`p${index}`, owner));
  const found = expectedOf({ spec } as PodDisruptionBudget, pods, scalers);
  return {
    numbers: [found.expectedPods, found.desiredHealthy],
    unmanaged: found.unmanaged,
    by: found.scalers.map(({ metadata }) => metadata.name),
  };
}

describe('a budget', () => {
  it.each<[PodDisruptionBudget['spec'], readonly number[]]>([
    [{}, [0, 0]],
    [{ minAvailable: 3 }, [2, 3]],
    [{ minAvailable: 0 }, [2, 0]],
    [{ minAvailable: '50%' }, [4, 2]],
    [{ minAvailable: '51%' }, [4, 3]],
    [{ minAvailable: '100%' }, [4, 4]],
    [{ maxUnavailable: 0 }, [4, 4]],
    [{ maxUnavailable: 1 }, [4, 3]],
    [{ maxUnavailable: 4 }, [4, 0]],
    [{ maxUnavailable: 5 }, [4, 0]],
    [{ maxUnavailable: '26%' }, [4, 2]],
    [{ maxUnavailable: '200%' }, [4, 0]],
  ])('of %j, for two pods of a set of four: %j', (spec, numbers) => {
    expect(expected(spec, replicaSet, replicaSet).numbers).toEqual(numbers);
  });
});

describe('pods are counted', () => {
  const spec = { maxUnavailable: 0 };
  it.each<[string, readonly (Owner | undefined)[], number, readonly string[]]>([
    ['by their set', [replicaSet], 4, ['rs']],
    ['as one where that does not say', [statefulSet], 1, ['ss']],
    ['as none where that says so', [controller], 0, ['rc']],
    ['by the Deployment of their set', [ofDeployment], 5, ['d']],
    ['by their Deployment', [deployment], 5, ['d']],
    [
      'once for two sets of a Deployment',
      [ofDeployment, { ...ofDeployment, name: 'd-2' }],
      5,
      ['d'],
    ],
    [
      'by their set where its Deployment is gone',
      [{ ...replicaSet, name: 'orphan' }],
      7,
      ['orphan'],
    ],
    [
      'by their set where its Deployment is another',
      [{ ...replicaSet, name: 'renewed' }],
      8,
      ['renewed'],
    ],
    [
      'by all that they belong to',
      [replicaSet, statefulSet, controller, replicaSet],
      5,
      ['rs', 'ss', 'rc'],
    ],
  ])('%s', (_, owners, total, by) => {
    expect(expected(spec, ...owners)).toEqual({ numbers: [total, total], unmanaged: [], by });
  });

  it('not when they belong to none, which is said', () => {
    expect(expected(spec, undefined, replicaSet, undefined)).toEqual({
      ...{ numbers: [4, 4], unmanaged: ['p0', 'p2'], by: ['rs'] },
    });
  });

  it.each<[Owner, string]>([
    [{ ...replicaSet, name: 'none' }, 'found no controllers for pod "p0"'],
    [{ ...replicaSet, uid: 'before' }, 'found no controllers for pod "p0"'],
    [
      { ...replicaSet, apiVersion: 'example.com/v1' },
      'no matches for kind "ReplicaSet" in version "example.com/v1"',
    ],
    [
      { apiVersion: 'batch/v1', kind: 'Job', name: 'j' },
      'jobs.batch does not implement the scale subresource',
    ],
    [
      { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'j' },
      'daemonsets.apps does not implement the scale subresource',
    ],
  ])('not by %j', (owner, why) => {
    expect(() => expected(spec, owner)).toThrow(why);
    expect(expected({ minAvailable: 1 }, owner).numbers).toEqual([1, 1]);
  });
});

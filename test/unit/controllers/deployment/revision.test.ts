/** How a Deployment makes its new ReplicaSet, and what it does where it cannot. */
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import { profileOf, replicaSet } from '#kinds';
import { alreadyExists, internalError } from '#values';
import type { Deployment, ReplicaSet } from '#types';
import type { Pass } from '../../../../controllers/deployment/pass.ts';
import { newReplicaSet } from '../../../../controllers/deployment/new-replica-set.ts';
import { createNewSet, syncRevision } from '../../../../controllers/deployment/revision.ts';
import { start } from '../../../support/api.ts';
import { makeDeployment } from './objects.ts';

const REVISION = 'deployment.kubernetes.io/revision';

function rig(sets: readonly ReplicaSet[] = [], fails?: Error) {
  const calls: string[] = [];
  const written: (Deployment | ReplicaSet)[] = [];
  const said: string[] = [];
  const client = {
    async create(_: unknown, object: ReplicaSet) {
      await Promise.resolve();
      calls.push('create');
      if (fails !== undefined) throw fails;
      return object;
    },
    async update(_: unknown, object: Deployment, { subresource = '' } = {}) {
      await Promise.resolve();
      calls.push(`update ${object.kind} ${subresource}`.trim());
      written.push(object);
      return object;
    },
  };
  const event = (_: unknown, type: string, reason: string, text: string): void =>
    void said.push(`${type} ${reason}: ${text}`);
  const lister = {
    get: (_: string, name: string) => sets.find(({ metadata }) => metadata.name === name),
    byIndex: (_: string, uid: string) =>
      sets.filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid)),
  };
  const pass = {
    ...{ client, events: { event }, clientKnowing: () => client, sets: lister },
    ...{ clock: new VirtualClock({ start }), profile: profileOf(24) },
  } as unknown as Pass;
  return { calls, written, said, pass };
}

const conditionOf = (deployment: unknown) =>
  (deployment as Deployment).status.conditions?.map(
    ({ type, status, reason }) => `${type} ${status} ${reason}`,
  );
const deployment = makeDeployment(3);
const made = {
  ...newReplicaSet(deployment, []),
  ...{ kind: 'ReplicaSet', status: { replicas: 0 } },
} as unknown as ReplicaSet;
const { name } = made.metadata;

describe('the new ReplicaSet of a Deployment', () => {
  it('is created, and its revision and the progress written', async () => {
    const { calls, said, pass } = rig();
    const { newSet, deployment: left } = await createNewSet(pass, {
      deployment,
      oldSets: [],
    } as never);
    expect(calls).toEqual(['create', 'update Deployment status']);
    expect(newSet!.metadata.name).toBe(name);
    expect(left.metadata.annotations).toEqual({ [REVISION]: '1' });
    expect(conditionOf(left)).toEqual(['Progressing True NewReplicaSetCreated']);
    expect(said).toEqual([`Normal ScalingReplicaSet: Scaled up replica set ${name} to 3`]);
  });

  it('without pods is created without a word', async () => {
    const { said, pass } = rig();
    await createNewSet(pass, { deployment: makeDeployment(0), oldSets: [] } as never);
    expect(said).toEqual([]);
  });

  it('without a deadline writes nothing about progress', async () => {
    const endless = makeDeployment(3, { spec: { progressDeadlineSeconds: undefined } as never });
    const { pass } = rig();
    const { deployment: left } = await createNewSet(pass, {
      deployment: endless,
      oldSets: [],
    } as never);
    expect(conditionOf(left)).toBeUndefined();
    expect(left.metadata.annotations).toEqual({ [REVISION]: '1' });
  });

  const exists = alreadyExists(replicaSet, name);

  it('that is there already, though new to the cache, is taken', async () => {
    const { calls, said, pass } = rig([made], exists);
    const { newSet } = await createNewSet(pass, { deployment, oldSets: [] } as never);
    expect(newSet).toBe(made);
    expect(calls).toEqual(['create', 'update Deployment status']);
    expect(said).toEqual([]);
  });

  it.each<[why: string, taken: ReplicaSet]>([
    ['is of another owner', { ...made, metadata: { ...made.metadata, ownerReferences: [] } }],
    ['has another template', { ...made, spec: { ...made.spec, template: { spec: {} } } } as never],
  ])('whose name %s gets another the next time', async (_, taken) => {
    const { calls, written, pass } = rig([taken], exists);
    await expect(createNewSet(pass, { deployment, oldSets: [] } as never)).rejects.toBe(exists);
    expect(calls).toEqual(['create', 'update Deployment status']);
    expect((written[0] as Deployment).status.collisionCount).toBe(1);
  });

  it('whose name is taken by what the cache does not show is tried again', async () => {
    const { calls, pass } = rig([], exists);
    await expect(createNewSet(pass, { deployment, oldSets: [] } as never)).rejects.toBe(exists);
    expect(calls).toEqual(['create']);
  });

  it('that cannot be created is reported', async () => {
    const { calls, written, said, pass } = rig([], internalError('storage is down'));
    await expect(createNewSet(pass, { deployment, oldSets: [] } as never)).rejects.toThrow(
      'storage is down',
    );
    expect(calls).toEqual(['create', 'update Deployment status']);
    expect(conditionOf(written[0])).toEqual(['Progressing False ReplicaSetCreateError']);
    expect(said).toEqual([
      `Warning ReplicaSetCreateError: Failed to create new replica set "${name}": Internal error occurred: storage is down`,
    ]);
  });
});

describe('the present ReplicaSet of a Deployment', () => {
  const at = (revision: string, status: object = {}) =>
    makeDeployment(3, {
      metadata: { annotations: { [REVISION]: revision } },
      status: status as never,
    });
  const progressing = { conditions: [{ type: 'Progressing', status: 'True', reason: 'x' }] };

  it('is noted once it is found', async () => {
    const { calls, written, pass } = rig();
    await syncRevision(pass, makeDeployment(3), { newSet: made, oldSets: [] } as never);
    expect(calls).toEqual(['update Deployment status']);
    expect(conditionOf(written[0])).toEqual(['Progressing True FoundNewReplicaSet']);
    expect(written[0]!.metadata.annotations).toEqual({ [REVISION]: '1' });
  });

  it('is left alone where all is written', async () => {
    const { calls, pass } = rig();
    await syncRevision(pass, at('1', progressing), { newSet: made, oldSets: [] } as never);
    expect(calls).toEqual([]);
  });

  it('gets the seconds for which pods have to be ready', async () => {
    const slow = { ...at('1', progressing), spec: { ...deployment.spec, minReadySeconds: 5 } };
    const { calls, written, pass } = rig();
    await syncRevision(pass, slow, { newSet: made, oldSets: [] } as never);
    expect(calls).toEqual(['update ReplicaSet']);
    expect((written[0] as ReplicaSet).spec.minReadySeconds).toBe(5);
  });

  it('is none before it is created', async () => {
    const { calls, pass } = rig();
    const found = await syncRevision(pass, deployment, { newSet: undefined, oldSets: [] } as never);
    expect([found.deployment, found.newSet, calls]).toEqual([deployment, undefined, []]);
  });
});

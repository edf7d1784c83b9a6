/** Explanations of StatefulSets: which pod is waited for, and why a pod is not there or not updated. */
import { beforeAll, describe, expect, it } from 'vitest';
import { pod, statefulSet } from '#kinds';
import { QuestionError } from '#record';
import { actsOf, pastOf, pastOfText, termsOf, type PlayedPast } from '../support/past.ts';

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOf('statefulset/ordered.yaml');
});

const ask = (field: string, seconds: number) =>
  past.ask(statefulSet, 'db', `status.${field}`, seconds);

describe('the numbers of a StatefulSet', () => {
  it('name the pod that is waited for while it comes up', () => {
    const told = ask('replicas', 3);
    expect(told).toMatchObject({ value: 1, exact: true });
    expect(termsOf(told)).toEqual([
      '+ Pod default/db-0: it is there',
      '- Pod default/db-1: pods are made in the order of their ordinals: db-0 is not ready',
      '- Pod default/db-2: pods are made in the order of their ordinals: db-0 is not ready',
      '- waits for db-0: db-0 is not ready: the next pod is made, removed or updated only after that',
    ]);
  });

  it('are counted pod by pod', () => {
    expect(termsOf(ask('readyReplicas', 10))).toEqual([
      '+ Pod default/db-0: it runs and is ready',
      '- Pod default/db-1: it is not ready',
      '- Pod default/db-2: pods are made in the order of their ordinals: db-1 is not ready',
      expect.stringMatching(/^- waits for db-1/),
    ]);
  });

  it('name the partition that holds back an update', () => {
    const told = ask('updatedReplicas', 110);
    expect(told).toMatchObject({ value: 1, exact: true });
    expect(termsOf(told)).toEqual([
      expect.stringMatching(
        /^- Pod default\/db-0: it has the revision db-\w+: its ordinal is below the partition 2$/,
      ),
      expect.stringMatching(
        /^- Pod default\/db-1: it has the revision db-\w+: its ordinal is below the partition 2$/,
      ),
      expect.stringMatching(/^\+ Pod default\/db-2: it has the revision db-\w+$/),
    ]);
    expect(ask('currentReplicas', 110)).toMatchObject({ value: 2, exact: true });
  });

  it('name the pod that an update waits for', () => {
    const told = ask('updatedReplicas', 184);
    expect(termsOf(told)[0]).toMatch(
      /^- Pod default\/db-0: .*: the highest ordinal goes first, and db-1 is not ready$/,
    );
  });
});

describe('a pod of a StatefulSet that is not there', () => {
  it('waits for the one before it', () => {
    const told = past.askNot('pod/db-2', 10);
    expect(told.answer).toBe('did not exist yet: it was created later');
    expect(termsOf(told)[0]).toBe(
      '- StatefulSet default/db: pods are made in the order of their ordinals: db-1 is not ready',
    );
  });

  it('may be beyond the replicas', () => {
    const told = past.askNot('pod/db-7', 100);
    expect(told.answer).toBe('is not there');
    expect(termsOf(told)).toEqual([
      '- StatefulSet default/db: spec.replicas is 3: the last one is db-2',
    ]);
  });

  it('is of no set where none has such pods', () => {
    expect(() => past.askNot('pod/other-1', 100)).toThrow(QuestionError);
  });

  it('was deleted as the set shrank, the highest first', () => {
    const told = past.askNot('pod/db-2', 265);
    expect(told).toMatchObject({ answer: 'does not exist: it was deleted', exact: true });
    expect(termsOf(told)).toEqual([
      '+ StatefulSet default/db: spec.replicas is 1, and the highest ordinal goes first',
    ]);
    expect(actsOf(told).at(-1)).toBe('scenario updated StatefulSet default/db');
  });
});

it('a pod was deleted to be updated', () => {
  const [deleted] = [...past.past.changes()].filter(
    ({ value, origin }) =>
      value.metadata.name === 'db-1' &&
      value.metadata.deletionTimestamp !== undefined &&
      origin.actor === 'statefulset-controller',
  );
  const moment = { revision: deleted!.revision, time: deleted!.time };
  const told = past.askAt(pod, 'db-1', 'metadata.deletionTimestamp', moment);
  expect(told.exact).toBe(true);
  expect(termsOf(told)[0]).toMatch(/: it had the revision db-\w+, not db-\w+, and the highest/);
});

it('pods that come in parallel wait for none, and OnDelete waits for somebody', async () => {
  const parallel = await pastOfText(`
name: parallel
until: 1m
cluster: { nodes: 1 }
steps:
  - at: 0s
    apply:
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: { name: db }
      spec:
        replicas: 2
        serviceName: db
        podManagementPolicy: Parallel
        updateStrategy: { type: OnDelete }
        selector: { matchLabels: { app: db } }
        template:
          metadata: { labels: { app: db }, annotations: { sim/ready-seconds: '20' } }
          spec: { containers: [{ name: db, image: 'i:1' }] }
  - at: 30s
    setImage: { kind: StatefulSet, name: db, image: 'i:2' }
`);
  expect(termsOf(parallel.ask(statefulSet, 'db', 'status.replicas', 5))).toEqual([
    '+ Pod default/db-0: it is there',
    '+ Pod default/db-1: it is there',
  ]);
  expect(termsOf(parallel.ask(statefulSet, 'db', 'status.updatedReplicas', 40))[0]).toMatch(
    /with OnDelete, it keeps that until it is deleted$/,
  );
});

/** Explanations of what could not be created: which quota, limit or policy refused it, with figures. */
import { describe, expect, it } from 'vitest';
import { replicaSet } from '#kinds';
import { pastOf, pastOfText, termsOf, type PlayedPast } from '../support/past.ts';

const template = `
        template:
          metadata: { labels: { app: web } }
          spec: { containers: [{ name: c, image: 'i:1', resources: { limits: { memory: 1Gi }, requests: { memory: 1Gi } } }] }`;

const refusedBy = (object: string, spec: string): Promise<PlayedPast> =>
  pastOfText(`
name: refused
until: 1m
cluster: { nodes: 1 }
steps:
  - at: 0s
    apply:
      ${object}
  - at: 1s
    apply:
${spec}`);

const set = `
      apiVersion: apps/v1
      kind: ReplicaSet
      metadata: { name: web }
      spec:
        replicas: 3
        selector: { matchLabels: { app: web } }${template}`;

describe('a ReplicaSet that has too few pods', () => {
  it('is refused more by a quota, with what is used, asked for and allowed', async () => {
    const past = await refusedBy(
      `{ apiVersion: v1, kind: ResourceQuota, metadata: { name: small }, spec: { hard: { pods: '2' } } }`,
      set,
    );
    const told = past.ask(replicaSet, 'web', 'status.replicas', 50);
    expect(told).toMatchObject({ value: 2, exact: true });
    const refused = expect.stringMatching(
      /^- ResourceQuota default\/small: refused at 2026-01-01T00:00:\d\dZ: pods: 2 used \+ 1 asked for > 2 allowed$/,
    );
    expect(termsOf(told).at(-1)).toEqual(refused);
    const more = past.askNot('rs/web', 50, { size: 'more' });
    expect(more.answer).toBe('status.replicas is 2');
    expect(termsOf(more)).toContainEqual(refused);
  });

  it('is refused pods by a limit', async () => {
    const past = await refusedBy(
      `{ apiVersion: v1, kind: LimitRange, metadata: { name: low }, spec: { limits: [{ type: Container, max: { memory: 512Mi } }] } }`,
      set,
    );
    expect(termsOf(past.ask(replicaSet, 'web', 'status.replicas', 50))).toEqual([
      expect.stringMatching(
        /^- LimitRange: refused at .*: maximum memory usage per Container is 512Mi, but limit is 1Gi$/,
      ),
    ]);
  });

  it('is refused nothing where it has all of them', async () => {
    const past = await pastOf('quota/no-room-for-a-rollout.yaml');
    const sets = [...past.past.changes()].filter(({ value }) => value.kind === 'ReplicaSet');
    const first = sets[0]!.value.metadata.name;
    expect(termsOf(past.ask(replicaSet, first, 'status.replicas', 20)).join()).not.toMatch(
      /refused/,
    );
    expect(past.askNot(`rs/${first}`, 20, { size: 'more' }).answer).toBe('spec.replicas is 4');
  });
});

it('a pod of a StatefulSet and one of a DaemonSet may be refused by a quota', async () => {
  const past = await pastOfText(`
name: refused
until: 1m
cluster: { nodes: 1 }
steps:
  - at: 0s
    apply: { apiVersion: v1, kind: ResourceQuota, metadata: { name: none }, spec: { hard: { pods: '0' } } }
  - at: 1s
    apply:
      - apiVersion: apps/v1
        kind: StatefulSet
        metadata: { name: db }
        spec: { serviceName: db, selector: { matchLabels: { app: db } }, template: &t { metadata: { labels: { app: db } }, spec: { containers: [{ name: c, image: 'i:1' }] } } }
      - apiVersion: apps/v1
        kind: DaemonSet
        metadata: { name: agent }
        spec: { selector: { matchLabels: { app: db } }, template: *t }
      - apiVersion: batch/v1
        kind: Job
        metadata: { name: task }
        spec: { template: { spec: { restartPolicy: Never, containers: [{ name: c, image: 'i:1' }] } } }
`);
  const sums = 'pods: 0 used + 1 asked for > 0 allowed';
  expect(termsOf(past.askNot('pod/db-0', 50)).join()).toContain(sums);
  expect(termsOf(past.askNot('ds/agent', 50, { on: 'node-1' })).join()).toContain(sums);
  const more = past.askNot('job/task', 50, { size: 'more' });
  expect(more.answer).toBe('has 0 active pods');
  expect(termsOf(more).join()).toContain(sums);
});

it('a CronJob may be refused its Job', async () => {
  const past = await pastOf('quota/counting-jobs.yaml');
  const told = past.askNot('cj/probe', 270);
  expect(told.answer).toBe('has no Job for 2026-01-01T00:04:00Z');
  expect(termsOf(told).at(-1)).toMatch(
    /^- ResourceQuota default\/jobs: .*count\/jobs.batch: 3 used \+ 1 asked for > 3 allowed$/,
  );
});

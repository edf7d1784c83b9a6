/** Why something did not happen: no Job, no pod on a node, no other size, no object. */
import { describe, expect, it } from 'vitest';
import { QuestionError } from '#record';
import { actsOf, pastOf, pastOfText, plain, termsOf } from '../support/past.ts';

describe('a CronJob', () => {
  it('started no Job while it was suspended', async () => {
    const past = await pastOf('cronjob/suspended.yaml');
    const told = past.askNot('cronjob/sync', 1300);
    expect(told.answer).toBe('has no Job for 2026-01-01T00:20:00Z');
    expect(termsOf(told)).toEqual(['- 2026-01-01T00:20:00Z: skipped: the schedule was suspended']);
  });

  it('has started one, also where that is due at the very moment', async () => {
    const past = await pastOf('cronjob/suspended.yaml');
    const told = past.askNot('cronjob/sync', 600);
    expect(told.answer).toBe('has started a Job for 2026-01-01T00:10:00Z');
  });

  it('may not have been due at all yet', async () => {
    const past = await pastOf('cronjob/suspended.yaml');
    expect(termsOf(past.askNot('cj/sync', 10))).toEqual([
      '- schedule: the schedule */10 * * * * was not due until then; it is next at 2026-01-01T00:10:00Z',
    ]);
  });
});

describe('a node without a pod', () => {
  it('is one that a DaemonSet does not want', async () => {
    const past = await pastOf('daemonset/node-selector.yaml');
    const set = [...past.past.changes()].find(({ value }) => value.kind === 'DaemonSet')!;
    const { name } = set.value.metadata;
    const node = [...past.past.changes()].find(({ value }) => value.kind === 'Node')!.key;
    const told = past.askNot(`ds/${name}`, 1, { on: node });
    expect(told.answer).toMatch(new RegExp(`^has (no pod|pod \\S+) on ${node}$`));
    expect(termsOf(told)).toHaveLength(1);
    expect(termsOf(past.askNot(`ds/${name}`, 1, { on: 'nowhere' }))).toEqual([
      '- Node nowhere: there is no such node',
    ]);
  });

  it('has something against the pod', async () => {
    const past = await pastOf('nodes/preemption.yaml');
    const told = past.askNot('pod/polite', 60, { on: 'node' });
    expect(told).toMatchObject({ answer: 'status.phase is Pending' });
    expect(termsOf(told)).toEqual([
      '- Node node: NodeResourcesFit: 0 of 3 cpu is free, the pod requests 1',
    ]);
    expect(termsOf(past.askNot('pod/polite', 60, { on: 'nowhere' }))).toEqual([
      '- Node nowhere: it was not among those that were looked at',
    ]);
  });
});

describe('an object that is not there', () => {
  it('was deleted: by whom, and why', async () => {
    const past = await pastOf('nodes/taints.yaml');
    const told = past.askNot('pod/patient', 250);
    expect(told).toMatchObject({ answer: 'does not exist: it was deleted', exact: true });
    expect(termsOf(told)[0]).toBe(
      '+ taint upkeep=yes:NoExecute of node-1: the pod tolerates it for 60 s',
    );
    expect(actsOf(told)[0]).toBe('taint-controller updated Pod default/patient');
  });

  it('came later', async () => {
    const past = await pastOf('nodes/preemption.yaml');
    const told = past.askNot('pod/urgent', 10);
    expect(told.answer).toBe('did not exist yet: it was created later');
    expect(plain(actsOf(told))).toEqual(['scenario created Pod default/urgent']);
  });

  it('may never have been', async () => {
    const past = await pastOf('nodes/preemption.yaml');
    expect(() => past.askNot('pod/missing', 10)).toThrow(QuestionError);
    expect(() => past.askNot('pod/missing', 10)).toThrow('there has never been a Pod');
  });
});

it('has the account of its size where an object does not have another', async () => {
  const past = await pastOf('hpa/growth.yaml');
  const set = [...past.past.changes()].find(
    ({ value }) => value.kind === 'HorizontalPodAutoscaler',
  )!;
  const told = past.askNot(`hpa/${set.value.metadata.name}`, 120, { size: 'more' });
  expect(told.answer).toMatch(/^status\.desiredReplicas is \d+$/);
  expect(told.account?.rule).toMatch(/recommendation/);
});

it('has no answer for other objects', async () => {
  const past = await pastOf('nodes/preemption.yaml');
  expect(() => past.askNot('pod/polite', 60)).toThrow('no controller says what Pod default/polite');
  expect(() => past.askNot('pod/polite', 60, { on: 'node', size: 'more' })).toThrow('not both');
});

describe('a workload without a pod on a node', () => {
  it('says where its pods are, and what the node has against one', async () => {
    const past = await pastOfText(`
name: places
until: 30s
cluster:
  nodes:
    - { name: free }
    - { name: closed, taints: ['gpu=yes:NoSchedule'] }
steps:
  - at: 0s
    apply:
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec:
        replicas: 1
        selector: { matchLabels: { app: web } }
        template:
          metadata: { labels: { app: web } }
          spec: { containers: [{ name: c, image: 'i:1' }] }
`);
    const told = past.askNot('deploy/web', 20, { on: 'closed' });
    expect(told.answer).toBe('has no pod on closed');
    expect(plain(termsOf(told))).toEqual([
      '- Node closed: TaintToleration: the pod does not tolerate its taint gpu=yes:NoSchedule',
      expect.stringMatching(/^- Pod default\/web-\w+-\*: it is on free$/),
    ]);
    expect(past.askNot('deploy/web', 20, { on: 'free' }).answer).toMatch(
      /^has pod web-\S+ on free$/,
    );
    expect(termsOf(past.askNot('deploy/web', 20, { on: 'gone' }))[0]).toBe(
      '- Node gone: there is no such node',
    );
  });
});

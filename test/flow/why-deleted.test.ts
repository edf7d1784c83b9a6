/** Explanations of what is gone: who deleted it, and why. */
import { describe, expect, it } from 'vitest';
import type { Change } from '#store';
import { actsOf, pastOf, pastOfText, plain, termsOf, type PlayedPast } from '../support/past.ts';

/** Whose deletion a controller, or a client, began or carried out. */
function deletionsBy(past: PlayedPast, actor: string, kind = 'Pod'): readonly Change[] {
  return [...past.past.changes()].filter(({ type, value, previous, origin }) => {
    const begins =
      value.metadata.deletionTimestamp !== undefined &&
      previous?.metadata.deletionTimestamp === undefined;
    return value.kind === kind && origin.actor === actor && (type === 'deleted' || begins);
  });
}

/** Why the first of them is gone, at the end. */
function whyGone(past: PlayedPast, actor: string, end: number, kind = 'Pod') {
  const [first] = deletionsBy(past, actor, kind);
  const told = past.askNot(`${kind}/${first!.value.metadata.name}`, end);
  expect(told).toMatchObject({ answer: 'does not exist: it was deleted', exact: true });
  expect(told.chain[0]!.actor).toBe(actor);
  return { ...told, terms: plain(termsOf(told)) };
}

const template = `
        template:
          metadata: { labels: { app: web } }
          spec: { containers: [{ name: c, image: 'i:1' }] }`;

describe('a pod is gone', () => {
  it('as its node is', async () => {
    const past = await pastOfText(`
name: lost
until: 3m
cluster: { nodes: 2 }
steps:
  - at: 0s
    apply:
      apiVersion: v1
      kind: Pod
      metadata: { name: lonely }
      spec: { nodeName: node-1, containers: [{ name: c, image: 'i:1' }] }
  - at: 20s
    removeNode: node-1
`);
    expect(whyGone(past, 'pod-garbage-collector', 180).terms).toEqual([
      '+ Node node-1: it is gone, for 40 s at least: its kubelet ends no pod any more',
    ]);
  });

  it('as its owner is', async () => {
    const past = await pastOfText(`
name: owned
until: 1m
cluster: { nodes: 1 }
steps:
  - at: 0s
    apply:
      apiVersion: apps/v1
      kind: ReplicaSet
      metadata: { name: web }
      spec:
        replicas: 1
        selector: { matchLabels: { app: web } }${template}
  - at: 20s
    delete: { kind: ReplicaSet, name: web }
`);
    const told = whyGone(past, 'garbage-collector-controller', 60);
    expect(told.terms).toEqual(['+ ReplicaSet default/web: it is gone']);
    expect(told.account?.rule).toBe(
      'is the end of its grace period: none of its owners is there to stay',
    );
    expect(actsOf(told)).toContain('scenario deleted ReplicaSet default/web');
  });

  it('as its node does not match any more', async () => {
    const past = await pastOf('daemonset/node-selector.yaml');
    expect(whyGone(past, 'daemonset-controller', 85).terms).toEqual([
      '+ Node fast-1: node selector or affinity does not match',
    ]);
  });

  it('as a rolling update replaces it', async () => {
    const past = await pastOf('daemonset/rolling-update.yaml');
    const found = deletionsBy(past, 'daemonset-controller').map(({ value }) =>
      termsOf(past.askNot(`pod/${value.metadata.name}`, 115)),
    );
    expect(found.flat()).toContain(
      '+ template: the pod has an older one: the rolling update replaces it, with maxUnavailable 30% and maxSurge 0',
    );
  });

  it('as its Job asks for fewer, is suspended, or has failed', async () => {
    const past = await pastOfText(`
name: jobs
until: 2m
cluster: { nodes: 1 }
definitions:
  template: &template
    metadata: { annotations: { sim/run-seconds: never } }
    spec: { restartPolicy: Never, containers: [{ name: c, image: 'i:1' }] }
steps:
  - at: 0s
    apply:
      - { apiVersion: batch/v1, kind: Job, metadata: { name: fewer }, spec: { parallelism: 2, template: *template } }
      - { apiVersion: batch/v1, kind: Job, metadata: { name: later }, spec: { template: *template } }
      - { apiVersion: batch/v1, kind: Job, metadata: { name: slow }, spec: { activeDeadlineSeconds: 40, template: *template } }
  - at: 20s
    patch: { kind: Job, name: fewer, body: { spec: { parallelism: 1 } } }
  - at: 30s
    patch: { kind: Job, name: later, body: { spec: { suspend: true } } }
`);
    const told = deletionsBy(past, 'job-controller').map(({ value }) =>
      termsOf(past.askNot(`pod/${value.metadata.name}`, 110)),
    );
    expect(told.slice(0, 3)).toEqual([
      [
        '+ Job default/fewer 1: it asks for 1 active pods: parallelism is 1',
        '+ active pods 2: when the pass began',
      ],
      ['+ Job default/later: it is suspended'],
      ['+ Job default/slow: it has failed: Job was active longer than specified deadline'],
    ]);
  });

  it('as it was evicted, or deleted without an eviction', async () => {
    const past = await pastOf('disruption/drain.yaml');
    const { terms, account } = whyGone(past, 'scenario', 55);
    expect(account?.rule).toBe(
      'is the end of its grace period: it was evicted, which its disruption budget allowed',
    );
    expect(terms).toEqual([
      '+ PodDisruptionBudget default/web: it allowed one disruption more, and then 0: 3 of 4 pods have to be healthy',
    ]);
    const direct = await pastOfText(`
name: direct
until: 1m
cluster: { nodes: 1 }
steps:
  - at: 0s
    apply:
      - apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
      - apiVersion: v1
        kind: Pod
        metadata: { name: web, labels: { app: web } }
        spec: { containers: [{ name: c, image: 'i:1' }] }
  - at: 10s
    delete: { kind: Pod, name: web }
`);
    expect(whyGone(direct, 'scenario', 50).terms).toEqual([
      '- PodDisruptionBudget default/web: it was not asked: only evictions of pods that are ready ask a budget',
    ]);
  });
});

describe('a Job is gone', () => {
  it('as its time to live is over', async () => {
    const past = await pastOf('job/ttl.yaml');
    const { terms } = whyGone(past, 'ttl-after-finished-controller', 110, 'Job');
    expect(terms).toEqual([
      '+ finished 2026-01-01T00:00:32Z: when it was complete or had failed',
      '+ ttlSecondsAfterFinished 60: it is kept until 2026-01-01T00:01:32Z',
    ]);
  });

  it('as its CronJob keeps a limited number', async () => {
    const past = await pastOf('cronjob/history-limits.yaml');
    const { terms } = whyGone(past, 'cronjob-controller', 48 * 60, 'Job');
    expect(terms[0]).toMatch(
      /^\+ (successful|failed)JobsHistoryLimit \d: CronJob default\/\S+ keeps no more Jobs that are (complete|failed), and the oldest go first$/,
    );
  });
});

it('a Job that has failed is gone as its CronJob keeps few of those', async () => {
  const past = await pastOfText(`
name: failures
until: 5m
cluster: { nodes: 1 }
steps:
  - at: 0s
    apply:
      apiVersion: batch/v1
      kind: CronJob
      metadata: { name: doomed }
      spec:
        schedule: '* * * * *'
        failedJobsHistoryLimit: 1
        jobTemplate:
          spec:
            backoffLimit: 0
            template:
              metadata: { annotations: { sim/run-seconds: '2', sim/exit-code: '1' } }
              spec: { restartPolicy: Never, containers: [{ name: c, image: 'i:1' }] }
`);
  expect(whyGone(past, 'cronjob-controller', 290, 'Job').terms[0]).toBe(
    '+ failedJobsHistoryLimit 1: CronJob default/doomed keeps no more Jobs that are failed, and the oldest go first',
  );
});

it('a ReplicaSet is gone as its Deployment keeps a limited number', async () => {
  const past = await pastOfText(`
name: history
until: 1m
cluster: { nodes: 1 }
steps:
  - at: 0s
    apply:
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec:
        replicas: 1
        revisionHistoryLimit: 0
        selector: { matchLabels: { app: web } }${template}
  - at: 10s
    setImage: { kind: Deployment, name: web, image: 'i:2' }
`);
  const { terms } = whyGone(past, 'deployment-controller', 55, 'ReplicaSet');
  expect(terms).toEqual([
    '+ revisionHistoryLimit 0: old ReplicaSets that default/web keeps for a rollback; the oldest go first',
    expect.stringMatching(
      /^\+ ReplicaSet default\/web-\w+: it is the oldest of those without pods$/,
    ),
  ]);
});

it('an object is gone as its namespace is', async () => {
  const past = await pastOfText(`
name: namespaces
until: 1m
cluster: { nodes: 1 }
steps:
  - at: 0s
    apply: { apiVersion: v1, kind: Namespace, metadata: { name: shop } }
  - at: 1s
    apply: { apiVersion: v1, kind: ConfigMap, metadata: { name: prices, namespace: shop } }
  - at: 10s
    delete: { kind: Namespace, name: shop }
`);
  const told = past.askNot('cm/prices', 50, { namespace: 'shop' });
  expect(termsOf(told)).toEqual([
    '+ Namespace shop: it is being deleted, and has to be empty first',
  ]);
});

it('a volume is gone with its claim', async () => {
  const past = await pastOf('storage/claims.yaml');
  const { terms } = whyGone(past, 'volume-provisioner', 170, 'PersistentVolume');
  expect(terms).toEqual([
    '+ PersistentVolumeClaim default/data-db-1: it is gone',
    '+ reclaim policy Delete: what is to happen then',
  ]);
});

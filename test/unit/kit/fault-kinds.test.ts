import { defaultProfile } from '#kinds';
import { CoreV1Api, KubeConfig, Metrics } from '@kubernetes/client-node';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { createCluster, type Cluster, type FaultSpec } from '#kit';
import { readRecord } from '#record';

const web = (replicas: number): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
    },
  },
});
const settings = (value: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings' },
  data: { value },
});
const hook = (failurePolicy: string): object => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'policy' },
  webhooks: [
    {
      name: 'policy.example.com',
      failurePolicy,
      clientConfig: { service: { name: 'policy', namespace: 'default' }, caBundle: '' },
      rules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] },
      ],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
});

/** Scales web to each of these numbers, settled in between. */
async function scale(cluster: Cluster, ...numbers: readonly number[]): Promise<void> {
  for (const replicas of numbers) {
    await cluster.patch('Deployment', 'web', { spec: { replicas } });
    await cluster.settle();
  }
}

async function clusterWith(fault: FaultSpec): Promise<Cluster> {
  const cluster = await createCluster({ nodes: 1, seed: 3 });
  await cluster.apply(settings('old'));
  cluster.faults.inject(fault);
  return cluster;
}

describe('a fault that waits for a change', () => {
  const second: FaultSpec = {
    name: 'second',
    when: {
      resource: 'deployments',
      name: 'web',
      field: 'spec.replicas',
      from: 1,
      to: 3,
      count: 2,
    },
    match: { client: 'replicaset-controller', verb: 'create', resource: 'pods' },
    error: 503,
    times: 2,
  };

  it('begins with the one that it counts to', async () => {
    await using cluster = await clusterWith(second);
    await cluster.apply(web(1));
    await scale(cluster, 3, 1, 2, 3, 1);
    expect(cluster.faults.strikes()).toEqual([]);
    expect(cluster.faults.list()).toMatchObject([
      { name: 'second', struck: 0, waits: { changes: 1 } },
    ]);
    await scale(cluster, 3);
    await cluster.advance('1m');
    const strikes = cluster.faults.strikes();
    expect(strikes.map(({ effect }) => effect)).toEqual([
      'begins, when deployments web spec.replicas from 1 to 3, time 2',
      'ServiceUnavailable',
      'ServiceUnavailable',
    ]);
    expect(strikes[0]).toMatchObject({ client: 'test', verb: 'update', key: 'default/web' });
    expect(cluster.timeline()).toContain('second: begins, when deployments web spec.replicas');
    expect((await cluster.get('Deployment', 'web')).status.readyReplicas).toBe(3);
  });

  it.each<[NonNullable<FaultSpec['when']>, readonly number[]]>([
    [{ resource: 'ConfigMap', event: 'created' }, [1]],
    [{ resource: 'configmaps', event: 'updated' }, [2]],
    [{ resource: 'configmaps', event: 'deleted' }, [4]],
    [{ resource: 'configmaps', count: 3 }, [3]],
    [{ resource: 'configmaps', field: 'data.value' }, [1]],
    [{ resource: 'configmaps', field: 'data.value', from: null, to: 'a' }, [1]],
    [{ resource: 'configmaps', field: 'data.value', to: 'c' }, [3]],
    [{ resource: 'configmaps', field: 'data.value', from: 'c' }, [4]],
    [{ resource: 'configmaps', name: 'other' }, []],
    [{ resource: 'configmaps', namespace: 'kube-*' }, []],
    [{ resource: 'secrets' }, []],
  ])('%j', async (when, begins) => {
    await using cluster = await createCluster({ controllers: 'none' });
    cluster.faults.inject({ when, error: 500, match: { client: 'none' } });
    const begun: number[] = [];
    const note = (step: number): void => {
      if (cluster.faults.strikes().length > begun.length) begun.push(step);
    };
    for (const [index, value] of ['a', 'b', 'c'].entries()) {
      await cluster.apply(settings(value));
      note(index + 1);
    }
    await cluster.delete('ConfigMap', 'settings');
    note(4);
    expect(begun.slice(0, 1)).toEqual(begins);
  });

  it('can be lifted before', async () => {
    await using cluster = await clusterWith(second);
    cluster.faults.lift('second');
    expect(cluster.faults.list()).toEqual([]);
  });
});

describe('stale reads', () => {
  it('answer from the state as the fault began', async () => {
    const match = { client: 'test', resource: 'configmaps' };
    await using cluster = await clusterWith({ name: 'replica', stale: 'frozen', match });
    await cluster.apply(settings('new'));
    const value = async (): Promise<unknown> =>
      (await cluster.get('ConfigMap', 'settings')).data?.['value'];
    expect(await value()).toBe('old');
    const all = await cluster.list('ConfigMap', { namespace: 'default' });
    const listed = all.find(({ metadata }) => metadata.name === 'settings');
    expect(listed!.data).toEqual({ value: 'old' });
    cluster.faults.lift('replica');
    expect(await value()).toBe('new');
  });

  it('lag by some revisions', async () => {
    await using cluster = await createCluster({ controllers: 'none' });
    for (const value of ['a', 'b', 'c', 'd']) await cluster.apply(settings(value));
    cluster.faults.inject({ stale: { lag: 2 }, match: { client: 'test' } });
    expect((await cluster.get('ConfigMap', 'settings')).data).toEqual({ value: 'b' });
    await cluster.apply(settings('e'));
    expect((await cluster.get('ConfigMap', 'settings')).data).toEqual({ value: 'c' });
  });

  it('stay at a revision', async () => {
    await using cluster = await createCluster({ controllers: 'none' });
    for (const value of ['a', 'b', 'c']) await cluster.apply(settings(value));
    const { metadata } = await cluster.get('ConfigMap', 'settings');
    const at = Number(metadata.resourceVersion) - 1;
    cluster.faults.inject({ stale: { at }, match: { client: 'test' } });
    await cluster.apply(settings('d'));
    expect((await cluster.get('ConfigMap', 'settings')).data).toEqual({ value: 'b' });
  });

  it('show the present where a replica has not come as far as its revision', async () => {
    await using cluster = await clusterWith({ stale: { at: 10_000 }, match: { client: 'test' } });
    await cluster.apply(settings('new'));
    expect((await cluster.get('ConfigMap', 'settings')).data).toEqual({ value: 'new' });
  });

  it('know no object that came later', async () => {
    await using cluster = await createCluster({ controllers: 'none' });
    cluster.faults.inject({ stale: 'frozen', match: { client: 'test' } });
    await cluster.apply(settings('a'));
    await expect(cluster.get('ConfigMap', 'settings')).rejects.toMatchObject({ code: 404 });
  });
});

describe('over HTTP, for client-node', () => {
  it('stale reads, of one kind', async () => {
    await using cluster = await clusterWith({
      stale: 'frozen',
      match: { client: { user: 'admin' }, resource: 'configmaps' },
    });
    await using server = await cluster.listen();
    const core = server.configure(new KubeConfig()).makeApiClient(CoreV1Api);
    await cluster.apply(settings('new'));
    const where = { namespace: 'default' };
    const got = await core.readNamespacedConfigMap({ ...where, name: 'settings' });
    expect(got.data).toEqual({ value: 'old' });
    const { items, metadata } = await core.listNamespacedConfigMap(where);
    expect(items.find((each) => each.metadata?.name === 'settings')?.data).toEqual(got.data);
    const resourceVersion = String(Number(metadata?.resourceVersion) + 1);
    await expect(core.listNamespacedConfigMap({ ...where, resourceVersion })).rejects.toThrow(
      'Too large resource version',
    );
    // A write on the old version is refused: what planted bugs of operators run into.
    await expect(
      core.replaceNamespacedConfigMap({ ...where, name: 'settings', body: got }),
    ).rejects.toThrow('the object has been modified');
  });

  it('damaged writes, and missing metrics', async () => {
    await using cluster = await createCluster({ nodes: 1 });
    await using server = await cluster.listen();
    const core = server.configure(new KubeConfig()).makeApiClient(CoreV1Api);
    await cluster.apply({
      ...web(2),
      metadata: { name: 'web', annotations: { 'sim/load': '500m' } },
    });
    await cluster.advance('1m');
    cluster.faults.inject({
      damage: { metadata: { labels: null } },
      match: { client: { user: 'admin' }, verb: 'create' },
    });
    const metadata = { name: 'a', labels: { app: 'a' } };
    const made = await core.createNamespacedConfigMap({ namespace: 'default', body: { metadata } });
    expect(made.metadata?.labels).toBeUndefined();
    const metrics = new Metrics(server.configure(new KubeConfig()));
    expect((await metrics.getPodMetrics('default')).items).toHaveLength(2);
    const [pod] = await cluster.list('Pod', { namespace: 'default' });
    cluster.faults.inject({ metrics: 'missing', match: { name: pod!.metadata.name } });
    expect((await metrics.getPodMetrics('default')).items).toHaveLength(1);
    expect(cluster.faults.strikes()).toMatchObject([{ client: 'admin' }, { client: 'admin' }]);
  });
});

describe('damaged writes', () => {
  it('lose the owners of what a controller makes, which then makes more', async () => {
    await using cluster = await clusterWith({
      name: 'orphans',
      match: { client: 'replicaset-controller', verb: 'create', resource: 'pods' },
      damage: { metadata: { ownerReferences: null, labels: { app: 'lost' } } },
      times: 2,
    });
    await cluster.apply(web(2));
    await cluster.advance('1m');
    const pods = await cluster.list('Pod', { namespace: 'default' });
    const orphans = pods.filter(({ metadata }) => metadata.ownerReferences === undefined);
    expect(orphans.map(({ metadata }) => metadata.labels?.['app'])).toEqual(['lost', 'lost']);
    expect(cluster.faults.strikes()).toMatchObject([
      { client: 'replicaset-controller', reconcile: { controller: 'replicaset' } },
      { client: 'replicaset-controller' },
    ]);
  });

  it('break a selector as a wrong manifest does', async () => {
    await using cluster = await clusterWith({
      match: { client: 'test', resource: 'deployments' },
      damage: { spec: { selector: { matchLabels: { app: 'other' } } } },
    });
    await expect(cluster.apply(web(1))).rejects.toThrow('`selector` does not match template');
  });
});

describe('missing metrics', () => {
  it('leave an autoscaler without figures', async () => {
    await using cluster = await createCluster({ nodes: 1 });
    const hpa = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        maxReplicas: 5,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '1' } },
          },
        ],
      },
    };
    const loaded = { ...web(2), metadata: { name: 'web', annotations: { 'sim/load': '500m' } } };
    await cluster.apply([loaded, hpa] as never);
    await cluster.advance('2m');
    const active = async (): Promise<unknown> => {
      const { status } = await cluster.get('HorizontalPodAutoscaler', 'web');
      return status.conditions?.find(({ type }) => type === 'ScalingActive')?.reason;
    };
    expect(await active()).toBe('ValidMetricFound');
    cluster.faults.inject({ name: 'dark', metrics: 'missing', match: { resource: 'pods' } });
    await cluster.advance('1m');
    expect(await active()).toBe('FailedGetResourceMetric');
    expect(cluster.faults.strikes()[0]).toMatchObject({ effect: 'metrics: missing' });
    cluster.faults.lift('dark');
    await cluster.advance('1m');
    expect(await active()).toBe('ValidMetricFound');
  });
});

describe('failing webhooks', () => {
  it.each<[NonNullable<FaultSpec['webhook']>, string]>([
    ['timeout', 'context deadline exceeded'],
    ['refuse', 'connect: connection refused'],
    ['error', 'internal server error'],
  ])('%s', async (webhook, text) => {
    await using cluster = await clusterWith({ webhook, match: { name: 'policy' } });
    await cluster.apply(hook('Fail'));
    await expect(cluster.apply(settings('new'))).rejects.toThrow(text);
    await cluster.apply(hook('Ignore'));
    await cluster.apply(settings('new'));
    expect((await cluster.get('ConfigMap', 'settings')).data).toEqual({ value: 'new' });
    expect(cluster.faults.strikes()).toMatchObject([{ key: 'default/policy' }, {}]);
  });
});

describe('a replica behind', () => {
  it('shows a controller nothing new until it moves, and why says so', async () => {
    await using cluster = await createCluster({ nodes: 1, seed: 3 });
    await cluster.apply(web(1));
    await cluster.advance('10s');
    const match = { client: 'kube-controller-manager', resource: 'replicasets' };
    cluster.faults.inject({ name: 'behind', stale: 'frozen', match, for: '1m' });
    await cluster.step({ scale: { kind: 'Deployment', name: 'web', replicas: 2 } });
    await cluster.advance('59s');
    expect(await cluster.list('Pod', { namespace: 'default' })).toHaveLength(1);
    await cluster.advance('1s');
    const pods = await cluster.list('Pod', { namespace: 'default' });
    expect(pods).toHaveLength(2);
    const latest = pods.reduce((one, other) =>
      Number(one.metadata.resourceVersion) > Number(other.metadata.resourceVersion) ? one : other,
    );
    const why = await cluster.why(`pod/${latest.metadata.name}`, 'spec.containers');
    expect(String(why)).toContain('fault behind: stale: frozen for kube-controller-manager, watch');
  });
});

describe('every kind of fault', () => {
  const faults: readonly FaultSpec[] = [
    { stale: { lag: 3 }, match: { client: 'kube-controller-manager', resource: 'replicasets' } },
    { watch: { delay: '3s' }, chance: 0.3, match: { client: 'kube-controller-manager' } },
    { error: 503, after: '5s', for: '3s', match: { client: 'scheduler' } },
    { stale: { lag: 7 }, chance: 0.5, match: { client: 'hpa*', verb: 'read' } },
    { stale: 'frozen', chance: 0.5, match: { client: 'replicaset-controller' }, for: '20s' },
    { damage: { metadata: { labels: { x: 'y' } } }, chance: 0.3, match: { resource: 'pods' } },
    { metrics: 'missing', chance: 0.3 },
    { error: 500, chance: 0.2, when: { resource: 'pods', event: 'created', count: 2 }, for: '30s' },
  ];
  const play = async (seed: number): Promise<Cluster> => {
    const cluster = await createCluster({ nodes: 2, seed });
    for (const fault of faults) cluster.faults.inject(fault);
    await cluster.apply(web(4));
    await cluster.advance('2m');
    return cluster;
  };

  it('is the same again for a seed, and is in the record', async () => {
    await using one = await play(5);
    await using same = await play(5);
    await using other = await play(6);
    expect(one.faults.strikes().length).toBeGreaterThan(5);
    expect(same.record()).toBe(one.record());
    expect(other.record()).not.toBe(one.record());
    const read = readRecord(one.record(), new KindRegistry(defaultProfile));
    expect(read.faults).toEqual(one.faults.strikes());
  });
});

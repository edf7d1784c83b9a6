import { BatchV1Api, CoreV1Api, KubeConfig, makeInformer, Watch } from '@kubernetes/client-node';
import { describe, expect, it } from 'vitest';
import { parseTime } from '#values';
import { createCluster } from '#kit';

const pod = {
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
};

describe('a cluster that listens', () => {
  it('serves clients, in the time of the cluster', async () => {
    await using cluster = await createCluster({ nodes: 1 });
    await using server = await cluster.listen();
    const core = server.configure(new KubeConfig()).makeApiClient(CoreV1Api);
    const began = cluster.now();
    await core.createNamespacedPod({ namespace: 'default', body: pod });
    await cluster.advance('10s');
    const { status } = await core.readNamespacedPod({ namespace: 'default', name: 'web' });
    expect(status?.phase).toBe('Running');
    expect(cluster.now() - began).toBe(10_000);
    expect(cluster.timeline()).toContain('Pod web');
  });

  it('deals with what clients write, without an advance', async () => {
    await using cluster = await createCluster({ nodes: 1 });
    const server = await cluster.listen();
    const core = server.configure(new KubeConfig()).makeApiClient(CoreV1Api);
    await core.createNamespace({ body: { metadata: { name: 'team' } } });
    await cluster.settle();
    expect((await cluster.get('Namespace', 'team')).status.phase).toBe('Active');
    const account = await core.readNamespacedServiceAccount({ namespace: 'team', name: 'default' });
    expect(account.metadata?.uid).toBeDefined();
  });

  it('has users with rights of their own', async () => {
    await using cluster = await createCluster({ authorization: 'rbac' });
    const server = await cluster.listen();
    const jane = server.accessOf({ name: 'jane', groups: ['dev'] });
    const core = jane.configure(new KubeConfig()).makeApiClient(CoreV1Api);
    await expect(core.listNamespacedPod({ namespace: 'default' })).rejects.toThrow(
      'pods is forbidden',
    );
    await cluster.create({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'dev' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'dev' }],
    });
    await cluster.advance('1s');
    expect((await core.listNamespacedPod({ namespace: 'default' })).items).toEqual([]);
  });

  it('ends watches with the cluster, and closes its port', async () => {
    const cluster = await createCluster();
    const server = await cluster.listen();
    const ended = new Promise((resolve) => {
      const watch = new Watch(server.configure(new KubeConfig()));
      void watch.watch('/api/v1/pods', {}, () => undefined, resolve);
    });
    const core = server.configure(new KubeConfig()).makeApiClient(CoreV1Api);
    await core.listNode();
    await cluster.dispose();
    await ended;
    await expect(core.listNode()).rejects.toThrow('ECONNREFUSED');
  });

  describe('to a client of this process that watches', () => {
    const container = { name: 'main', image: 'example.com/tick:1' };
    const template = { spec: { restartPolicy: 'Never', containers: [container] } };
    const tick = {
      ...{ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'tick' } },
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template } } },
    };
    const runs = 20;

    /** How many Jobs were answered by a ConfigMap at their instant. */
    async function inTime(outside: 'off' | { quiet: number }): Promise<[number, number]> {
      await using cluster = await createCluster({ nodes: 1 });
      await using server = await cluster.listen({ outside });
      const config = server.configure(new KubeConfig());
      const batch = config.makeApiClient(BatchV1Api);
      const core = config.makeApiClient(CoreV1Api);
      const jobs = makeInformer(config, '/apis/batch/v1/jobs', () =>
        batch.listJobForAllNamespaces(),
      );
      jobs.on('add', ({ metadata }) => {
        const data = { born: String(metadata?.creationTimestamp) };
        const body = { metadata: { name: metadata!.name! }, data };
        void core.createNamespacedConfigMap({ namespace: 'default', body });
      });
      await jobs.start();
      await cluster.apply(tick);
      await cluster.advance(`${runs}m30s`);
      const { items } = await core.listNamespacedConfigMap({ namespace: 'default' });
      await jobs.stop();
      const exact = items.filter(
        ({ metadata, data: { born } = {} }) =>
          born !== undefined && parseTime(born) === metadata?.creationTimestamp?.getTime(),
      );
      return [exact.length, server.waits.instants];
    }

    it('waits at each instant at which it is sent something', async () => {
      const [exact] = await inTime({ quiet: 0 });
      expect(exact).toBe(runs);
    });

    it('counts the instants at which it waits for a quiet time', async () => {
      const [, instants] = await inTime({ quiet: 20 });
      expect(instants).toBeGreaterThanOrEqual(runs);
    });

    it('does not wait when it should not', async () => {
      const [exact, instants] = await inTime('off');
      expect(exact).toBeLessThan(runs);
      expect(instants).toBe(0);
    });
  });

  it('rejects a wait that is none', async () => {
    await using cluster = await createCluster();
    await expect(cluster.listen({ outside: { quiet: 'long' } })).rejects.toThrow('20ms');
  });

  it('can stop to listen, and listen again at the same port', async () => {
    await using cluster = await createCluster();
    const first = await cluster.listen();
    await expect(cluster.listen({ port: first.port })).rejects.toThrow('EADDRINUSE');
    await first.close();
    const second = await cluster.listen({ port: first.port });
    expect(second.url).toBe(first.url);
    expect(second.token).not.toBe(first.token);
  });
});

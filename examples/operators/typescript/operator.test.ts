/** What goes wrong in the real world, on purpose: each mistake is found, and the operator without any passes. */
import { createCluster, type Cluster } from 'kube-orrery';
import { describe, expect, it } from 'vitest';
import { bugs, definition, siteOperator, type Bug } from './operator.ts';

const site = (name: string, replicas: number) => ({
  ...{ apiVersion: 'example.com/v1', kind: 'Site' },
  metadata: { name },
  spec: { replicas },
});
const client = 'site-operator';

/** Each throws where the operator is wrong. */
const cases: Readonly<Record<Bug, (cluster: Cluster) => Promise<void>>> = {
  // Its cache lags, and somebody else changes the object that it writes.
  async 'lost update'(cluster) {
    await cluster.apply(site('web', 1));
    await cluster.advance('10s');
    const match = { client, verb: 'watch', resource: 'deployments' };
    cluster.faults.inject({ name: 'behind', match, stale: 'frozen', for: '30s' });
    await cluster.patch('Deployment', 'web', { metadata: { annotations: { team: 'blue' } } });
    await cluster.patch('Site', 'web', { spec: { replicas: 2 } });
    await cluster.advance('2m');
    const { metadata, spec } = await cluster.get('Deployment', 'web');
    expect(metadata.annotations).toMatchObject({ team: 'blue' });
    expect(spec.replicas).toBe(2);
  },
  // Its watch expires just as an object is created.
  async 'missed 410'(cluster) {
    await cluster.apply(site('first', 1));
    await cluster.advance('10s');
    const match = { client, verb: 'watch', resource: 'sites', name: 'second' };
    cluster.faults.inject({ name: 'expired', match, watch: 'expire', times: 1 });
    await cluster.apply(site('second', 1));
    await cluster.advance('1m');
    expect(await cluster.list('Deployment')).toHaveLength(2);
  },
  // Its cache does not show yet what it has created.
  async 'stale cache'(cluster) {
    const match = { client, verb: 'watch', resource: 'deployments' };
    cluster.faults.inject({ name: 'late', match, watch: { delay: '20s' } });
    await cluster.apply(site('web', 1));
    await cluster.advance('5s');
    await cluster.patch('Site', 'web', { metadata: { labels: { seen: 'twice' } } });
    await cluster.advance('2m');
    expect(await cluster.list('Deployment')).toHaveLength(1);
  },
  // The last of its status updates meets a conflict.
  async 'no conflict retry'(cluster) {
    cluster.faults.inject({
      name: 'conflict',
      when: { resource: 'deployments', field: 'status.readyReplicas', to: 2 },
      match: { client, resource: 'sites', subresource: 'status' },
      error: 409,
      times: 1,
    });
    await cluster.apply(site('web', 2));
    await cluster.advance('2m');
    expect(await cluster.get('Site', 'web')).toMatchObject({ status: { ready: 2 } });
  },
};

async function play(name: Bug, bug?: Bug): Promise<void> {
  await using cluster = await createCluster({ nodes: 2, run: [siteOperator(bug)] });
  await cluster.apply(definition);
  await cluster.advance('5s');
  await cases[name](cluster);
  expect(cluster.faults.strikes()).not.toEqual([]);
}

describe.each(bugs)('%s', (name) => {
  it('is found', async () => {
    await expect(play(name, name)).rejects.toThrow(/expected/);
  });

  it('is not found where it is not', () => play(name));
});

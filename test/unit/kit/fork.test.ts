import { describe, expect, it } from 'vitest';
import { createCluster, defineController, isNotFound, kindOf, type Cluster } from '#kit';

const web = (image: string): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas: 4,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image }] },
    },
  },
});
const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } };

/** Every kind of call, some of which fail, and some at the same time. */
async function live(cluster: Cluster): Promise<void> {
  await cluster.apply(web('example.com/web:1'));
  await cluster.advance('7s');
  const names = ['a', 'b', 'c'];
  await Promise.all(
    names.map((name) => cluster.create({ ...settings, metadata: { ...settings.metadata, name } })),
  );
  await expect(cluster.create({ ...settings, metadata: { name: 'a' } })).rejects.toThrow();
  const a = await cluster.get('ConfigMap', 'a');
  await cluster.update({ ...a, data: { x: '1' } });
  await cluster.patch('ConfigMap', 'b', { data: { y: '2' } });
  await cluster.delete('ConfigMap', 'c');
  cluster.faults.inject({ match: { verb: 'update' }, error: 409, chance: 0.5, times: 5 });
  await cluster.until({ kind: 'Deployment', name: 'web', that: 'status.readyReplicas == 4' });
  await cluster.step({
    behave: { match: { kind: 'Deployment', name: 'web' }, crash: { after: '20s' } },
  });
  let asked = 0;
  await cluster.until(() => ++asked > 5);
  await expect(cluster.until({ kind: 'Pod', name: 'none' }, { within: '3s' })).rejects.toThrow();
  await cluster.apply(web('example.com/web:2'));
  await cluster.advance(2500);
  cluster.faults.lift();
}

/** What may come after. */
async function goOn(cluster: Cluster): Promise<string> {
  await cluster.apply(web('example.com/web:3'));
  await cluster.step({ failNode: 'node-1' });
  await cluster.advance('20m');
  return cluster.record();
}

describe('a fork', () => {
  it('has the same history, and the same bytes from there on', async () => {
    await using cluster = await createCluster({ nodes: 3, seed: 7 });
    await live(cluster);
    await using fork = await cluster.fork();
    expect(fork.now()).toBe(cluster.now());
    expect(fork.record()).toBe(cluster.record());
    await using second = await fork.fork();
    const after = await goOn(cluster);
    expect(await goOn(fork)).toBe(after);
    expect(await goOn(second)).toBe(after);
  });

  it('goes its own way', async () => {
    await using cluster = await createCluster({ nodes: 1 });
    const snapshot = cluster.snapshot();
    await cluster.create(settings);
    await using before = await cluster.fork(snapshot);
    await expect(before.get('ConfigMap', 'settings')).rejects.toSatisfy(isNotFound);
    await before.advance('1h');
    expect(cluster.now()).toBe(snapshot.timeMs);
    await using after = await cluster.fork();
    await after.delete('ConfigMap', 'settings');
    expect(await cluster.get('ConfigMap', 'settings')).toBeDefined();
  });

  it('is made by what the calls meant when they were made', async () => {
    await using cluster = await createCluster();
    const data = { x: '1' };
    await cluster.create({ ...settings, data });
    data.x = '2';
    await using fork = await cluster.fork();
    expect((await fork.get('ConfigMap', 'settings')).data).toEqual({ x: '1' });
  });

  it('is refused where something else has changed the cluster', async () => {
    let runs = 0;
    const counter = defineController({
      name: 'counter',
      start(context) {
        runs += 1;
        const queue = context.queue({
          workers: 1,
          async reconcile(name, { client }) {
            const metadata = { namespace: 'default', name };
            await client.create(kindOf('ConfigMap'), { metadata });
          },
        });
        queue.add(`run-${runs}`, { timer: 'start' });
      },
    });
    await using cluster = await createCluster({ controllers: 'none', run: [counter] });
    await cluster.advance('1s');
    await expect(cluster.fork()).rejects.toThrow('this cluster cannot be made again');
  });

  it('waits for no call that is under way', async () => {
    await using cluster = await createCluster();
    const advancing = cluster.advance('1m');
    await expect(() => cluster.fork()).rejects.toThrow('await it first');
    await advancing;
  });
});

describe('restore', () => {
  it('makes a cluster what it was', async () => {
    await using cluster = await createCluster({ nodes: 3, seed: 3 });
    await live(cluster);
    const snapshot = cluster.snapshot();
    const record = cluster.record();
    const after = await goOn(cluster);
    await cluster.restore(snapshot);
    expect(cluster.record()).toBe(record);
    expect(await goOn(cluster)).toBe(after);
    await cluster.restore(snapshot);
    expect(cluster.now()).toBe(snapshot.timeMs);
  });

  it('is refused while somebody may be connected', async () => {
    await using cluster = await createCluster();
    const snapshot = cluster.snapshot();
    const server = await cluster.listen();
    await expect(cluster.restore(snapshot)).rejects.toThrow('close its servers');
    await server.close();
    await cluster.restore(snapshot);
  });
});

import { describe, expect, it } from 'vitest';
import { CheckFailedError, createCluster, defineController, isNotFound, kindOf } from '#kit';
import { parseTime } from '#values';

const agent = `
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec: { containers: [{ name: main, image: example.com/agent:1 }] }
`;
const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } };

describe('a cluster', () => {
  it('runs manifests in virtual time, and says why', async () => {
    await using cluster = await createCluster({ nodes: 3 });
    const began = cluster.now();
    await cluster.apply(agent);
    await cluster.advance('30s');
    const { status } = await cluster.get('DaemonSet', 'agent', { namespace: 'default' });
    expect(status.numberReady).toBe(3);
    expect(cluster.now() - began).toBe(30_000);
    const reason = await cluster.why('ds/agent', 'numberReady');
    expect(reason.value).toBe(3);
    expect(String(reason)).toContain('DaemonSet default/agent');
    expect(String(reason)).toContain('test created DaemonSet default/agent');
    const absence = await cluster.whyNot('ds/agent', { on: 'node-9' });
    expect(absence.answer).toBe('has no pod on node-9');
    expect(String(absence)).toContain('there is no such node');
    expect(cluster.timeline()).toContain('create  DaemonSet agent');
  });

  it('runs pods that ask for a system and an architecture', async () => {
    await using cluster = await createCluster({ nodes: 2 });
    const wanted = '{ kubernetes.io/os: linux, beta.kubernetes.io/arch: amd64 }';
    await cluster.apply(
      agent.replace('spec: { containers', `spec: { nodeSelector: ${wanted}, containers`),
    );
    await cluster.advance('5s');
    const { status } = await cluster.get('DaemonSet', 'agent', { namespace: 'default' });
    expect(status).toMatchObject({ desiredNumberScheduled: 2, numberReady: 2 });
  });

  it('has the default roles where they count', async () => {
    await using cluster = await createCluster({ authorization: 'rbac' });
    await cluster.advance('1s');
    const { rules } = await cluster.get('ClusterRole', 'view');
    expect(rules).toHaveLength(10);
  });

  it('reads and writes objects', async () => {
    await using cluster = await createCluster();
    await cluster.create({ ...settings, data: { a: '1' } });
    await cluster.patch('ConfigMap', 'settings', { data: { b: '2' } });
    const read = await cluster.get('cm', 'settings');
    await cluster.update({ ...read, data: { c: '3' } });
    const list = await cluster.list('ConfigMap', { fieldSelector: 'metadata.name=settings' });
    expect(list.map(({ data }) => data)).toEqual([{ c: '3' }]);
    await cluster.delete('ConfigMap', 'settings');
    await expect(cluster.get('ConfigMap', 'settings')).rejects.toSatisfy(isNotFound);
    await expect(cluster.get('ConfigMapp', 'settings')).rejects.toThrow(
      'no kind "ConfigMapp" is served; expected a kind, a plural or a short name (did you mean "ConfigMap"?)',
    );
  });

  it('waits until a condition holds, and no longer', async () => {
    await using cluster = await createCluster({ nodes: 2 });
    await cluster.apply(agent);
    const began = cluster.now();
    await cluster.until({ kind: 'DaemonSet', name: 'agent', status: { numberReady: 2 } });
    const took = cluster.now() - began;
    expect(took).toBeGreaterThan(0);
    expect(took).toBeLessThan(30_000);
    await cluster.until(async () => (await cluster.list('Pod')).length === 2);
    expect(cluster.now() - began).toBe(took);
  });

  it.each([
    [
      { kind: 'DaemonSet', name: 'agent', status: { numberReady: 3 } },
      'status.numberReady: expected 3, found 0',
    ],
    [() => false, 'it does not hold'],
  ])('says what it waited for', async (condition, found) => {
    await using cluster = await createCluster();
    await cluster.apply(agent);
    const began = cluster.now();
    const failure = cluster.until(condition, { within: '20s' });
    await expect(failure).rejects.toThrow(CheckFailedError);
    await expect(failure).rejects.toThrow(found);
    expect(cluster.now() - began).toBe(20_000);
  });

  it('plays steps of scenarios, for as long as they take', async () => {
    await using cluster = await createCluster({ nodes: 2 });
    await cluster.step({ cordon: { node: 'node-1' } });
    expect((await cluster.get('Node', 'node-1')).spec.unschedulable).toBe(true);
    const began = cluster.now();
    await cluster.step({ outage: { for: '90s' } });
    expect(cluster.now() - began).toBe(90_000);
  });

  it.each([
    [{ cordon: { node: 'nod-1' } }, 'step: there is no node "nod-1"'],
    [{ skale: 3 }, 'step: unknown step "skale"'],
    [{ jump: '5s', at: '10s' }, 'expected none of at, after, every, cron, times'],
  ])('rejects a step that makes no sense: %j', async (step, message) => {
    await using cluster = await createCluster({ nodes: 1 });
    await expect(cluster.step(step)).rejects.toThrow(message);
  });

  it('rejects options and manifests that make no sense', async () => {
    await expect(createCluster({ nodes: -1 })).rejects.toThrow('expected a whole number');
    await expect(createCluster({ controllers: ['deamonset'] })).rejects.toThrow('deamonset');
    await using cluster = await createCluster();
    await expect(cluster.advance('soon')).rejects.toThrow('invalid span of time "soon"');
    await expect(cluster.apply('kind: [')).rejects.toThrow('manifest.yaml:1');
    await expect(cluster.apply({ ...settings, metadata: { name: 'Upper' } })).rejects.toThrow(
      CheckFailedError,
    );
  });

  it('runs only the controllers that it was asked for', async () => {
    await using cluster = await createCluster({ nodes: 1, controllers: 'none' });
    await cluster.apply(agent);
    await cluster.advance('1m');
    expect(await cluster.list('Pod')).toEqual([]);
  });

  it('begins with given objects', async () => {
    const objects = [{ ...settings, data: { home: '${HOME}' } }];
    await using cluster = await createCluster({ objects, start: '2030-01-01T00:00:00Z' });
    expect((await cluster.get('ConfigMap', 'settings')).data).toEqual({ home: '${HOME}' });
    expect(cluster.now()).toBe(parseTime('2030-01-01T00:00:00Z'));
  });

  it('runs controllers of the test in its own time', async () => {
    const seen: string[] = [];
    const echo = defineController({
      name: 'echo',
      start(context) {
        const queue = context.queue({
          workers: 1,
          async reconcile(key, { client }) {
            seen.push(`${key} ${context.clock.now()}`);
            const [namespace, name] = key.split('/') as [string, string];
            const body = { metadata: { annotations: { seen: 'yes' } } };
            await client.patch(kindOf('ConfigMap'), { namespace, name }, { type: 'merge', body });
          },
        });
        context.informer(kindOf('ConfigMap')).addHandlers({
          added: ({ metadata }, cause) =>
            queue.add(`${metadata.namespace}/${metadata.name}`, cause),
        });
      },
    });
    await using cluster = await createCluster({ controllers: 'none', run: [echo] });
    await cluster.create(settings);
    await cluster.settle();
    expect(seen).toEqual([`default/settings ${cluster.now()}`]);
    const { metadata } = await cluster.get('ConfigMap', 'settings');
    expect(metadata.annotations).toEqual({ seen: 'yes' });
  });

  it('gives the same record for the same seed', async () => {
    const play = async (seed: number): Promise<string> => {
      await using cluster = await createCluster({ nodes: 2, seed });
      await cluster.apply(agent);
      await cluster.advance('1m');
      return cluster.record();
    };
    const first = await play(7);
    expect(await play(7)).toBe(first);
    expect(await play(8)).not.toBe(first);
  });
});

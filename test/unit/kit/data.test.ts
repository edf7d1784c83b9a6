/** A cluster that keeps everything in a folder, and the next one that continues it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig, Watch, type KubernetesObject } from '@kubernetes/client-node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseTime } from '#values';
import { createCluster, isAlreadyExists, type Cluster, type ClusterOptions } from '#kit';

const settings = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
const web = {
  ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'web:1' }] },
    },
  },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-kit-data-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (options: ClusterOptions = {}): Promise<Cluster> =>
  createCluster({ data: folder, durability: 'relaxed', nodes: 2, ...options });

async function firstLife(): Promise<{ record: string; timeline: string; now: number }> {
  await using cluster = await open();
  await cluster.apply(web);
  await cluster.until({ kind: 'Deployment', name: 'web', that: 'status.readyReplicas == 2' });
  await cluster.advance('10m');
  return { record: cluster.record(), timeline: cluster.timeline(), now: cluster.now() };
}

const entriesOf = (record: string): unknown[] =>
  (JSON.parse(record) as { entries: unknown[] }).entries;

describe('the release of data', () => {
  const minorOf = async (kubernetes?: string): Promise<string> => {
    await using cluster = await open({ kubernetes });
    const [one] = await cluster.list('Node');
    return one!.status!.nodeInfo!.kubeletVersion;
  };

  it('is that which wrote them, or the next one', async () => {
    expect(await minorOf('1.33')).toBe('v1.33.13');
    expect(await minorOf()).toBe('v1.33.13');
    await expect(minorOf('1.24')).rejects.toThrow(`${folder}: v1.33 wrote it, and v1.24 is older;`);
    await expect(minorOf('1.35')).rejects.toThrow('v1.35 is 2 releases later');
    await minorOf('1.34');
    expect(readFileSync(join(folder, 'release'), 'utf8')).toBe('1.34\n');
    expect(readFileSync(join(folder, 'releases'), 'utf8')).toMatch(/^1\.33\n1\.34 [1-9]\d*\n$/);
    await expect(minorOf('1.33')).rejects.toThrow('v1.34 wrote it, and v1.33 is older');
  });

  it('may be raised minor by minor: objects are served in the versions of each', async () => {
    const spec = { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment' } };
    const apiVersions: string[] = [];
    for (const kubernetes of ['1.24', '1.25', '1.26']) {
      await using cluster = await open({ kubernetes });
      if (kubernetes === '1.24') {
        await cluster.apply({
          ...{ apiVersion: 'autoscaling/v2beta1', kind: 'HorizontalPodAutoscaler' },
          ...{ metadata: { name: 'web' } },
          spec: { ...spec, scaleTargetRef: { ...spec.scaleTargetRef, name: 'web' } },
        });
      }
      await cluster.advance('1m');
      const [one] = await cluster.list('FlowSchema');
      const { apiVersion } = await cluster.get('HorizontalPodAutoscaler', 'web');
      apiVersions.push(apiVersion, one!.apiVersion.replace(/.*\//, ''));
    }
    expect(apiVersions).toEqual([
      ...['autoscaling/v2', 'v1beta2', 'autoscaling/v2', 'v1beta2', 'autoscaling/v2', 'v1beta3'],
    ]);
  });

  it('is known to the record of each later start, from its revision on', async () => {
    const upgrades = async (kubernetes: string): Promise<readonly unknown[]> => {
      await using cluster = await open({ kubernetes });
      await cluster.advance('1m');
      const { kubernetes: first, releases = [] } = JSON.parse(cluster.record()) as {
        kubernetes?: string;
        releases?: readonly { kubernetes: string; behind: number }[];
      };
      return [first, ...releases.map((release) => release.kubernetes)];
    };
    expect(await upgrades('1.33')).toEqual(['1.33']);
    expect(await upgrades('1.34')).toEqual(['1.33', '1.34']);
    expect(await upgrades('1.34')).toEqual(['1.33', '1.34']);
    expect(await upgrades('1.35')).toEqual(['1.33', '1.34', '1.35']);
  });

  it('is the default where nothing says it', async () => {
    await minorOf();
    rmSync(join(folder, 'release'));
    expect(await minorOf()).toBe('v1.24.17');
    await expect(minorOf('1.26')).rejects.toThrow('v1.24 wrote it, and v1.26 is 2 releases later');
    await minorOf('1.25');
  });
});

describe('a cluster with data', () => {
  it('is continued: time, objects, past, and the reasons', async () => {
    const before = await firstLife();
    await using cluster = await open({ nodes: 7, start: '2030-01-01T00:00:00Z' });
    expect(cluster.now()).toBe(before.now);
    expect(cluster.startMs).toBe(parseTime('2026-01-01T00:00:00Z'));
    expect(await cluster.list('Node')).toHaveLength(2);
    expect((await cluster.list('Pod')).map(({ status }) => status!.phase)).toEqual([
      'Running',
      'Running',
    ]);
    const entries = entriesOf(before.record);
    expect(entriesOf(cluster.record()).slice(0, entries.length)).toEqual(entries);
    expect(cluster.timeline()).toContain(before.timeline);
    const why = await cluster.why('deploy/web', 'readyReplicas');
    expect(String(why)).toContain('test');
    await cluster.step({ scale: { kind: 'Deployment', name: 'web', replicas: 3 } });
    await cluster.until({ kind: 'Deployment', name: 'web', that: 'status.readyReplicas == 3' });
  });

  it('resumes watches where they were', async () => {
    let version = '';
    {
      await using cluster = await open({ nodes: 0 });
      version = (await cluster.create(settings('a'))).metadata.resourceVersion;
      await cluster.create(settings('b'));
      await cluster.delete('ConfigMap', 'a');
    }
    await using cluster = await open();
    await using server = await cluster.listen();
    const seen: string[] = [];
    const see = (type: string, { metadata }: KubernetesObject): unknown =>
      seen.push(`${type} ${metadata!.name}`);
    const path = '/api/v1/namespaces/default/configmaps';
    const query = { resourceVersion: version, timeoutSeconds: 1 };
    const ended = new Promise((done) => {
      const watch = new Watch(server.configure(new KubeConfig()));
      void watch.watch(path, query, see, done);
    });
    await ended;
    expect(seen).toEqual(['ADDED b', 'DELETED a']);
  });

  it('draws no name twice, also where no time passes, and the same ones from the same folder', async () => {
    const uids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      await using cluster = await open({ nodes: 0, controllers: 'none' });
      uids.push((await cluster.create(settings(name))).metadata.uid);
      await expect(cluster.create(settings(name))).rejects.toSatisfy(isAlreadyExists);
    }
    expect(new Set(uids).size).toBe(4);
    rmSync(folder, { recursive: true });
    for (const [at, name] of ['a', 'b'].entries()) {
      await using cluster = await open({ nodes: 0, controllers: 'none' });
      expect((await cluster.create(settings(name))).metadata.uid).toBe(uids[at]);
    }
  });

  it('keeps the time that passed without writes', async () => {
    let now = 0;
    {
      await using cluster = await open({ nodes: 0, controllers: 'none' });
      await cluster.advance('3h');
      now = cluster.now();
    }
    await using cluster = await open();
    expect(cluster.now()).toBe(now);
  });

  it('has the folder for itself, as long as it lives', async () => {
    const first = await open({ nodes: 0 });
    await expect(open()).rejects.toThrow(`${folder}: this process uses it already`);
    await first.dispose();
    await (await open()).dispose();
  });

  it('refuses a file that is damaged, or newer, and leaves it as it is', async () => {
    await firstLife();
    const log = join(folder, 'log-000001');
    const whole = readFileSync(log);
    const damaged = Buffer.from(whole);
    damaged[500]! ^= 1;
    writeFileSync(log, damaged);
    await expect(open()).rejects.toMatchObject({
      name: 'DataError',
      message: expect.stringMatching(/log-000001: damaged from byte/) as string,
    });
    expect(readFileSync(log).equals(damaged)).toBe(true);
    writeFileSync(log, whole.toString('latin1').replace('orrery-log/1', 'orrery-log/9'), 'latin1');
    await expect(open()).rejects.toThrow('has format 9');
    writeFileSync(log, whole);
    await (await open()).dispose();
  });

  it('has no forks', async () => {
    await using cluster = await open({ nodes: 0 });
    await expect(cluster.fork()).rejects.toThrow('cannot be forked');
    expect(() => cluster.snapshot()).toThrow('copy the folder instead');
  });
});

import { defaultProfile } from '#kinds';
import {
  CoreV1Api,
  KubeConfig,
  makeInformer,
  type Informer,
  type V1ConfigMap,
} from '@kubernetes/client-node';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { createCluster, FaultError, type Cluster, type ClusterServer, type FaultSpec } from '#kit';
import { readRecord } from '#record';

const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: main, image: example.com/web:1 }] }
`;
const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } };

/** A Deployment whose pods cannot be created for a while. */
async function stormy(seed: number): Promise<Cluster> {
  const cluster = await createCluster({ nodes: 2, seed });
  cluster.faults.inject({
    name: 'storm',
    match: { client: 'replicaset-controller', verb: 'create', resource: 'pods' },
    error: 429,
    chance: 0.7,
    for: '20s',
  });
  await cluster.apply(deployment);
  await cluster.advance('2m');
  return cluster;
}

describe('faults of clients in the process', () => {
  it('strike controllers, which recover as they do', async () => {
    await using cluster = await stormy(3);
    expect((await cluster.get('Deployment', 'web')).status.readyReplicas).toBe(3);
    const strikes = cluster.faults.strikes();
    expect(strikes.length).toBeGreaterThan(1);
    expect(strikes[0]).toMatchObject({
      fault: 'storm',
      effect: 'TooManyRequests',
      client: 'replicaset-controller',
      verb: 'create',
      resource: 'pods',
      reconcile: { controller: 'replicaset' },
    });
    expect(cluster.faults.list()).toEqual([]);
  });

  it('are named by the timeline, why and the record', async () => {
    await using cluster = await stormy(3);
    const line = 'storm: TooManyRequests for replicaset-controller, create pods default/';
    expect(cluster.timeline()).toContain(line);
    const [pod] = await cluster.list('Pod');
    const why = await cluster.why(`pod/${pod!.metadata.name}`, 'spec.containers');
    expect(String(why)).toContain(`fault ${line}`);
    const read = readRecord(cluster.record(), new KindRegistry(defaultProfile));
    expect(read.faults).toEqual(cluster.faults.strikes());
  });

  it('are the same again for a seed', async () => {
    await using one = await stormy(3);
    await using same = await stormy(3);
    await using other = await stormy(4);
    expect(same.record()).toBe(one.record());
    expect(other.faults.strikes().length).not.toBe(one.faults.strikes().length);
  });

  it('lose the answer of a request that was carried out', async () => {
    await using cluster = await createCluster();
    cluster.faults.inject({ error: 504, applied: true, times: 1, match: { client: 'test' } });
    await expect(cluster.create(settings)).rejects.toMatchObject({ code: 504 });
    expect((await cluster.get('ConfigMap', 'settings')).metadata.name).toBe('settings');
  });

  it('strike heartbeats one by one', async () => {
    await using cluster = await createCluster({ nodes: 2 });
    await cluster.advance('30s');
    cluster.faults.inject({
      name: 'lost',
      error: 503,
      match: { client: 'kubelet', resource: ['nodes', 'leases'], name: 'node-1' },
    });
    await cluster.advance('2m');
    const ready = async (name: string): Promise<unknown> => {
      const { conditions } = (await cluster.get('Node', name)).status;
      return conditions?.find(({ type }) => type === 'Ready')?.status;
    };
    expect([await ready('node-1'), await ready('node-2')]).toEqual(['Unknown', 'True']);
    cluster.faults.lift('lost');
    await cluster.advance('1m');
    expect(await ready('node-1')).toBe('True');
  });

  it('are refused when they make no sense', async () => {
    await using cluster = await createCluster();
    const refused = (fault: unknown): unknown => {
      try {
        return cluster.faults.inject(fault as FaultSpec);
      } catch (error) {
        expect(error).toBeInstanceOf(FaultError);
        return (error as Error).message;
      }
    };
    expect(refused({ error: 418, times: 0 })).toContain(
      'invalid fault: error: expected a status code (401, 403, 404, 409,',
    );
    expect(refused({ error: 500, match: { resource: 'podz' } })).toContain(
      'match.resource: no resource "podz" is served (did you mean "pods"?)',
    );
    await expect(cluster.step({ fault: { eror: 500 } })).rejects.toThrow('unknown field "eror"');
    await expect(cluster.step({ liftFault: 'x' })).rejects.toThrow(
      'there is no fault "x" in force',
    );
  });

  it('come and end by steps', async () => {
    await using cluster = await createCluster();
    await cluster.step({ fault: { name: 'down', error: 503 } });
    expect(cluster.faults.list()).toMatchObject([{ name: 'down', effect: 'ServiceUnavailable' }]);
    await cluster.step({ liftFault: 'all' });
    expect(cluster.faults.list()).toEqual([]);
  });
});

describe('faults of clients over HTTP', () => {
  const body = { metadata: { name: 'settings' } };
  const coreOf = (server: ClusterServer): CoreV1Api =>
    server.configure(new KubeConfig()).makeApiClient(CoreV1Api);

  interface Answer {
    readonly code: number;
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
  }
  const failure = (request: Promise<unknown>): Promise<Answer> =>
    request.then(
      () => expect.fail('the request was answered'),
      (error: Answer) => error,
    );

  it.each<[number, string, Readonly<Record<string, string>>]>([
    [
      429,
      'Too many requests, please try again later.\n',
      {
        'retry-after': '3',
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      },
    ],
    [503, 'service unavailable\n', { 'retry-after': '3' }],
    [500, '"message":"etcdserver: request timed out","code":500', {}],
    [504, '"reason":"Timeout","code":504', { 'content-type': 'application/json' }],
    [403, 'User \\"admin\\" cannot create resource \\"configmaps\\"', {}],
    [409, 'configmaps \\"settings\\" already exists', {}],
  ])('%i as v1.24 sends it', async (error, text, headers) => {
    await using cluster = await createCluster();
    await using server = await cluster.listen();
    const retryAfter = error === 429 || error === 503 ? { retryAfter: '3s' } : {};
    cluster.faults.inject({ name: 'down', error, times: 1, ...retryAfter });
    const core = coreOf(server);
    // What failed was not done, and the next request is answered.
    const answer = await failure(core.createNamespacedConfigMap({ namespace: 'default', body }));
    expect(answer.code).toBe(error);
    expect(answer.body.replaceAll('\n  ', '')).toContain(text);
    expect(answer.headers).toMatchObject(headers);
    await core.createNamespacedConfigMap({ namespace: 'default', body });
    expect(cluster.timeline()).toContain('for admin, create configmaps default/settings');
  });

  it('strike one client and spare another', async () => {
    await using cluster = await createCluster();
    await using server = await cluster.listen();
    const jane = server.accessOf({ name: 'jane', groups: ['system:masters'] });
    cluster.faults.inject({ error: 401, match: { client: { token: jane.token } } });
    const core = jane.configure(new KubeConfig()).makeApiClient(CoreV1Api);
    expect((await failure(core.listNode())).code).toBe(401);
    expect((await coreOf(server).listNode()).items).toEqual([]);
    expect(cluster.record()).not.toContain(jane.token);
  });

  it('lose the answer of a request that was carried out', async () => {
    await using cluster = await createCluster();
    await using server = await cluster.listen();
    cluster.faults.inject({ error: 504, applied: true, times: 1 });
    const core = coreOf(server);
    expect(
      (await failure(core.createNamespacedConfigMap({ namespace: 'default', body }))).code,
    ).toBe(504);
    const again = await failure(core.createNamespacedConfigMap({ namespace: 'default', body }));
    expect(again.code).toBe(409);
  });

  it('expire a watch with an event, as v1.24 does', async () => {
    await using cluster = await createCluster();
    await using server = await cluster.listen();
    cluster.faults.inject({ error: 410, times: 1, match: { verb: 'watch' } });
    const { Watch } = await import('@kubernetes/client-node');
    const watch = new Watch(server.configure(new KubeConfig()));
    const events: unknown[] = [];
    await new Promise<void>((resolve) => {
      const query = { resourceVersion: '1' };
      void watch.watch(
        '/api/v1/pods',
        query,
        (type, object) => events.push([type, object]),
        () => resolve(),
      );
    });
    expect(events).toEqual([['ERROR', expect.objectContaining({ code: 410, reason: 'Expired' })]]);
  });
});

describe('faults of watches over HTTP', () => {
  /** What an informer of client-node reports, and how often it has listed. */
  class Follower {
    readonly seen: string[] = [];
    lists = 0;
    readonly #informer: Informer<V1ConfigMap>;
    #isStopped = false;

    constructor(config: KubeConfig) {
      const core = config.makeApiClient(CoreV1Api);
      const list = (): ReturnType<typeof core.listNamespacedConfigMap> => {
        this.lists += 1;
        return core.listNamespacedConfigMap({ namespace: 'default' });
      };
      this.#informer = makeInformer(config, '/api/v1/namespaces/default/configmaps', list);
      for (const verb of ['add', 'update', 'delete'] as const) {
        this.#informer.on(verb, ({ metadata }) => void this.seen.push(`${verb} ${metadata!.name}`));
      }
      // As its documentation says: it does not restart by itself. Once stopped it must not.
      this.#informer.on('error', () => {
        if (!this.#isStopped) void this.#informer.start();
      });
    }

    async start(): Promise<void> {
      await this.#informer.start();
    }

    stop(): void {
      this.#isStopped = true;
      void this.#informer.stop();
    }
  }

  const make = (cluster: Cluster, name: string): Promise<unknown> =>
    cluster.create({ ...settings, metadata: { name } });

  it.each<[string, FaultSpec, number]>([
    ['drop', { watch: 'drop', times: 1, match: { client: 'admin' } }, 1],
    ['reset', { watch: 'reset', times: 1, match: { client: 'admin', name: 'two' } }, 1],
    ['expire', { watch: 'expire', times: 1, match: { client: 'admin' } }, 2],
    ['duplicate', { watch: 'duplicate', match: { client: 'admin', name: 'two' } }, 1],
  ])('%s: an informer of client-node recovers', async (_, fault, lists) => {
    await using cluster = await createCluster({ controllers: 'none' });
    await using server = await cluster.listen();
    const follower = new Follower(server.configure(new KubeConfig()));
    await make(cluster, 'one');
    await follower.start();
    await expect.poll(() => follower.seen).toContain('add one');
    cluster.faults.inject({ name: 'line', ...fault });
    await make(cluster, 'two');
    await expect.poll(() => follower.seen).toContain('add two');
    expect(follower.lists).toBeGreaterThanOrEqual(lists);
    expect(cluster.faults.strikes()).not.toEqual([]);
    follower.stop();
  });

  it('silence: an informer of client-node learns nothing until its stream is ended', async () => {
    await using cluster = await createCluster({ controllers: 'none' });
    await using server = await cluster.listen();
    const follower = new Follower(server.configure(new KubeConfig()));
    await follower.start();
    await make(cluster, 'one');
    await expect.poll(() => follower.seen).toEqual(['add one']);
    const match = { client: 'admin', name: 'two' };
    cluster.faults.inject({ watch: 'silence', times: 1, match });
    await make(cluster, 'two');
    await expect.poll(() => cluster.faults.strikes().length).toBe(1);
    await make(cluster, 'three');
    await cluster.advance('1h');
    expect(follower.seen).toEqual(['add one']);
    // What ends streams ends silent ones, too.
    cluster.faults.inject({ watch: 'drop', times: 1, match: { client: 'admin' } });
    await expect.poll(() => follower.seen).toEqual(['add one', 'add two', 'add three']);
    follower.stop();
  });

  it('delay: events come in virtual time', async () => {
    await using cluster = await createCluster({ controllers: 'none' });
    await using server = await cluster.listen();
    const follower = new Follower(server.configure(new KubeConfig()));
    await follower.start();
    await make(cluster, 'one');
    await expect.poll(() => follower.seen).toEqual(['add one']);
    cluster.faults.inject({ watch: { delay: '10s' }, match: { client: 'admin' } });
    await make(cluster, 'two');
    await expect.poll(() => cluster.faults.strikes().length).toBe(1);
    await cluster.advance('9s');
    expect(follower.seen).toEqual(['add one']);
    await cluster.advance('1s');
    await expect.poll(() => follower.seen).toEqual(['add one', 'add two']);
    follower.stop();
  });
});

describe('faults of watches in the process', () => {
  it.each<[string, FaultSpec]>([
    ['drop', { watch: 'drop', for: '20s' }],
    ['expire', { watch: 'expire', for: '20s' }],
    ['stall', { watch: 'stall', for: '20s' }],
    ['delay', { watch: { delay: '20s' }, for: '20s' }],
    ['coalesce', { watch: { coalesce: '20s' }, for: '20s' }],
    ['duplicate', { watch: 'duplicate', for: '20s' }],
  ])('%s: controllers get over it', async (_, fault) => {
    const play = async (): Promise<string> => {
      await using cluster = await createCluster({ nodes: 2 });
      await cluster.apply(deployment);
      const match = { resource: ['pods', 'replicasets', 'deployments'] };
      cluster.faults.inject({ name: 'line', match, ...fault });
      await cluster.step({ scale: { kind: 'Deployment', name: 'web', replicas: 5 } });
      await cluster.advance('5m');
      expect((await cluster.get('Deployment', 'web')).status.readyReplicas).toBe(5);
      expect(cluster.faults.strikes().length).toBeGreaterThan(0);
      return cluster.record();
    };
    expect(await play()).toBe(await play());
  });
});

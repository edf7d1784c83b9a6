import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#kinds';
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
    const read = readRecord(cluster.record(), new KindRegistry());
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
      'invalid fault: error: expected a status code (401, 403, 409,',
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

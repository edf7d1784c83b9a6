/** Several `orrery serve --etcd` on one real etcd, each a process: what one does, clients of the others see. */
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Deployment, Pod, Service } from '#types';
import type { KubeObject } from '#values';
import { etcdMissing, startEtcd, type EtcdProcess } from '../../tools/etcd-process.ts';
import { playEtcdKills } from '../../tools/torture/etcd-kill-rounds.ts';
import { Kubectl } from './support/kubectl.ts';
import { serve, serveTimeoutMs, type Served } from './support/serve.ts';
import { isMissing, kubectls } from './support/tools.ts';
import { until } from './support/until.ts';

const leads = 'this server leads';

describe.skipIf(etcdMissing)('servers on one etcd', () => {
  let etcd: EtcdProcess;
  let servers: Served[] = [];
  let prefixes = 0;
  beforeAll(async () => {
    etcd = await startEtcd();
  }, serveTimeoutMs);
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    servers = [];
  }, serveTimeoutMs);
  afterAll(() => etcd.remove());

  const start = async (...options: readonly string[]): Promise<Served> => {
    const server = await serve('--etcd', etcd.url, '--http', '--no-page', ...options);
    servers.push(server);
    return server;
  };
  /** Two of one cluster; the first leads. */
  const two = async (...options: readonly string[]): Promise<readonly [Served, Served]> => {
    const prefix = ['--etcd-prefix', `/test/${++prefixes}`, ...options];
    const first = await start(...prefix);
    await until('the first server to lead', () => first.log().includes(leads) || undefined);
    return [first, await start(...prefix)];
  };

  it('show on each what was done on the other, to reads and watches', async () => {
    const [a, b] = await two('--controllers', 'none', '--no-pool');
    const { metadata } = await list(b, 'configmaps');
    const seen = watch(b, `configmaps?watch=1&resourceVersion=${metadata.resourceVersion}`);
    for (const name of ['x', 'y']) await send(a, 'POST', 'configmaps', configMap(name, 'one'));
    expect(await send(b, 'GET', 'configmaps/y')).toMatchObject({ data: { value: 'one' } });
    await send(b, 'PUT', 'configmaps/x', configMap('x', 'two'));
    await send(a, 'DELETE', 'configmaps/y');
    expect((await list(b, 'configmaps')).items.map(({ metadata: { name } }) => name)).toEqual([
      'x',
    ]);
    await until(
      () => `the watch to show four changes, not ${seen.join(', ')}`,
      () => (seen.length >= 4 ? true : undefined),
    );
    expect(seen).toEqual(['ADDED x', 'ADDED y', 'MODIFIED x', 'DELETED y']);
    const stale = { ...configMap('x', 'three'), metadata: { name: 'x', resourceVersion: '1' } };
    expect(await send(a, 'PUT', 'configmaps/x', stale)).toMatchObject({ code: 409 });
    expect(await send(b, 'POST', 'configmaps', configMap('x', ''))).toMatchObject({ code: 409 });
  }, 60_000);

  it('continue a rollout while the one that leads is killed', async () => {
    const [a, b] = await two('--nodes', '3');
    await send(b, 'POST', 'deployments', deployment('web', 'one'));
    await until('the deployment to be ready', () => isReady(b, 'web', 'one'));
    const wanted = { ...deployment('web', 'two'), metadata: { name: 'web' } };
    await send(a, 'PUT', 'deployments/web', wanted);
    servers = [b];
    await a.kill();
    await until('the other server to lead', () => b.log().includes(leads) || undefined, 30_000);
    await until('the rollout to end', () => isReady(b, 'web', 'two'), 30_000);
    // The reasons are in etcd as well: this server has not made these pods' deployment.
    const why = await fetchText(
      b,
      '/orrery/v1/why?kind=Deployment&name=web&field=status.readyReplicas',
    );
    expect(why).toContain('"actor":"deployment-controller"');
  }, 90_000);

  it('make the nodes that are asked for where a cluster has none', async () => {
    const prefix = ['--etcd-prefix', `/test/${++prefixes}`];
    const first = await start(...prefix, '--nodes', '0');
    expect((await list(first, 'nodes')).items).toEqual([]);
    const count = async (...options: readonly string[]): Promise<number> => {
      const server = await start(...prefix, ...options);
      return (await list(server, 'nodes')).items.length;
    };
    expect([await count(), await count('--nodes', '2'), await count('--nodes', '3')]).toEqual([
      0, 2, 2,
    ]);
  }, 60_000);

  it('say that etcd is away, and carry on when it is back', async () => {
    const [a, b] = await two('--controllers', 'none', '--no-pool');
    await send(a, 'POST', 'configmaps', configMap('x', 'one'));
    await send(b, 'GET', 'configmaps/x');
    await etcd.kill();
    await until('b to notice', async () => (await fetchStatus(b, '/readyz')) === 500 || undefined);
    expect(await fetchText(b, '/readyz')).toContain('[-]etcd failed: reason withheld');
    const refused = { code: 500, message: expect.stringContaining('connection error') as string };
    expect(await send(a, 'POST', 'configmaps', configMap('y', 'one'))).toMatchObject(refused);
    expect(await send(b, 'GET', 'configmaps/x')).toMatchObject(refused);
    const known = await send(b, 'GET', 'configmaps/x?resourceVersion=0');
    expect(known).toMatchObject({ data: { value: 'one' } });
    await etcd.restart();
    await until('b to follow', async () => (await fetchStatus(b, '/readyz')) === 200 || undefined);
    await send(a, 'POST', 'configmaps', configMap('y', 'one'));
    expect(await send(b, 'GET', 'configmaps/y')).toMatchObject({ data: { value: 'one' } });
  }, 60_000);

  it('give each Service an address and ports of its own', async () => {
    const [a, b] = await two('--controllers', 'none', '--no-pool');
    const make = (server: Served, name: string) => send(server, 'POST', 'services', service(name));
    // Each has seen no Service before its first, and then both take turns.
    const made = [await make(a, 'first-of-a'), await make(b, 'first-of-b')];
    for (let n = 0; n < 5; n++) made.push(await make(a, `a-${n}`), await make(b, `b-${n}`));
    const specs = (made as readonly Service[]).map(({ spec }) => spec);
    expect(new Set(specs.map(({ clusterIP }) => clusterIP)).size).toBe(made.length);
    expect(new Set(specs.map(({ ports }) => ports![0]!.nodePort)).size).toBe(made.length);
    const taken = {
      ...service('same'),
      spec: { ...service('same').spec, clusterIP: specs[0]!.clusterIP },
    };
    expect(await send(b, 'POST', 'services', taken)).toMatchObject({
      code: 422,
      message: expect.stringContaining('provided IP is already allocated') as string,
    });
    const wanted = { ...service('both').spec, clusterIP: '10.96.7.7', ports: [{ port: 80 }] };
    const both = [a, b].map((server, n) =>
      send(server, 'POST', 'services', { ...service(`both-${n}`), spec: wanted }),
    );
    const codes = (await Promise.all(both)).map((answer) => (answer as { code?: number }).code);
    expect(codes.sort()).toEqual([422, undefined]);
  }, 60_000);

  it('serve custom resources as soon as one of them knows the definition', async () => {
    const [a, b] = await two('--controllers', 'none', '--no-pool');
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    expect(await call(b, 'POST', path, definition)).toMatchObject({ kind: definition.kind });
    const widgets = '/apis/example.com/v1/namespaces/default/widgets';
    const widget = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'w' },
      size: 3,
    };
    await until('the first server to serve widgets', async () => {
      const made = await request(a, widgets, { method: 'POST', body: JSON.stringify(widget) });
      return made.status === 201 || undefined;
    });
    expect(await call(b, 'GET', `${widgets}/w`)).toMatchObject({ kind: 'Widget', size: 3 });
  }, 60_000);

  it('compact etcd, one of them', async () => {
    const [a, b] = await two(...['--controllers', 'none', '--no-pool', '--etcd-compaction', '1s']);
    const compacted = async (): Promise<true | undefined> => {
      await send(a, 'PUT', 'configmaps/x', configMap('x', 'again'));
      const { metadata } = (await send(b, 'GET', 'configmaps/x')) as KubeObject;
      return Number(metadata.resourceVersion) > 0 && (await compactedTo(etcd.url)) > 2
        ? true
        : undefined;
    };
    await send(a, 'POST', 'configmaps', configMap('x', 'one'));
    await until('etcd to be compacted', compacted);
    // A server remembers what it has seen; one that starts now begins with what etcd still has.
    const c = await start(...['--etcd-prefix', `/test/${prefixes}`, '--controllers', 'none']);
    for (const query of ['resourceVersionMatch=Exact', 'watch=1']) {
      const gone = await send(c, 'GET', `configmaps?resourceVersion=2&${query}`);
      expect(gone).toMatchObject(
        query === 'watch=1' ? { object: { code: 410 } } : { code: 410, reason: 'Expired' },
      );
    }
  }, 60_000);

  it('refuse what one server cannot do for all', async () => {
    const [a] = await two('--controllers', 'none', '--no-pool');
    const post = (path: string, body: object) => call(a, 'POST', `/orrery/v1${path}`, body);
    expect(await post('/clock/advance', { seconds: 5 })).toMatchObject({ code: 409 });
    expect(await post('/reset', {})).toMatchObject({ code: 409 });
    expect(await post('/steps', { jump: '5s' })).toMatchObject({ passed: false });
    const options = ['--etcd', 'http://127.0.0.1:1', '--http'];
    const failing = [
      [['--etcd', etcd.url, '--data', 'x'], '--data: leave it out with --etcd'],
      [['--etcd', etcd.url, '--clock', '60x'], '--clock: leave it out with --etcd'],
      [['--event-ttl', '5m'], '--event-ttl: only with --etcd'],
      [options, 'ECONNREFUSED'],
    ] as const;
    for (const [args, message] of failing) await expect(serve(...args)).rejects.toThrow(message);
  }, 60_000);

  it('lose nothing that they have acknowledged, whichever of three is killed', async () => {
    const problems = await playEtcdKills({
      command: resolve(import.meta.dirname, '../../dist/orrery.js'),
      ...{ kills: 4, writers: 16, seed: 5, log: () => undefined },
    });
    expect(problems).toEqual([]);
  }, 120_000);

  const [tool] = kubectls();
  it.skipIf(tool === undefined || isMissing(tool))(
    'answer kubectl alike',
    async () => {
      const prefix = ['--etcd-prefix', `/test/${++prefixes}`, '--http-admin'];
      const [a, b] = [await start(...prefix), await start(...prefix)];
      const [onA, onB] = [a, b].map((server) => new Kubectl(tool as never, server));
      await onA!.prepare();
      await onB!.read('create deployment web --image=nginx --replicas=3');
      await onA!.readUntil('get deployment web', /3\/3/);
      await onB!.read('set image deployment/web nginx=nginx:2');
      await onA!.read('rollout status deployment/web --timeout=20s');
      // The pods of before may still be ending.
      const three = /^(?:pod\/\S+\s+){2}pod\/\S+\s*$/;
      const names = await onA!.readUntil('get pods -o name', three);
      expect(await onB!.readUntil('get pods -o name', three)).toBe(names);
    },
    90_000,
  );
});

const definition = {
  ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
  metadata: { name: 'widgets.example.com' },
  spec: {
    ...{ group: 'example.com', scope: 'Namespaced' },
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true },
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    ],
  },
};

const paths: Readonly<Record<string, string>> = {
  configmaps: '/api/v1/namespaces/default/',
  nodes: '/api/v1/',
  pods: '/api/v1/namespaces/default/',
  services: '/api/v1/namespaces/default/',
  deployments: '/apis/apps/v1/namespaces/default/',
};

/** Of the namespace default, or of none. */
function send(server: Served, method: string, path: string, body?: object): Promise<object> {
  const [resource = ''] = path.split(/[/?]/);
  return call(server, method, `${paths[resource]}${path}`, body);
}

async function call(server: Served, method: string, path: string, body?: object): Promise<object> {
  const answer = await request(server, path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as object;
}

function request(
  { url, token }: Served,
  path: string,
  options: RequestInit = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(`${url}${path}`, { headers, ...options });
}

async function fetchText(server: Served, path: string): Promise<string> {
  return (await request(server, path)).text();
}

async function fetchStatus(server: Served, path: string): Promise<number> {
  return (await request(server, path)).status;
}

interface Listed {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly KubeObject[];
}

async function list(server: Served, path: string): Promise<Listed> {
  return (await send(server, 'GET', path)) as Listed;
}

/** What a watch shows, as it comes: `ADDED name`. It ends with the server. */
function watch(server: Served, path: string): string[] {
  const seen: string[] = [];
  const follow = async (): Promise<void> => {
    const { body } = await request(server, `${paths['configmaps']}${path}`);
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const lines = (text + chunk).split('\n');
      text = lines.pop()!;
      for (const line of lines) {
        const { type, object } = JSON.parse(line) as { type: string; object: KubeObject };
        seen.push(`${type} ${object.metadata.name}`);
      }
    }
  };
  follow().catch(() => undefined);
  return seen;
}

async function compactedTo(url: string): Promise<number> {
  const { Etcd } = await import('#etcd');
  const { machineTimers } = await import('#clock');
  const etcd = new Etcd({ urls: [url], timers: machineTimers() });
  const { found } = await etcd.range({ key: 'compact_rev_key' });
  etcd.close();
  return Number(found[0]?.value.toString('utf8') ?? 0);
}

async function isReady(server: Served, name: string, image: string): Promise<true | undefined> {
  const found = (await send(server, 'GET', `deployments/${name}`)) as Partial<Deployment>;
  const { items } = await list(server, 'pods');
  const pods = items as readonly Pod[];
  const isWhole = found.status?.readyReplicas === 3 && found.status.updatedReplicas === 3;
  const isNew = pods.length === 3 && pods.every(({ spec }) => spec.containers[0]!.image === image);
  return isWhole && isNew ? true : undefined;
}

function configMap(name: string, value: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } };
}

function service(name: string) {
  const spec = { type: 'NodePort', ports: [{ port: 80 }], selector: { app: name } };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec };
}

function deployment(name: string, image: string): object {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image }] } };
  const spec = { replicas: 3, selector: { matchLabels: labels }, template };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec };
}

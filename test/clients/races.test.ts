/** Races of a control plane as clients over HTTPS meet them. */
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { createCluster, type Cluster, type ClusterOptions, type ClusterServer } from '#kit';
import { stepTimeoutMs } from './support/kubectl.ts';

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
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
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const widgets = '/apis/example.com/v1/namespaces/default/widgets';
const maps = '/api/v1/namespaces/default/configmaps';

let cluster: Cluster;
let server: ClusterServer;
afterEach(() => cluster.dispose());

async function start(options: ClusterOptions): Promise<void> {
  cluster = await createCluster({ kubernetes: '1.34', controllers: 'none', ...options });
  server = await cluster.listen({ outside: 'off' });
}

interface Answer {
  readonly code: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of all kinds
  readonly body: any;
}

function ask(method: string, path: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
    };
    const asked = request(`${server.url}${path}`, { method, headers, ca: server.certificate });
    asked.on('error', reject).on('response', (res) => {
      const { statusCode: code = 0, headers: answered } = res;
      void text(res).then((found) => {
        const body: unknown = found.startsWith('{') ? JSON.parse(found) : undefined;
        resolve({ code, retryAfter: answered['retry-after'], text: found, body });
      }, reject);
    });
    asked.end(body && JSON.stringify(body));
  });
}

const conditionsOf = async (): Promise<readonly string[]> => {
  const { body } = await ask('GET', `${definitions}/widgets.example.com`);
  const conditions = (body.status?.conditions ?? []) as readonly { readonly type: string }[];
  return conditions.map(({ type }) => type);
};

it(
  'leave a definition without conditions, and its kind unserved, for a moment',
  async () => {
    await start({ races: { definitions: '10s' } });
    expect(await ask('POST', definitions, definition)).toMatchObject({ code: 201 });
    expect(await conditionsOf()).toEqual([]);
    expect(await ask('GET', widgets)).toMatchObject({ code: 404 });
    await cluster.advance('10s');
    expect(await conditionsOf()).toContain('Established');
    expect(await ask('GET', widgets)).toMatchObject({ code: 200 });
    const strikes = cluster.faults.strikes();
    expect(strikes.length).toBeGreaterThan(0);
    for (const each of strikes) {
      expect(each).toMatchObject({ fault: 'race-definitions', client: 'kube-apiserver' });
    }
  },
  stepTimeoutMs,
);

it(
  'fail the first lists of a new kind: 404, or a cache that is not filled',
  async () => {
    await start({ races: { kinds: '5s' } });
    await ask('POST', definitions, definition);
    await cluster.settle();
    const seen: Answer[] = [];
    for (let i = 0; i < 20; i++) seen.push(await ask('GET', widgets));
    expect([...new Set(seen.map(({ code }) => code))].sort()).toEqual([200, 404, 429]);
    expect(seen.find(({ code }) => code === 404)!.text).toBe('404 page not found\n');
    expect(seen.find(({ code }) => code === 429)).toMatchObject({
      retryAfter: '1',
      body: { reason: 'TooManyRequests', message: 'storage is (re)initializing' },
    });
    expect(await ask('GET', maps)).toMatchObject({ code: 200 });
    await cluster.advance('6s');
    for (let i = 0; i < 10; i++) expect(await ask('GET', widgets)).toMatchObject({ code: 200 });
  },
  stepTimeoutMs,
);

it(
  'show discovery as it was earlier, plain and aggregated',
  async () => {
    await start({});
    cluster.faults.inject({ name: 'old', discovery: { lag: '10s' } });
    await ask('POST', definitions, definition);
    await cluster.settle();
    const groups = async (): Promise<readonly string[]> =>
      ((await ask('GET', '/apis')).body.groups as readonly { readonly name: string }[]).map(
        ({ name }) => name,
      );
    expect(await ask('GET', widgets)).toMatchObject({ code: 200 });
    expect(await groups()).not.toContain('example.com');
    expect(await ask('GET', '/apis/example.com/v1')).toMatchObject({ code: 404 });
    await cluster.advance('9s');
    expect(await groups()).not.toContain('example.com');
    await cluster.advance('2s');
    expect(await groups()).toContain('example.com');
    expect(await ask('GET', '/apis/example.com/v1')).toMatchObject({ code: 200 });
    await ask('DELETE', `${definitions}/widgets.example.com`);
    await cluster.advance('5s');
    expect(await ask('GET', widgets)).toMatchObject({ code: 404 });
    expect(await groups()).toContain('example.com');
  },
  stepTimeoutMs,
);

it(
  'answer from caches only what names any version, from servers that lag differently',
  async () => {
    await start({ races: { servers: '10s' } });
    await ask('POST', maps, { metadata: { name: 'old' } });
    await cluster.advance('1m');
    const { body: fresh } = await ask('POST', maps, { metadata: { name: 'new' } });
    const names = async (query: string): Promise<string> =>
      ((await ask('GET', `${maps}${query}`)).body.items as readonly (typeof fresh)[])
        .map(({ metadata: { name } }) => String(name))
        .join();
    const seen = new Set<string>();
    for (let i = 0; i < 20; i++) {
      seen.add(await names('?resourceVersion=0'));
      expect(await names('')).toBe('new,old');
      expect(await names(`?resourceVersion=${fresh.metadata.resourceVersion}`)).toBe('new,old');
    }
    expect([...seen].sort()).toEqual(['new,old', 'old']);
    const gets = new Set<number>();
    for (let i = 0; i < 20; i++) gets.add((await ask('GET', `${maps}/new?resourceVersion=0`)).code);
    expect([...gets].sort()).toEqual([200, 404]);
    await cluster.advance('11s');
    expect(await names('?resourceVersion=0')).toBe('new,old');
  },
  stepTimeoutMs,
);

it(
  'let a watch at a server that lags show events later, in their order',
  async () => {
    await start({});
    cluster.faults.inject({ match: { verb: 'watch' }, stale: { behind: '10s' } });
    const { body: list } = await ask('GET', maps);
    const { resourceVersion } = list.metadata;
    const lines: string[] = [];
    const headers = { authorization: `Bearer ${server.token}` };
    const url = `${server.url}${maps}?watch=1&resourceVersion=${resourceVersion}`;
    const watch = request(url, { headers, ca: server.certificate });
    watch
      .on('error', () => undefined)
      .on('response', (res) => {
        res.on('error', () => undefined);
        res.setEncoding('utf8').on('data', (chunk: string) => {
          for (const line of chunk.trim().split('\n')) {
            lines.push(JSON.parse(line).object.metadata.name);
          }
        });
      });
    watch.end();
    await expect.poll(() => cluster.faults.list()[0]?.seen).toBeDefined();
    await ask('POST', maps, { metadata: { name: 'a' } });
    await cluster.advance('5s');
    await ask('POST', maps, { metadata: { name: 'b' } });
    await cluster.advance('4s');
    expect(lines).toEqual([]);
    await cluster.advance('1s');
    await expect.poll(() => lines).toEqual(['a']);
    await cluster.advance('5s');
    await expect.poll(() => lines).toEqual(['a', 'b']);
    watch.destroy();
  },
  stepTimeoutMs,
);

it(
  'let informers of the controller manager lag, by times that the seed draws',
  async () => {
    const readyAt = async (seed: number): Promise<number> => {
      await start({ controllers: 'all', nodes: 1, seed, races: { informers: '20s' } });
      const before = cluster.now();
      const template = {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'web' }] },
      };
      const spec = { replicas: 1, selector: { matchLabels: { app: 'web' } }, template };
      await ask('POST', '/apis/apps/v1/namespaces/default/deployments', {
        ...{ metadata: { name: 'web' }, spec },
      });
      for (let i = 0; i < 200; i++) {
        const { body } = await ask('GET', '/apis/apps/v1/namespaces/default/deployments/web');
        if (body.status.readyReplicas === 1) break;
        await cluster.advance('1s');
      }
      const took = cluster.now() - before;
      await cluster.dispose();
      return took;
    };
    const [one, again, other] = [await readyAt(1), await readyAt(1), await readyAt(2)];
    expect(one).toBe(again);
    expect(one).not.toBe(other);
    expect(one).toBeGreaterThan(10_000);
  },
  stepTimeoutMs * 2,
);

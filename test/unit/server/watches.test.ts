/** Watches over HTTP and over WebSocket: what is sent, in which form, and how they begin and end. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { machineTimers } from '#clock';
import { configMap, daemonSet, type Kind, defaultProfile } from '#kinds';
import { customKinds } from '#custom';
import { KindRegistry, kindsOf } from '#catalog';
import { bookmarkOf, untypedBookmark } from '../../../src/server/watch/bookmark.ts';
import { ServedKinds } from '../../../src/server/exchange/served-kinds.ts';
import { context } from '../../support/api.ts';
import { ask, type Told } from '../../support/ask.ts';
import { widgets } from '../../support/custom.ts';
import { adminToken, serverRig, type ServerRig } from '../../support/server.ts';

const kinds = kindsOf(defaultProfile);

const maps = '/api/v1/namespaces/default/configmaps';
const authorization = `Bearer ${adminToken}`;
const custom = customKinds(widgets({ type: 'object' }), defaultProfile);

let rig: ServerRig;
/** What is due, with its delay. */
let due: { readonly ms: number; readonly run: () => void }[];
const defects: unknown[] = [];

beforeEach(async () => {
  due = [];
  const timers = {
    ...machineTimers(),
    after(ms: number, run: () => void) {
      const timer = { ms, run };
      due.push(timer);
      return () => void (due = due.filter((each) => each !== timer));
    },
  };
  rig = await serverRig({
    ...{ timers, kinds: [...kinds, ...custom] },
    onDefect: (error) => defects.push(error),
  });
  for (const name of ['a', 'b']) await create(name);
});
afterEach(async () => {
  await rig.close();
  expect(defects).toEqual([]);
});

const create = (name: string, labels: object = {}) =>
  rig.api.create(context, configMap, { metadata: { name, namespace: 'default', labels } } as never);
const fire = (ms: number): void => {
  const timer = due.find((each) => each.ms === ms)!;
  due = due.filter((each) => each !== timer);
  timer.run();
};
async function settled(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000 && !holds(); turn++) await machineTimers().turn();
  expect(holds()).toBe(true);
}

interface Line {
  readonly type: string;
  readonly object: {
    readonly kind: string;
    readonly apiVersion: string;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly rows?: readonly unknown[];
    readonly columnDefinitions?: readonly unknown[] | null;
  };
}

/** Watches until the stream ends by its time, which comes after `act`. */
async function watched(
  query: string,
  act: () => unknown = () => undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<Told & { readonly lines: readonly Line[] }> {
  const { port } = rig.listening;
  const path = `${maps}?watch=1&timeoutSeconds=100&${query}`;
  const watching = ask(port, { path, headers: { authorization, ...headers } });
  await settled(() => due.some(({ ms }) => ms === 100_000));
  for (let turn = 0; turn < 20; turn++) await machineTimers().turn();
  await act();
  for (let turn = 0; turn < 20; turn++) await machineTimers().turn();
  fire(100_000);
  const told = await watching;
  const isJson = told.headers['content-type'] === 'application/json';
  const texts = isJson ? told.text.split('\n').slice(0, -1) : [];
  return { ...told, lines: texts.map((text) => JSON.parse(text) as Line) };
}

const shown = (lines: readonly Line[]): readonly string[] =>
  lines.map(({ type, object }) => `${type} ${String(object.metadata['name'] ?? '')}`.trim());

describe('a watch over HTTP', () => {
  it('has what there is and what changes, in lines', async () => {
    const { status, headers, lines } = await watched(
      'fieldSelector=metadata.name!=kube-root-ca.crt',
      async () => {
        await create('c');
        await rig.api.delete(context, configMap, { name: 'a', namespace: 'default' });
      },
    );
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'cache-control': 'no-cache, private' },
    });
    expect(shown(lines)).toEqual(['ADDED a', 'ADDED b', 'ADDED c', 'DELETED a']);
    expect(lines[0]!.object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
  });

  it.each([
    ['labelSelector=x%3Dy', ['ADDED l']],
    ['fieldSelector=metadata.name%3Db', ['ADDED b']],
    ['resourceVersion=VERSION', ['ADDED l']],
  ])('with %s has %s', async (query, expected) => {
    const version = String(rig.store.revision());
    const { lines } = await watched(query.replace('VERSION', version), () =>
      create('l', { x: 'y' }),
    );
    expect(shown(lines)).toEqual(expected);
  });

  it('in the older form names its object in the path', async () => {
    const path =
      '/api/v1/watch/namespaces/default/configmaps/b?timeoutSeconds=100&fieldSelector=metadata.namespace%3Ddefault';
    const watching = ask(rig.listening.port, { path, headers: { authorization } });
    await settled(() => due.some(({ ms }) => ms === 100_000));
    for (let turn = 0; turn < 20; turn++) await machineTimers().turn();
    fire(100_000);
    expect((await watching).text).toMatch(/^\{"type":"ADDED".*"name":"b".*\n$/);
  });

  it('in the older form needs no options', async () => {
    const path = '/api/v1/watch/namespaces/default/configmaps/b';
    const watching = ask(rig.listening.port, { path, headers: { authorization } });
    await settled(() => due.some(({ ms }) => ms >= 1_800_000));
    for (let turn = 0; turn < 20; turn++) await machineTimers().turn();
    fire(due.find(({ ms }) => ms >= 1_800_000)!.ms);
    expect((await watching).text).toMatch(/^\{"type":"ADDED".*"name":"b".*\n$/);
  });

  it('ends by itself after half an hour to an hour', async () => {
    void ask(rig.listening.port, { path: `${maps}?watch=1`, headers: { authorization } }).catch(
      () => undefined,
    );
    await settled(() => due.some(({ ms }) => ms >= 1_800_000));
    const { ms } = due.find((each) => each.ms >= 1_800_000)!;
    expect(ms).toBeLessThan(3_600_000);
    expect(ms % 1000).toBe(0);
    expect(due.some((each) => each.ms === 60_000)).toBe(false);
  });

  it.each([
    ['allowWatchBookmarks=true', ['BOOKMARK']],
    ['allowWatchBookmarks=false', []],
    ['', []],
  ])('with %s has bookmarks: %s', async (query, expected) => {
    const revision = String(rig.store.revision());
    const { lines } = await watched(`resourceVersion=${revision}&${query}`, () => {
      if (expected.length > 0) fire(98_000);
    });
    expect(shown(lines)).toEqual(expected);
    expect(lines.map(({ object }) => object)).toEqual(
      expected.map(() => ({
        ...{ kind: 'ConfigMap', apiVersion: 'v1' },
        metadata: { resourceVersion: revision, creationTimestamp: null },
      })),
    );
  });

  it('of custom resources has bookmarks with nothing that is not set', async () => {
    const path = '/apis/example.com/v1/widgets?watch=1&timeoutSeconds=100&allowWatchBookmarks=1';
    const watching = ask(rig.listening.port, { path, headers: { authorization } });
    await settled(() => due.some(({ ms }) => ms === 98_000));
    for (let turn = 0; turn < 20; turn++) await machineTimers().turn();
    fire(98_000);
    fire(100_000);
    expect(JSON.parse((await watching).text)).toEqual({
      type: 'BOOKMARK',
      object: {
        ...{ kind: 'Widget', apiVersion: 'example.com/v1' },
        metadata: { resourceVersion: String(rig.store.revision()) },
      },
    });
  });

  const json = 'application/json';
  it.each<[accept: string, kind: string]>([
    [`${json};as=Table;g=meta.k8s.io;v=v1`, 'Table'],
    [`${json};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`, 'PartialObjectMetadata'],
    [`${json};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`, 'PartialObjectMetadata'],
    [`${json};stream=watch`, 'ConfigMap'],
  ])('as %s has objects of %s', async (accept, kind) => {
    const { lines } = await watched(
      'fieldSelector=metadata.name!=kube-root-ca.crt',
      () => create('c'),
      {
        accept,
      },
    );
    expect(lines.map(({ object }) => object.kind)).toEqual([kind, kind, kind]);
    const columns = lines.map(({ object }) => object.columnDefinitions?.length ?? null);
    expect(columns).toEqual(kind === 'Table' ? [3, null, null] : [null, null, null]);
    if (kind !== 'Table') return;
    expect(lines[0]!.object.metadata).toEqual({ resourceVersion: expect.any(String) as string });
    expect(lines[0]!.object.rows).toHaveLength(1);
  });

  it('in protobuf has frames', async () => {
    const accept = 'application/vnd.kubernetes.protobuf';
    // Loads what writes it.
    await ask(rig.listening.port, { path: `${maps}/a`, headers: { authorization, accept } });
    const { headers, bytes } = await watched('fieldSelector=metadata.name%3Da', () => undefined, {
      accept,
    });
    expect(headers['content-type']).toBe(`${accept};stream=watch`);
    expect(bytes.readUInt32BE()).toBe(bytes.length - 4);
  });

  it.each([
    ['watch=1&timeoutSeconds=x', 400, 'strconv.ParseInt'],
    ['watch=1&resourceVersion=x', 500, 'invalid syntax'],
    ['watch=1&labelSelector=(', 400, `found '('`],
  ])('?%s is refused: %s %s', async (query, status, part) => {
    const answer = await ask(rig.listening.port, {
      path: `${maps}?${query}`,
      headers: { authorization },
    });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(part);
  });

  it.each(['application/yaml', 'text/x'])('is not in %s', async (accept) => {
    const path = `${maps}?watch=1`;
    const answer = await ask(rig.listening.port, { path, headers: { authorization, accept } });
    expect(answer.status).toBe(406);
  });

  it('of what is computed is not there', async () => {
    const path = '/api/v1/componentstatuses?watch=1';
    const answer = await ask(rig.listening.port, { path, headers: { authorization } });
    expect(answer.status).toBe(405);
  });
});

describe('a watch over WebSocket', () => {
  const open = (path: string, protocols: readonly string[] = []): WebSocket =>
    new WebSocket(`${rig.url.replace('http', 'ws')}${path}`, [...protocols], {
      headers: { authorization },
    });

  it.each([[[]], [['base64.binary.k8s.io']]])(
    'has a message for each event: %j',
    async (protocols) => {
      const socket = open(
        `${maps}?watch=1&timeoutSeconds=100&resourceVersion=${rig.store.revision()}`,
        protocols,
      );
      const texts: string[] = [];
      socket.on('message', (data: Buffer, isBinary) => {
        texts.push(`${String(data)}${isBinary ? ' binary' : ''}`);
      });
      await once(socket, 'open');
      expect(socket.protocol).toBe(protocols[0] ?? '');
      await settled(() => due.some(({ ms }) => ms === 100_000));
      await create('c');
      await create('d');
      await settled(() => texts.length === 2);
      expect(texts.map((text) => (JSON.parse(text) as Line).object.metadata['name'])).toEqual([
        'c',
        'd',
      ]);
      expect(texts.some((text) => text.includes('\n'))).toBe(false);
      const closed = once(socket, 'close');
      fire(100_000);
      expect((await closed)[0]).toBe(1000);
    },
  );

  it('ends with its client', async () => {
    const socket = open(`${maps}?watch=1&timeoutSeconds=100`);
    await once(socket, 'open');
    await settled(() => due.some(({ ms }) => ms === 100_000));
    socket.terminate();
    await settled(() => !due.some(({ ms }) => ms === 100_000));
  });

  it('takes no long messages', async () => {
    const socket = open(`${maps}?watch=1&timeoutSeconds=100`);
    await once(socket, 'open');
    socket.send('x'.repeat(4096));
    socket.send('x'.repeat(4097));
    expect((await once(socket, 'close'))[0]).toBe(1009);
  });

  it.each([
    [`${maps}?watch=1&timeoutSeconds=x`, 400, 'strconv.ParseInt'],
    ['/api/v1/none?watch=1', 404, 'could not find'],
    ['/apis/none.example/v1/x?watch=1', 400, 'only watches can be upgraded to WebSocket'],
    ['/api/v1/namespaces/default/pods/none/exec', 404, 'pods \\"none\\" not found'],
  ])('%s is refused: %s %s', async (path, status, part) => {
    const [, response] = (await once(open(path), 'unexpected-response')) as [
      never,
      IncomingMessage,
    ];
    expect(response.statusCode).toBe(status);
    let text = '';
    for await (const chunk of response) text += String(chunk);
    expect(text).toContain(part);
    expect(response.headers.connection).toBe('close');
  });

  it('of a client that speaks another version is refused', async () => {
    const headers = {
      ...{ authorization, connection: 'Upgrade', upgrade: 'websocket' },
      ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '7' },
    };
    const answer = await ask(rig.listening.port, { path: `${maps}?watch=1`, headers });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Missing or invalid Sec-WebSocket-Version header');
    expect(answer.headers['content-type']).toBe('application/json');
  });
});

describe('the object of a bookmark', () => {
  const served = new ServedKinds(new KindRegistry(defaultProfile, [...kinds, ...custom]));
  const of = (kind: unknown) => bookmarkOf(served.formOf(kind as Kind), 7);
  const metadata = { resourceVersion: '7', creationTimestamp: null };

  it('has what Go always writes', () => {
    expect(of(configMap)).toEqual({ kind: 'ConfigMap', apiVersion: 'v1', metadata });
    expect(of(daemonSet)).toEqual({
      ...{ kind: 'DaemonSet', apiVersion: 'apps/v1', metadata },
      spec: {
        selector: null,
        template: { metadata: { creationTimestamp: null }, spec: { containers: null } },
        updateStrategy: {},
      },
      status: {
        ...{ currentNumberScheduled: 0, numberMisscheduled: 0 },
        ...{ desiredNumberScheduled: 0, numberReady: 0 },
      },
    });
    expect(of(custom[0])).toEqual({ kind: 'Widget', apiVersion: 'example.com/v1', metadata });
  });

  it.each([
    ['PersistentVolumeClaim', { spec: { resources: {} }, status: {} }],
    ['PriorityClass', { value: 0 }],
    ['Role', { rules: null }],
    ['RoleBinding', { roleRef: { apiGroup: '', kind: '', name: '' } }],
    ['Service', { spec: {}, status: { loadBalancer: {} } }],
  ])('of kind %s has %j, as a real server sends it', (name, rest) => {
    const kind = kinds.find((each) => each.kind === name);
    const version = { apiVersion: '' };
    expect({ ...of(kind), ...version }).toEqual({ ...version, kind: name, metadata, ...rest });
  });

  it('without a type has no time that is not set', () => {
    const object = { apiVersion: 'v1', kind: 'x' };
    const own = { resourceVersion: '1' };
    expect(
      untypedBookmark({ ...object, metadata: { ...own, creationTimestamp: null } } as never),
    ).toEqual({
      ...object,
      metadata: own,
    });
    const dated = { ...object, metadata: { ...own, creationTimestamp: 't' } };
    expect(untypedBookmark(dated as never)).toEqual(dated);
  });
});

/** Watches over the wire. */
import { kindsOf } from '#catalog';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { parse } from 'yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineTimers, type WallTimers } from '#clock';
import { configMap as configMapKind, defaultProfile } from '#kinds';
import { customKinds } from '#custom';

import { definition, version } from '../support/custom.ts';
import type { SeenRequest } from '../../src/server/observers/seen-request.ts';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';
import { configMap, configMaps, Lines, request } from './client.ts';

const allKinds = kindsOf(defaultProfile);

/** Time-outs of the transport in the test's hand. */
class HandTimers implements WallTimers {
  readonly #timers: { readonly ms: number; readonly run: () => void }[] = [];
  readonly #machine = machineTimers();

  after(ms: number, run: () => void): () => void {
    const timer = { ms, run };
    this.#timers.push(timer);
    return () => {
      const place = this.#timers.indexOf(timer);
      if (place >= 0) this.#timers.splice(place, 1);
    };
  }

  turn(): Promise<void> {
    return this.#machine.turn();
  }

  /** Runs the timers that were set for this many ms. */
  fire(ms: number): void {
    for (const timer of this.#timers.filter((one) => one.ms === ms)) timer.run();
  }

  pending(): readonly number[] {
    return this.#timers.map(({ ms }) => ms);
  }
}

let rig: ServerRig;
let timers: HandTimers;
let seen: SeenRequest[];
beforeEach(async () => {
  timers = new HandTimers();
  seen = [];
  rig = await serverRig({ timers, onRequest: (request) => void seen.push(request) });
});
afterEach(() => rig.close());

const create = (name: string, more?: object) =>
  request(rig, 'POST', configMaps, { body: configMap(name, more) });
const remove = (name: string) => request(rig, 'DELETE', `${configMaps}/${name}`);
const revision = () => String(rig.store.revision());

describe('a watch', () => {
  it('shows what there is, then each change once and in order', async () => {
    await create('a');
    const lines = await Lines.open(rig, `${configMaps}?watch`);
    expect(lines.headers.get('content-type')).toBe('application/json');
    const [first] = await lines.take(1);
    expect([first!.type, first!.object.kind, first!.object.metadata.name]).toEqual([
      'ADDED',
      'ConfigMap',
      'a',
    ]);
    await create('b');
    await request(rig, 'PATCH', `${configMaps}/b`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { data: { k: '<v>' } },
    });
    await remove('b');
    const seen = (await lines.take(3)).map(({ type, object }) => [type, object.data?.k]);
    expect(seen).toEqual([
      ['ADDED', undefined],
      ['MODIFIED', '<v>'],
      ['DELETED', '<v>'],
    ]);
    lines.close();
  });

  it.each(['true', '1', '', 'foo'])('is what watch=%s asks for', async (value) => {
    const lines = await Lines.open(
      rig,
      `${configMaps}?watch=${value}&resourceVersion=${revision()}`,
    );
    await create('x');
    expect((await lines.next())!.type).toBe('ADDED');
    lines.close();
  });

  it('has an old form, which may name its object', async () => {
    const from = revision();
    await create('a');
    await create('b');
    const path = configMaps.replace('/v1/', '/v1/watch/');
    const lines = await Lines.open(rig, `${path}/b?resourceVersion=${from}`);
    expect((await lines.next())!.object.metadata.name).toBe('b');
    lines.close();
  });

  it('ends without a word when its time is up', async () => {
    const lines = await Lines.open(rig, `${configMaps}?watch=1&timeoutSeconds=7`);
    timers.fire(7000);
    expect(await lines.next()).toBeUndefined();
    expect(timers.pending()).toEqual([]);
  });

  it('ends when the server stops', async () => {
    const lines = await Lines.open(rig, `${configMaps}?watch=1`);
    await rig.listening.close();
    expect(await lines.next()).toBeUndefined();
  });

  it('tells those who ask where they are, if nothing is on its way to them', async () => {
    const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=300&resourceVersion=${revision()}`;
    const lines = await Lines.open(rig, `${configMaps}?${query}`);
    await request(rig, 'POST', '/api/v1/namespaces', { body: { metadata: { name: 'elsewhere' } } });
    timers.fire(60_000);
    expect(await lines.next()).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { resourceVersion: revision(), creationTimestamp: null },
      },
    });
    timers.fire(298_000);
    expect((await lines.next())!.type).toBe('BOOKMARK');
    lines.close();
  });

  it.each([
    [
      'application/json',
      { kind: 'Widget', apiVersion: 'example.com/v1', metadata: { resourceVersion: '4' } },
    ],
    [
      'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
      { kind: 'PartialObjectMetadata', metadata: { creationTimestamp: null } },
    ],
    ['application/json;as=Table;v=v1;g=meta.k8s.io', { rows: [{ cells: ['', null] }] }],
  ])('says where it is in custom resources without what is not set: %s', async (accept, is) => {
    await rig.close();
    const spec = { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] };
    const schema = { type: 'object', properties: { spec }, required: ['spec'] };
    const columns = [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }];
    const served = { ...version('v1', schema), storage: true, additionalPrinterColumns: columns };
    rig = await serverRig({
      timers,
      kinds: [...allKinds, ...customKinds(definition([served]), defaultProfile)],
    });
    const path = '/apis/example.com/v1/namespaces/default/widgets';
    const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=300&resourceVersion=${revision()}`;
    const lines = await Lines.open(rig, `${path}?${query}`, accept);
    timers.fire(60_000);
    const { type, object } = (await lines.next())!;
    expect(type).toBe('BOOKMARK');
    expect(object).toMatchObject(is);
    if (object.kind === 'Widget') expect(object).toEqual(is);
    lines.close();
  });

  it('says so when the history that it needs is gone', async () => {
    await create('a');
    await create('b');
    await rig.store.compact(rig.store.revision());
    const lines = await Lines.open(rig, `${configMaps}?watch=1&resourceVersion=1`);
    const { type, object } = (await lines.next())!;
    expect([lines.status, type, object.code, object.reason]).toEqual([
      200,
      'ERROR',
      410,
      'Expired',
    ]);
    expect(await lines.next()).toBeUndefined();
  });

  it('refuses bad selectors before it begins', async () => {
    const { status } = await request(rig, 'GET', `${configMaps}?watch=1&labelSelector=a%3D%3D%3D`);
    expect(status).toBe(400);
  });

  it('shows tables of one row, the columns with the first alone', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const from = revision();
    const lines = await Lines.open(rig, `${configMaps}?watch=1&resourceVersion=${from}`, accept);
    await create('a', { data: { k: 'v' } });
    await create('b');
    const [a, b] = await lines.take(2);
    expect(a!.object.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual([
      'Name',
      'Data',
      'Age',
    ]);
    expect(a!.object.rows[0].cells).toEqual(['a', 1, '0s']);
    expect(b!.object.columnDefinitions).toBeNull();
    lines.close();
  });

  it('is refused in YAML', async () => {
    const { status, headers, text } = await request(rig, 'GET', `${configMaps}?watch=1`, {
      headers: { accept: 'application/yaml' },
    });
    expect([status, headers.get('content-type')]).toEqual([406, 'application/yaml']);
    expect(parse(text)).toMatchObject({
      code: 406,
      message:
        'only the following media types are accepted: application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch',
    });
  });
});

describe('many watches', () => {
  it('see the same, whoever selects what', async () => {
    const from = revision();
    const open = (query: string) =>
      Lines.open(rig, `${configMaps}?watch=1&resourceVersion=${from}&${query}`);
    const all = await Promise.all(Array.from({ length: 10 }, () => open('')));
    const red = await open('labelSelector=colour%3Dred');
    const wanted: string[] = [];
    for (let index = 0; index < 50; index++) {
      const labels = { colour: index % 3 === 0 ? 'red' : 'blue' };
      const name = `c${index}`;
      if (labels.colour === 'red') wanted.push(name);
      const object = { metadata: { name, labels } };
      await rig.api.create({ origin: { actor: 'test' } }, configMapKind, object, 'default');
    }
    for (const lines of all) {
      const names = (await lines.take(50)).map(({ object }) => object.metadata.name as string);
      expect(names).toEqual(Array.from({ length: 50 }, (_, index) => `c${index}`));
      lines.close();
    }
    const names = (await red.take(wanted.length)).map(
      ({ object }) => object.metadata.name as string,
    );
    expect(names).toEqual(wanted);
    red.close();
  });
});

describe('a client that does not read', () => {
  it('is not written to without end, and continues where it was', async () => {
    const before = rig.store.revision();
    const socket = await rawWatch(before);
    socket.pause();
    const big = 'x'.repeat(100_000);
    for (let index = 0; index < 200; index++) {
      const object = { metadata: { name: `big${index}` }, data: { big } };
      await rig.api.create({ origin: { actor: 'test' } }, configMapKind, object, 'default');
      if (index % 20 === 0) await timers.turn();
    }
    socket.resume();
    const text = await readUntil(socket, '"name":"big199"');
    const names = [...text.matchAll(/"name":"(big\d+)"/g)].map(([, name]) => name);
    expect(names).toEqual(Array.from({ length: 200 }, (_, index) => `big${index}`));
    socket.destroy();
  });

  async function rawWatch(from: number): Promise<Socket> {
    const { hostname, port } = new URL(rig.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET ${configMaps}?watch=1&resourceVersion=${from} HTTP/1.1\r\nHost: localhost\r\n` +
        `Authorization: Bearer ${adminToken}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    return socket;
  }

  function readUntil(socket: Socket, end: string): Promise<string> {
    let text = '';
    return new Promise((resolve, reject) => {
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (text.includes(end)) resolve(text);
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('closed')));
    });
  }
});

describe('over WebSocket', () => {
  const headers = { authorization: `Bearer ${adminToken}` };
  const open = (path: string, protocols: string[] = []) =>
    new WebSocket(rig.url.replace('http', 'ws') + path, protocols, { headers });

  it('each event is a message, and the end a close', async () => {
    await create('a');
    const socket = open(`${configMaps}?watch=1&timeoutSeconds=9`, ['base64.binary.k8s.io']);
    const messages: string[] = [];
    const two = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        messages.push(data.toString());
        if (messages.length === 1) void create('b');
        if (messages.length === 2) resolve();
      });
    });
    await two;
    expect(socket.protocol).toBe('base64.binary.k8s.io');
    const names = messages.map((text) => JSON.parse(text).object.metadata.name as string);
    expect(names).toEqual(['a', 'b']);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    timers.fire(9000);
    expect(await closed).toBe(1000);
    const watch = seen.find(({ verb }) => verb === 'watch')!;
    await expect.poll(() => watch.endedBy).toBe('server');
    expect(watch).toMatchObject({ code: 101, resource: 'configmaps', events: 2 });
    expect(watch.newest).toBe(rig.store.revision());
  });

  describe('with a token among its protocols', () => {
    const token = (of: string) =>
      `base64url.bearer.authorization.k8s.io.${Buffer.from(of).toString('base64url')}`;
    const outcome = (protocols: string[], sent = {}) =>
      new Promise((resolve) => {
        const url = `${rig.url.replace('http', 'ws')}${configMaps}?watch=1`;
        const socket = new WebSocket(url, protocols, { headers: sent });
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
        socket.on('open', () => {
          resolve(socket.protocol);
          socket.terminate();
        });
      });
    const binary = 'base64.binary.k8s.io';

    it.each<[string, string[], object, unknown]>([
      ['is open, by the protocol beside it', [token(adminToken), binary], {}, binary],
      ['is open, by any protocol beside it', ['x.example', token(adminToken)], {}, 'x.example'],
      ['is refused without one beside it', [token(adminToken)], {}, 401],
      ['is refused with another token', [token('none'), binary], {}, 401],
      [
        'is open if a header has another one',
        [token(adminToken), binary],
        { authorization: 'Bearer x' },
        binary,
      ],
      ['is open if a header has the right one', [token('none'), binary], headers, binary],
    ])('%s', async (_, protocols, sent, expected) => {
      expect(await outcome(protocols, sent)).toBe(expected);
    });
  });

  it.each([
    ['somebody without rights', { authorization: '' }, configMaps, 403],
    ['a request that is not a watch, as without an upgrade', headers, `${configMaps}/x`, 404],
  ])('refuses %s', async (_, sent, path, status) => {
    const socket = new WebSocket(`${rig.url.replace('http', 'ws')}${path}?watch=1`, {
      headers: sent,
    });
    const answered = await new Promise((resolve, reject) => {
      socket.on('unexpected-response', (__, response) => resolve(response.statusCode));
      socket.on('open', () => reject(new Error('opened')));
    });
    expect(answered).toBe(status);
  });
});

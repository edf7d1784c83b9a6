import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runToEnd } from '#values';
import { machineTimers } from '#clock';
import { schemas, defaultProfile } from '#kinds';
import type { KubeObject } from '#values';
import { wholeListing, type Listing, type Slices } from '../../../../src/server/encode/slices.ts';
import { json } from '../../../../src/server/media/json.ts';
import { yamlSerializer } from '../../../../src/server/media/yaml.ts';
import { protobufSerializer } from '../../../../src/server/protobuf/serializer.ts';
import { Messages } from '../../../../src/server/protobuf/message.ts';
import { PartsWriter } from '../../../../src/server/protobuf/write-parts.ts';
import { MessageWriter } from '../../../../src/server/protobuf/write.ts';
import { sendInSlices } from '../../../../src/server/answer/respond.ts';
import { yamlHere } from '../../../../src/server/yaml/yaml-thread.ts';

const protobuf = protobufSerializer(defaultProfile.schemas, schemas.ofKind.bind(schemas));

function makeMap(size: number, value = 'x'): Record<string, string> {
  return Object.fromEntries(Array.from({ length: size }, (_, n) => [`k${n}`, value]));
}

function configMap(name: string, data: object, metadata: object = {}): KubeObject {
  return { metadata: { name, namespace: 'default', ...metadata }, data } as never;
}

const finalizers = Array.from({ length: 12_000 }, (_, n) => `a.b/${n}`);
const managedFields = [
  { manager: 'm', operation: 'Update', fieldsV1: { 'f:data': makeMap(12_000) as object } },
];
const values: readonly (readonly [string, KubeObject])[] = [
  ['small', configMap('s', { b: '<&>\u2028 "\n"', a: '2' })],
  ['empty', configMap('e', {}, { labels: {}, finalizers: [] })],
  ['long text', configMap('t', { text: 'word <b>\n  '.repeat(30_000), other: 'y' })],
  ['wide map', configMap('m', { ...makeMap(25_000), 7: 'n', ['__proto__']: 'p', '<': '>' })],
  ['wide list', configMap('l', { b: 'c' }, { labels: undefined, finalizers })],
  ['deep', configMap('d', { a: 'b' }, { managedFields, labels: makeMap(3) })],
];

const typeMeta = { kind: 'ConfigMap', apiVersion: 'v1' };

function head(): object {
  return { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '7' } };
}

function listing(items: readonly KubeObject[]): Listing {
  return { head: head(), field: 'items', items, shape: (item) => item };
}

async function bytesOf(slices: Slices): Promise<{ bytes: Buffer; longest: number; turns: number }> {
  const all: Buffer[] = [];
  let turns = 0;
  for await (const slice of slices) {
    turns++;
    if (slice !== undefined) all.push(slice);
  }
  const longest = Math.max(...all.map(({ length }) => length));
  return { bytes: Buffer.concat(all), longest, turns };
}

const forms = [
  ['JSON', json, false],
  ['JSON to be read by people', json, true],
  ['protobuf', protobuf, false],
  ['YAML', yamlSerializer(yamlHere), false],
] as const;

describe.each(forms)('%s in slices', (_, serializer, pretty) => {
  it.each(values)('is the same as in one go: an object, %s', async (_, value) => {
    const object = { ...value, ...typeMeta };
    if (serializer.slices === undefined) return;
    const { bytes } = await bytesOf(serializer.slices(object, pretty));
    expect(bytes.equals(await serializer.write(object, pretty))).toBe(true);
  });

  it.each(values)('is the same as in one go: a list with one, %s', async (_, value) => {
    const list = listing([value, configMap('behind', { a: 'b' })]);
    const { bytes } = await bytesOf(serializer.listSlices(list, pretty));
    expect(bytes.equals(await serializer.write(wholeListing(list), pretty))).toBe(true);
  });

  it('lets others have their turn within a long list', async () => {
    const list = listing(Array.from({ length: 5_000 }, (_, n) => configMap(`m${n}`, { a: 'b' })));
    const { bytes, longest, turns } = await bytesOf(serializer.listSlices(list, pretty));
    expect(bytes.equals(await serializer.write(wholeListing(list), pretty))).toBe(true);
    expect(turns).toBeGreaterThan(3);
    expect(longest).toBeLessThan(bytes.length / 2);
  });
});

it.each(values)('parts of a message are the whole of it: %s', (_, value) => {
  const messages = new Messages();
  const message = messages.of(schemas.ofKind('v1', 'ConfigMap')!);
  const writer = new MessageWriter(messages);
  writer.message(message, value as never);
  const parts = runToEnd(new PartsWriter(messages).message(message, value as never));
  expect(Buffer.concat(parts).equals(writer.finish())).toBe(true);
});

it.each([
  ['JSON to be read by people', json, true],
  ['protobuf', protobuf, false],
] as const)(
  '%s lets others have their turn within a wide object',
  async (_, serializer, pretty) => {
    const object = { ...configMap('m', makeMap(100_000)), ...typeMeta };
    const { turns } = await bytesOf(serializer.slices!(object, pretty));
    expect(turns).toBeGreaterThan(5);
  },
);

it('shapes items as they are written', async () => {
  let shaped = 0;
  const shape = (item: KubeObject): object => ({ n: shaped++, ...item });
  const items = Array.from({ length: 5_000 }, (_, n) => configMap(`m${n}`, { a: 'b' }));
  const slices = json.listSlices({ ...listing(items), shape }, false) as Iterable<Buffer>;
  slices[Symbol.iterator]().next();
  expect(shaped).toBeLessThan(2_000);
  await bytesOf(slices);
});

describe('an answer in slices', () => {
  let made = 0;
  let turns = 0;
  let ended: Promise<unknown> = Promise.resolve();
  const slice = Buffer.alloc(256 * 1024, 'a');
  const server = createServer((req, res) => {
    const [count, hasDefect] = [Number(req.url!.slice(1)), req.headers['x-defect'] !== undefined];
    const slices = (function* (): Generator<Buffer> {
      for (made = 0; made < count; made++) yield slice;
      if (hasDefect) throw new Error('defect');
    })();
    const yieldTurn = (): Promise<void> => {
      turns++;
      return Promise.resolve();
    };
    ended = sendInSlices(req, res, { status: 200, mediaType: 'a/b', slices, yieldTurn });
    ended.catch(() => undefined);
  });

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function ask(
    count: number,
    headers: Record<string, string> = {},
  ): Promise<IncomingMessage> {
    const { port } = server.address() as AddressInfo;
    turns = 0;
    const request = get({ host: '127.0.0.1', port, path: `/${count}`, headers, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  }

  async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
    const all: Buffer[] = [];
    for await (const some of answer) all.push(some as Buffer);
    return Buffer.concat(all);
  }

  it('tells its length when it is short', async () => {
    const answer = await ask(3);
    expect(answer.headers['content-length']).toBe(String(3 * slice.length));
    expect((await bodyOf(answer)).length).toBe(3 * slice.length);
  });

  it('is under way before it is whole when it is long', async () => {
    const answer = await ask(20);
    expect(answer.headers['transfer-encoding']).toBe('chunked');
    expect((await bodyOf(answer)).length).toBe(20 * slice.length);
    expect(turns).toBe(20);
  });

  it('is compressed for those who take it', async () => {
    const answer = await ask(20, { 'accept-encoding': 'gzip' });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(await bodyOf(answer)).length).toBe(20 * slice.length);
  });

  it('goes no faster than the client reads, and ends with it', async () => {
    const answer = await ask(4_000);
    const before = await stalled();
    expect(before).toBeLessThan(400);
    answer.destroy();
    await expect(ended).resolves.toBeUndefined();
    expect(made).toBeLessThan(500);
  });

  it('breaks off when it cannot be made', async () => {
    const answer = await ask(20, { 'x-defect': 'yes' });
    await expect(bodyOf(answer)).rejects.toThrow('aborted');
    await expect(ended).rejects.toThrow('defect');
  });

  /** How many slices had been made when no more were for many turns of the event loop. */
  async function stalled(): Promise<number> {
    const timers = machineTimers();
    let last = -1;
    for (let quiet = 0; quiet < 2_000; quiet++) {
      await timers.turn();
      if (made !== last) quiet = 0;
      last = made;
    }
    return last;
  }
});

/** Kinds that come and go while the server runs. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiServer } from '#api';
import { machineTimers, Random, VirtualClock } from '#clock';
import { InProcessClients } from '#client';
import {
  configMap,
  namespace,
  schemas,
  specListPart,
  statusPart,
  type Kind,
  defaultProfile,
} from '#kinds';
import { isNotFound, type KubeObject } from '#values';
import type { Discovery } from '#catalog';
import type { Schema, StructSchema } from '#schema';
import { admin, createServerApp, listen, Tokens, type Listening } from '#server';
import { MemoryStore } from '#store';
import { Lines, request } from './client.ts';
import { adminToken } from '../support/server.ts';

interface Gadget extends KubeObject {
  readonly spec: { readonly size?: number; readonly tags?: readonly string[] };
  readonly status?: { readonly ready?: number };
}

const int: Schema = { type: 'scalar', scalar: 'int32' };
const text: Schema = { type: 'scalar', scalar: 'string' };
const texts: Schema = {
  type: 'list',
  items: text,
  listType: 'atomic',
  keys: [],
  patchMerge: false,
};

function struct(name: string, fields: Readonly<Record<string, Schema>>): StructSchema {
  const entries = Object.entries(fields).map(
    ([field, schema]) => [field, { name: field, schema, required: false }] as const,
  );
  const definition = `com.example.v1.${name}`;
  return { type: 'struct', name, definition, atomic: false, fields: new Map(entries) };
}

const gadget: Kind<Gadget> = {
  group: 'example.com',
  version: 'v1',
  kind: 'Gadget',
  plural: 'gadgets',
  namespaced: true,
  schema: struct('Gadget', {
    apiVersion: text,
    kind: text,
    metadata: schemas.of('meta/v1', 'ObjectMeta'),
    spec: struct('GadgetSpec', { size: int, tags: texts }),
    status: struct('GadgetStatus', { ready: int }),
  }),
  names: { shortNames: ['gd'] },
  wire: {},
  subresources: {
    status: statusPart({ make: undefined }),
    tags: specListPart<Gadget>('tags', { verbs: ['get', 'update'], keeps: ['status'] }),
  },
  rules: { generation: ({ spec }) => spec },
  table: { columns: [] },
  view: {},
};

const by = { origin: { actor: 'test' } };
const gadgets = '/apis/example.com/v1/namespaces/default/gadgets';
const body = (name: string, spec: object = { size: 1 }) => ({
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  metadata: { name },
  spec,
});

interface Rig {
  readonly url: string;
  readonly api: ApiServer;
  readonly store: MemoryStore;
  readonly clock: VirtualClock;
  readonly listening: Listening;
}

let rig: Rig;
beforeEach(async () => {
  const clock = new VirtualClock({ start: 1_795_204_800_000 });
  const store = new MemoryStore({ clock, freeze: true });
  const profile = defaultProfile;
  const api = new ApiServer({ store, clock, random: new Random(1), profile });
  await api.call(by, {
    verb: 'create',
    kind: namespace as unknown as Kind,
    body: { metadata: { name: 'default' } },
  });
  const tokens = new Tokens();
  tokens.add(adminToken, admin);
  const timers = machineTimers();
  const now = () => clock.now();
  const app = createServerApp({ api, now, tokens, timers });
  const listening = await listen(app, { host: '127.0.0.1', port: 0, timers });
  rig = { url: `http://127.0.0.1:${listening.port}`, api, store, clock, listening };
});
afterEach(async () => {
  await rig.listening.close();
  rig.store.close();
});

const get = (path: string) => request(rig, 'GET', path);
const create = (name: string, spec?: object) =>
  request(rig, 'POST', gadgets, { body: body(name, spec) });
const groups = async (): Promise<string[]> =>
  ((await get('/apis')).body as { groups: { name: string }[] }).groups.map(({ name }) => name);

describe('a kind that is registered while the server runs', () => {
  beforeEach(async () => {
    // What is kept of what was served before must not be served on.
    for (const path of ['/apis', '/openapi/v2', '/openapi/v3', gadgets]) await get(path);
    expect((await get(gadgets)).status).toBe(404);
    rig.api.register(gadget);
  });

  it('is created, listed, patched, applied and watched', async () => {
    expect((await create('a')).status).toBe(201);
    const lines = await Lines.open(rig, `${gadgets}?watch`);
    await lines.take(1);
    const patched = await request(rig, 'PATCH', `${gadgets}/a`, {
      body: { spec: { size: 2 } },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(patched.body).toMatchObject({ spec: { size: 2 }, metadata: { generation: 2 } });
    const applied = await request(rig, 'PATCH', `${gadgets}/b?fieldManager=me`, {
      body: body('b', { tags: ['x'] }),
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
    expect(applied.status).toBe(201);
    const events = await lines.take(2);
    expect(events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
      'MODIFIED a',
      'ADDED b',
    ]);
    const listed = (await get(gadgets)).body as { kind: string; items: readonly Gadget[] };
    expect(listed.kind).toBe('GadgetList');
    expect(listed.items.map(({ spec }) => spec)).toEqual([{ size: 2 }, { tags: ['x'] }]);
    lines.close();
  });

  it('has the subresources that it declares, and no others', async () => {
    await create('a', { size: 1, tags: ['x'] });
    const put = (part: string, more: object) =>
      request(rig, 'PUT', `${gadgets}/a/${part}`, { body: { ...body('a', { size: 5 }), ...more } });
    expect((await put('status', { status: { ready: 3 } })).body).toMatchObject({
      spec: { size: 1, tags: ['x'] },
      status: { ready: 3 },
      metadata: { generation: 1 },
    });
    expect((await put('tags', { spec: { size: 9, tags: ['y'] }, status: {} })).body).toMatchObject({
      spec: { size: 1, tags: ['y'] },
      status: { ready: 3 },
    });
    expect((await request(rig, 'POST', `${gadgets}/a/tags`)).status).toBe(405);
    expect((await get(`${gadgets}/a/scale`)).status).toBe(404);
  });

  it('is in discovery and OpenAPI', async () => {
    expect(await groups()).toContain('example.com');
    const { resources } = (await get('/apis/example.com/v1')).body as {
      resources: { name: string; verbs: string[] }[];
    };
    expect(resources.map(({ name, verbs }) => `${name}: ${verbs.join(' ')}`)).toEqual([
      'gadgets: create delete deletecollection get list patch update watch',
      'gadgets/status: get patch update',
      'gadgets/tags: get update',
    ]);
    const { paths } = (await get('/openapi/v3')).body as { paths: object };
    expect(Object.keys(paths)).toContain('apis/example.com/v1');
    const version3 = (await get('/openapi/v3/apis/example.com/v1')).body as {
      components: { schemas: object };
    };
    expect(Object.keys(version3.components.schemas)).toContain('com.example.v1.Gadget');
    const version2 = (await get('/openapi/v2')).body as { paths: object; definitions: object };
    expect(Object.keys(version2.paths)).toContain(
      '/apis/example.com/v1/namespaces/{namespace}/gadgets/{name}/tags',
    );
    expect(Object.keys(version2.definitions)).toContain('com.example.v1.GadgetSpec');
  });

  it('takes no name that another has', () => {
    expect(() => rig.api.register(gadget)).toThrow('there are gadgets in example.com/v1 already');
    const other = { ...gadget, plural: 'gizmos' };
    expect(() => rig.api.register(other)).toThrow('there is a kind Gadget in example.com/v1');
  });
});

describe('a kind that is removed while the server runs', () => {
  beforeEach(async () => {
    rig.api.register(gadget);
    await create('a');
    await request(rig, 'PATCH', `${gadgets}/a`, {
      body: { metadata: { finalizers: ['example.com/stay'] } },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
  });

  it('is gone with its objects; its watches show that and end', async () => {
    const lines = await Lines.open(rig, `${gadgets}?watch`);
    await lines.take(1);
    await rig.api.remove(by, gadget);
    const [last] = await lines.take(1);
    expect([last!.type, last!.object.metadata.name]).toEqual(['DELETED', 'a']);
    expect(await lines.next()).toBeUndefined();
    expect(rig.store.isEmpty('gadgets.example.com')).toBe(true);
    expect((await get(gadgets)).status).toBe(404);
    expect((await create('b')).status).toBe(404);
    expect(await groups()).not.toContain('example.com');
    const { paths } = (await get('/openapi/v3')).body as { paths: object };
    expect(Object.keys(paths)).not.toContain('apis/example.com/v1');
  });

  it('can come back, in another form and without objects', async () => {
    await rig.api.remove(by, gadget);
    rig.api.register({ ...gadget, subresources: {} });
    expect((await get(gadgets)).body).toMatchObject({ kind: 'GadgetList', items: [] });
    await create('a');
    expect((await get(`${gadgets}/a/status`)).status).toBe(404);
    const { metadata } = (await get(`${gadgets}/a`)).body as Gadget;
    expect(metadata.managedFields).toHaveLength(1);
  });

  it('refuses a write that was under way', async () => {
    let passed!: () => void;
    const pause = new Promise<void>((resolve) => (passed = resolve));
    const slow = { ...by, yieldTurn: () => pause };
    const writing = rig.api.call(slow, {
      verb: 'create',
      kind: gadget as unknown as Kind,
      namespace: 'default',
      body: { metadata: { name: 'late' }, spec: {} } as never,
    });
    const outcome = writing.catch((error: unknown) => error);
    await rig.api.remove(by, gadget);
    passed();
    expect(isNotFound(await outcome)).toBe(true);
    expect(rig.store.isEmpty('gadgets.example.com')).toBe(true);
  });

  it('leaves its objects as long as they are served in another form', async () => {
    const named = (version: string) => (object: KubeObject) => ({
      ...object,
      apiVersion: `example.com/${version}`,
    });
    const storage = { kind: gadget, toStorage: named('v1'), fromStorage: named('v2') };
    const form = { ...gadget, version: 'v2', storage } as unknown as Kind;
    const others = gadgets.replace('v1', 'v2');
    rig.api.register(form);
    await rig.api.remove(by, gadget);
    expect((await get(gadgets)).status).toBe(404);
    expect((await get(others)).body).toMatchObject({ items: [{ metadata: { name: 'a' } }] });
    await rig.api.remove(by, form);
    expect((await get(others)).status).toBe(404);
    expect(rig.store.isEmpty('gadgets.example.com')).toBe(true);
    await expect(rig.api.remove(by, gadget)).rejects.toThrow('there are no gadgets');
  });
});

describe('in process', () => {
  it('a kind comes and goes alike', async () => {
    const client = new InProcessClients({ api: rig.api, clock: rig.clock }).as(by.origin);
    const names = ({ resources }: Discovery) => resources.map(({ kind }) => kind);
    const before = await client.discover();
    expect(await client.discover()).toBe(before);
    await expect(client.list(gadget)).rejects.toThrow('could not find the requested resource');
    rig.api.register(gadget);
    expect(names(await client.discover())).toContain('Gadget');
    await client.create(gadget, { metadata: { namespace: 'default', name: 'a' }, spec: {} });
    const watch = client.watch(gadget, {});
    expect(await watch.next()).toMatchObject([{ type: 'ADDED' }]);
    await rig.api.remove(by, gadget);
    expect(await watch.next()).toMatchObject([{ type: 'DELETED' }]);
    expect(await watch.next()).toEqual([]);
    expect(names(await client.discover())).not.toContain('Gadget');
    await expect(client.list(gadget)).rejects.toThrow('could not find the requested resource');
    expect((await client.list(configMap)).items).toEqual([]);
  });
});

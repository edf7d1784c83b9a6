import { beforeEach, describe, expect, test } from 'vitest';
import { InProcessClients } from '#client';
import { flowSchema, pod } from '#kinds';
import type { Client } from '#runtime';
import { apiRig, changesAfter, note, refusal, widget, type ApiRig } from '../../support/api.ts';

const origin = { actor: 'tester', note: 'why not' };
const ref = { namespace: 'default', name: 'w' };

let rig: ApiRig;
let clients: InProcessClients;
let client: Client;

beforeEach(async () => {
  rig = await apiRig();
  clients = new InProcessClients(rig);
  client = clients.as(origin);
});

function holders(): string[] {
  return rig.clock.holders().map(({ name }) => name);
}

test('a client does what the API does', async () => {
  const made = await client.create(widget, { metadata: ref, spec: { size: 1 } });
  expect(await client.get(widget, ref)).toBe(made);
  expect((await client.list(widget, { labelSelector: '!a' })).items).toEqual([made]);
  const larger = await client.update(widget, { ...made, spec: { size: 2 } });
  expect(larger.spec.size).toBe(2);
  const ready = { ...larger, status: { ready: 1 } };
  const status = await client.update(widget, ready, { subresource: 'status' });
  expect(status.status).toEqual({ ready: 1 });
  const body = { metadata: { labels: { a: 'b' } }, status: { ready: 7 } };
  const patched = await client.patch(widget, ref, { type: 'merge', body });
  expect(patched).toMatchObject({ metadata: { labels: { a: 'b' } }, status: { ready: 1 } });
  const more = { type: 'merge', body: { status: { ready: 7 } } } as const;
  expect((await client.patch(widget, ref, more, { subresource: 'status' })).status?.ready).toBe(7);
  await client.delete(widget, ref, { preconditions: { uid: made.metadata.uid } });
  expect(await refusal(client.get(widget, ref))).toMatchObject({ reason: 'NotFound' });
});

test('every write carries the origin', async () => {
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  await client.create(pod, { metadata: ref, spec } as never);
  const binding = { metadata: { name: 'w' }, target: { kind: 'Node', name: 'n1' } };
  await client.createSubresource(pod, ref, 'binding', binding);
  await client.delete(pod, ref);
  const changes = await changesAfter(rig.store, 1);
  expect(changes).toHaveLength(3);
  for (const change of changes) expect(change.origin).toBe(origin);
});

test('what cannot be scaled is not', async () => {
  const made = await client.create(widget, { metadata: ref });
  const call = client.update(widget, made, { subresource: 'scale' });
  expect(await refusal(call)).toMatchObject({ code: 404 });
});

describe('the clock is held', () => {
  test('by every call until it is answered, also with a refusal', async () => {
    const calls = [
      client.create(widget, { metadata: ref }),
      client.get(widget, { ...ref, name: 'nope' }),
      client.list(widget),
    ];
    expect(holders().sort()).toEqual([
      'tester create widgets w',
      'tester get widgets nope',
      'tester list widgets ',
    ]);
    await Promise.allSettled(calls);
    expect(holders()).toEqual([]);
  });

  test('under the name of the reconcile that a call belongs to', async () => {
    const reconcile = { controller: 'widget', key: 'default/w', number: 1 };
    const call = clients.as({ actor: 'widget-controller', reconcile }).list(widget);
    expect(holders()).toEqual(['widget-controller default/w list widgets ']);
    await call;
  });

  test('by watch events until they are dealt with', async () => {
    const watch = client.watch(widget, { resourceVersion: '1' });
    await client.create(note, { metadata: ref });
    expect(holders()).toEqual([]);
    const made = await client.create(widget, { metadata: ref });
    expect(holders()).toEqual(['tester watch widgets']);
    expect(await watch.next()).toEqual([{ type: 'ADDED', object: made }]);
    watch.stop();
    expect(holders()).toEqual([]);
  });
});

describe('the objects of a server', () => {
  const names = async () => {
    const { items } = await clients.as({ actor: 'test' }).list(flowSchema);
    return items.map(({ metadata }) => metadata.name);
  };

  test('are there for clients in the process, once they ask', async () => {
    const before = rig.store.revision();
    await clients.as({ actor: 'gc' }).metadata.list(flowSchema);
    expect(rig.store.revision()).toBe(before);
    expect(await names()).toContain('exempt');
  });
});

test('the objects of a server are not made once the store is closed', async () => {
  const before = rig.store.revision();
  rig.store.close();
  expect((await client.list(flowSchema)).items).toEqual([]);
  expect(rig.store.revision()).toBe(before);
});

/** A server whose API moves to another release: what clients see. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { kindsOf } from '#catalog';
import { Random } from '#clock';
import { profileOf } from '#kinds';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';

let rig: ServerRig;
beforeEach(async () => (rig = await serverRig({ minor: 24 })));
afterEach(() => rig.close());

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${rig.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
  });

function move(minor: number): void {
  const profile = profileOf(minor);
  rig.api.move(profile, kindsOf(profile), new Random(minor));
}

it('says the version, and serves the kinds, of the release that it has', async () => {
  const budgets = '/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets';
  expect(await (await ask('/version')).json()).toMatchObject({ gitVersion: 'v1.24.17' });
  expect((await ask(budgets)).status).toBe(200);
  move(25);
  expect(await (await ask('/version')).json()).toMatchObject({ gitVersion: 'v1.25.16' });
  expect((await ask(budgets)).status).toBe(404);
});

it('ends the watches of clients, and answers the next one on the same objects', async () => {
  const map = { metadata: { name: 'kept' }, data: { a: 'b' } };
  const path = '/api/v1/namespaces/default/configmaps';
  await ask(path, { method: 'POST', body: JSON.stringify(map) });
  const watch = await ask(`${path}?watch=true`);
  const events = watch.text();
  move(25);
  expect(await events).toContain('"kept"');
  const { items } = (await (await ask(path)).json()) as { items: { data: unknown }[] };
  expect(items.map(({ data }) => data)).toEqual([{ a: 'b' }]);
});

it('follows definitions of custom resources as before', async () => {
  const names = { plural: 'ships', singular: 'ship', kind: 'Ship', listKind: 'ShipList' };
  const schema = {
    openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  };
  const definition = {
    metadata: { name: 'ships.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names,
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  move(25);
  expect(
    (await ask(definitions, { method: 'POST', body: JSON.stringify(definition) })).status,
  ).toBe(201);
  move(26);
  const uids = new Set<string>();
  for (const name of ['a', 'b']) {
    const body = JSON.stringify({ metadata: { name } });
    const made = await ask('/api/v1/namespaces/default/configmaps', { method: 'POST', body });
    uids.add(((await made.json()) as { metadata: { uid: string } }).metadata.uid);
  }
  expect(uids.size).toBe(2);
});

/** The client over HTTP keeps the promises of the client in process. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InProcessClients, RemoteClients } from '#client';
import { daemonSet, deployment, isConflict, isExpired, isNotFound, lease } from '#kinds';
import type { Client } from '#runtime';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';

let rig: ServerRig;
let remote: RemoteClients;
beforeAll(async () => {
  rig = await serverRig();
  remote = new RemoteClients({ url: rig.url, token: adminToken });
});
afterAll(async () => {
  remote.close();
  await rig.close();
});

const origin = { actor: 'tester' };
const ways: readonly (readonly [string, () => Client])[] = [
  ['in process', () => new InProcessClients({ api: rig.api, clock: rig.clock }).as(origin)],
  ['remote', () => remote.as(origin)],
];

const namespace = 'default';
const template = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'c', image: 'x' }] },
};
const spec = { selector: { matchLabels: { app: 'a' } }, template };

describe.each(ways)('a client %s', (way, client) => {
  const name = way.replace(' ', '-');

  it('creates, reads, lists and updates', async () => {
    const created = await client().create(daemonSet, { metadata: { name, namespace }, spec });
    expect(await client().get(daemonSet, { namespace, name })).toEqual(created);
    const selected = { namespace, fieldSelector: `metadata.name=${name}` };
    expect((await client().list(daemonSet, selected)).items).toEqual([created]);
    const status = { ...created.status, numberReady: 3 };
    const updated = await client().update(
      daemonSet,
      { ...created, status },
      { subresource: 'status' },
    );
    expect(updated.status.numberReady).toBe(3);
    const stale = client().update(daemonSet, {
      ...created,
      spec: { ...created.spec, minReadySeconds: 1 },
    });
    await expect(stale).rejects.toSatisfy(isConflict);
  });

  it('patches in all forms, and scales', async () => {
    const ref = { namespace, name };
    await client().create(deployment, { metadata: ref, spec: { ...spec, replicas: 1 } });
    const merged = await client().patch(deployment, ref, {
      type: 'merge',
      body: { metadata: { labels: { a: 'b' } } },
    });
    expect(merged.metadata.labels).toEqual({ a: 'b' });
    const body = { spec: { replicas: 4 } };
    const scaled = await client().patch(
      deployment,
      ref,
      { type: 'merge', body },
      { subresource: 'scale' },
    );
    expect(scaled.spec.replicas).toBe(4);
    const again = { ...scaled, spec: { ...scaled.spec, replicas: 2 } };
    expect((await client().update(deployment, again, { subresource: 'scale' })).spec.replicas).toBe(
      2,
    );
  });

  it('deletes, with preconditions', async () => {
    const ref = { namespace, name };
    await client().create(lease, { metadata: ref, spec: {} });
    const preconditions = { uid: 'another' };
    await expect(client().delete(lease, ref, { preconditions })).rejects.toSatisfy(isConflict);
    await client().delete(lease, ref);
    await expect(client().get(lease, ref)).rejects.toSatisfy(isNotFound);
  });

  it('watches from a version on, and is told when that is too old', async () => {
    const { metadata } = await client().list(lease);
    const watch = client().watch(lease, { resourceVersion: metadata.resourceVersion });
    const first = watch.next();
    await client().create(lease, { metadata: { name: `${name}-w`, namespace }, spec: {} });
    expect((await first).map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
      `ADDED ${name}-w`,
    ]);
    const last = watch.next();
    watch.stop();
    expect(await last).toEqual([]);
    await rig.store.compact(rig.store.revision());
    const expired = client().watch(lease, { resourceVersion: '1' });
    await expect(expired.next()).rejects.toSatisfy(isExpired);
    expired.stop();
  });
});

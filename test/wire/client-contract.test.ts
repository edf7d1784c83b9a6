/** One contract for all clients: over the API itself, in process, and over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directClient, InProcessClients } from '#client';
import { RemoteClients } from '#remote';
import {
  configMap,
  daemonSet,
  deployment,
  lease,
  pod,
  resourceOf,
  serviceAccount,
  defaultProfile,
} from '#kinds';
import { isConflict, isExpired, isNotFound, type KubeObject } from '#values';
import type { Lease } from '#types';
import type { Client } from '#request';
import { renewal } from '../../src/pool/node/heartbeats.ts';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';

let rig: ServerRig;
let remote: RemoteClients;
beforeAll(async () => {
  rig = await serverRig();
  remote = new RemoteClients({ url: rig.url, token: adminToken }, defaultProfile);
});
afterAll(async () => {
  remote.close();
  await rig.close();
});

const origin = { actor: 'tester' };
const ways: readonly (readonly [string, () => Client])[] = [
  ['in process', () => new InProcessClients({ api: rig.api, clock: rig.clock }).as(origin)],
  ['remote', () => remote.as(origin)],
  ['direct', () => directClient(rig.api, { origin })],
];

const namespace = 'default';
const template = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'c', image: 'x' }] },
};
const spec = { selector: { matchLabels: { app: 'a' } }, template };

describe.each(ways)('a client %s', (way, client) => {
  const name = way.replace(' ', '-');
  const ref = { namespace, name };

  it('creates, reads, lists and updates', async () => {
    const created = await client().create(daemonSet, { metadata: ref, spec });
    expect(await client().get(daemonSet, ref)).toEqual(created);
    const selected = { namespace, fieldSelector: `metadata.name=${name}` };
    expect((await client().list(daemonSet, selected)).items).toEqual([created]);
    const status = { ...created.status, numberReady: 3 };
    const whole = { ...created, status };
    const updated = await client().update(daemonSet, whole, { subresource: 'status' });
    expect(updated.status.numberReady).toBe(3);
    const other = { ...created, spec: { ...created.spec, minReadySeconds: 1 } };
    await expect(client().update(daemonSet, other)).rejects.toSatisfy(isConflict);
  });

  it('patches in all forms, and scales', async () => {
    await client().create(deployment, { metadata: ref, spec: { ...spec, replicas: 1 } });
    const merged = await client().patch(deployment, ref, {
      type: 'merge',
      body: { metadata: { labels: { a: 'b' } } },
    });
    expect(merged.metadata.labels).toEqual({ a: 'b' });
    const change = { type: 'merge', body: { spec: { replicas: 4 } } } as const;
    const scaled = await client().patch(deployment, ref, change, { subresource: 'scale' });
    expect([scaled.kind, scaled.spec.replicas]).toEqual(['Deployment', 4]);
    const again = { ...scaled, spec: { ...scaled.spec, replicas: 2 } };
    const rescaled = await client().update(deployment, again, { subresource: 'scale' });
    expect([rescaled.kind, rescaled.spec.replicas]).toEqual(['Deployment', 2]);
  });

  it('refuses to scale what has no scale', async () => {
    const made = await client().create(configMap, { metadata: ref });
    await expect(client().update(configMap, made, { subresource: 'scale' })).rejects.toSatisfy(
      isNotFound,
    );
    const change = { type: 'merge', body: { spec: { replicas: 4 } } } as const;
    await expect(
      client().patch(configMap, ref, change, { subresource: 'scale' }),
    ).rejects.toSatisfy(isNotFound);
  });

  it('posts to subresources', async () => {
    await client().create(serviceAccount, { metadata: ref });
    await client().create(pod, { metadata: ref, spec: template.spec } as never);
    const binding = { metadata: ref, target: { kind: 'Node', name: 'n1' } };
    expect(await client().createSubresource(pod, ref, 'binding', binding)).toBeUndefined();
    expect((await client().get(pod, ref)).spec.nodeName).toBe('n1');
  });

  it('deletes, with preconditions, one and many', async () => {
    await client().create(lease, { metadata: { ...ref, labels: { way: name } }, spec: {} });
    const preconditions = { uid: 'another' };
    await expect(client().delete(lease, ref, { preconditions })).rejects.toSatisfy(isConflict);
    expect(await client().delete(lease, ref)).toBeUndefined();
    await expect(client().get(lease, ref)).rejects.toSatisfy(isNotFound);
    await client().create(lease, { metadata: { ...ref, labels: { way: name } }, spec: {} });
    const labelSelector = `way=${name}`;
    expect(await client().deleteCollection(lease, { namespace, labelSelector })).toBeUndefined();
    expect((await client().list(lease, { namespace, labelSelector })).items).toEqual([]);
  });

  it('updates many in the same way, each at the version that is named', async () => {
    const leases: Lease[] = [];
    for (const each of ['a', 'b', 'c']) {
      const metadata = { namespace, name: `${name}-${each}` };
      leases.push(
        await client().create(lease, {
          metadata,
          spec: each === 'c' ? {} : { renewTime: '2026-11-20T20:00:00.000000Z' },
        }),
      );
    }
    const [first] = leases as [Lease, Lease, Lease];
    const stale = { namespace, name: first.metadata.name, resourceVersion: '1' };
    const gone = { namespace, name: `${name}-gone`, resourceVersion: '1' };
    const versions = [...leases.map(({ metadata }) => metadata), stale, gone];
    const renewTime = '2026-11-20T20:00:10.000000Z';
    const updated = await client().updateMany(lease, versions, renewal(renewTime));
    const now = await Promise.all(leases.map(({ metadata }) => client().get(lease, metadata)));
    expect(now.map((each) => each.spec.renewTime)).toEqual([renewTime, renewTime, undefined]);
    const [a, b] = now.map(({ metadata }) => metadata.resourceVersion);
    expect(updated).toEqual([a, b, undefined, undefined, undefined]);
  });

  it('watches from a version on, and gets an error when that is too old', async () => {
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

/** What is known by discovery alone; the API itself has none. */
describe.each(ways.slice(0, 2))('a client %s', (way, client) => {
  const ref = { namespace, name: `${way.replace(' ', '-')}-metadata` };
  const type = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps' } as const;
  const resource = { ...type, namespaced: true };

  it('finds out what is served', async () => {
    const { resources, failures } = await client().discover();
    expect(resources.map(resourceOf)).toContain('daemonsets.apps');
    expect([...failures]).toEqual([]);
  });

  it('sees the metadata of resources that are known by discovery', async () => {
    const { metadata } = client();
    const told = ({ apiVersion, kind, metadata: { name } }: KubeObject) => [apiVersion, kind, name];
    const expected = ['v1', 'ConfigMap', ref.name];
    const { resourceVersion } = (await client().create(configMap, { metadata: ref })).metadata;
    expect(told(await metadata.get(resource, ref))).toEqual(expected);
    const fieldSelector = `metadata.name=${ref.name}`;
    const { items } = await metadata.list(resource, { namespace, fieldSelector });
    expect(items.map(told)).toEqual([expected]);
    const watch = metadata.watch(resource, { namespace, resourceVersion });
    const change = { type: 'merge', body: { metadata: { labels: { a: 'b' } } } } as const;
    expect((await metadata.patch(resource, ref, change)).metadata.labels).toEqual({ a: 'b' });
    const [event] = await watch.next();
    watch.stop();
    expect([event!.type, ...told(event!.object)]).toEqual(['MODIFIED', ...expected]);
    await metadata.delete(resource, ref);
    await expect(metadata.get(resource, ref)).rejects.toSatisfy(isNotFound);
    const { metadata: held } = await client().create(configMap, {
      metadata: { ...ref, finalizers: ['example.com/hold'] },
    });
    await client().create(configMap, { metadata: { ...ref, name: `${ref.name}-2` } });
    await metadata.deleteCollection(resource, { namespace }, { propagationPolicy: 'Background' });
    const left = (await metadata.list(resource, { namespace })).items;
    expect(left.map(({ metadata: { name, uid } }) => [name, uid])).toEqual([[held.name, held.uid]]);
    const body = { metadata: { finalizers: null } };
    await metadata.patch(resource, ref, { type: 'merge', body });
    const unknown = { ...resource, plural: 'rubbish' };
    await expect(metadata.get(unknown, ref)).rejects.toSatisfy(isNotFound);
  });
});

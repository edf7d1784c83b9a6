/** The Service `kubernetes`: made at the start, and kept. */
import { describe, expect, it } from 'vitest';
import { endpoints, endpointSlice, service, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { ObjectMeta } from '#types';
import { controllers as all, kubernetesService } from '#controllers';
import { Cluster } from '../cluster.ts';

const ref = { namespace: 'default', name: 'kubernetes' };
const endpoint = { addresses: ['192.0.2.7'], port: 7443, clusterIp: '10.96.0.1' };
const ports = [{ name: 'https', port: 7443, protocol: 'TCP' }];
const right = {
  service: {
    labels: { component: 'apiserver', provider: 'kubernetes' },
    spec: {
      clusterIP: '10.96.0.1',
      clusterIPs: ['10.96.0.1'],
      internalTrafficPolicy: 'Cluster',
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 7443 }],
      sessionAffinity: 'None',
      type: 'ClusterIP',
    },
  },
  endpoints: {
    labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' },
    subsets: [{ addresses: [{ ip: '192.0.2.7' }], ports }],
  },
  slice: {
    labels: { 'kubernetes.io/service-name': 'kubernetes' },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['192.0.2.7'], conditions: { ready: true } }],
    ports,
  },
};

async function cluster(own = endpoint, controllers: typeof all = []): Promise<Cluster> {
  const apiServerControllers = [kubernetesService(() => own)];
  const c = new Cluster(controllers, { pool: false, apiServerControllers });
  await c.simulator.start();
  await c.run();
  return c;
}

async function state(c: Cluster): Promise<object> {
  const labels = (metadata: ObjectMeta) => ({ labels: metadata.labels });
  const [a, b, d] = [
    await c.client.get(service, ref),
    await c.client.get(endpoints, ref),
    await c.client.get(endpointSlice, ref),
  ];
  const { addressType, endpoints: behind, ports: shown } = d;
  return {
    service: { ...labels(a.metadata), spec: a.spec },
    endpoints: { ...labels(b.metadata), subsets: b.subsets },
    slice: { ...labels(d.metadata), addressType, endpoints: behind, ports: shown },
  };
}

it('is there from the start, whichever controllers run', async () => {
  for (const controllers of [[], all]) {
    const c = await cluster(endpoint, controllers);
    expect(await state(c)).toEqual(right);
    const { managedFields } = (await c.client.get(service, ref)).metadata;
    expect(managedFields?.map(({ manager }) => manager)).toEqual(['kube-apiserver']);
    const before = c.simulator.store.revision();
    await c.run(600);
    const writes = c.simulator.store.revision() - before;
    expect(writes).toBe(0);
    expect(c.errors).toEqual([]);
    c.simulator.stop();
  }
});

it('shows an IPv6 address in a slice of its own type', async () => {
  const c = await cluster({ ...endpoint, addresses: ['2001:db8::7'] });
  const { addressType, endpoints: behind } = await c.client.get(endpointSlice, ref);
  expect([addressType, behind[0]!.addresses]).toEqual(['IPv6', ['2001:db8::7']]);
  expect(c.errors).toEqual([]);
});

it('follows the servers of a shared store as they come and go', async () => {
  let addresses = ['192.0.2.7'];
  const apiServerControllers = [kubernetesService(() => ({ ...endpoint, addresses }))];
  const c = new Cluster([], { pool: false, apiServerControllers });
  await c.simulator.start();
  const shown = async (): Promise<unknown> => {
    await c.run(10_000);
    const [{ subsets }, slice] = [
      await c.client.get(endpoints, ref),
      await c.client.get(endpointSlice, ref),
    ];
    return [
      subsets!.flatMap((subset) => subset.addresses!.map(({ ip }) => ip)),
      slice.endpoints.flatMap((each) => each.addresses),
    ];
  };
  expect(await shown()).toEqual([addresses, addresses]);
  addresses = ['192.0.2.10', '192.0.2.7', '2001:db8::7'];
  expect(await shown()).toEqual([addresses, addresses.slice(0, 2)]);
  addresses = ['192.0.2.10'];
  expect(await shown()).toEqual([addresses, addresses]);
  c.simulator.stop();
});

describe('within ten seconds', () => {
  const merge = <T extends KubeObject>(kind: Kind<T>, body: object) => {
    return (c: Cluster): Promise<unknown> => c.client.patch(kind, ref, { type: 'merge', body });
  };
  const otherType = async (c: Cluster): Promise<void> => {
    await c.client.delete(endpointSlice, ref);
    const { namespace, name } = ref;
    const metadata = { namespace, name, labels: { 'kubernetes.io/service-name': 'kubernetes' } };
    await c.client.create(endpointSlice, { metadata, addressType: 'IPv6', endpoints: [] });
  };

  it.each<[string, (c: Cluster) => Promise<unknown>]>([
    ['a deleted service comes back', (c) => c.client.delete(service, ref)],
    ['deleted endpoints come back', (c) => c.client.delete(endpoints, ref)],
    ['a deleted slice comes back', (c) => c.client.delete(endpointSlice, ref)],
    ['changed addresses are set right', merge(endpoints, { subsets: [] })],
    [
      'a missing label is put back',
      merge(endpoints, {
        metadata: { labels: { 'endpointslice.kubernetes.io/skip-mirror': null } },
      }),
    ],
    ['a changed slice is set right', merge(endpointSlice, { ports: [] })],
    [
      'the labels of a slice are set right',
      merge(endpointSlice, { metadata: { labels: { a: 'b' } } }),
    ],
    ['a slice of another type is replaced', otherType],
  ])('%s', async (_, spoil) => {
    const c = await cluster();
    await spoil(c);
    expect(await state(c).catch(() => undefined)).not.toEqual(right);
    await c.run(9.999);
    expect(await state(c).catch(() => undefined)).not.toEqual(right);
    await c.run(0.001);
    expect(await state(c)).toEqual(right);
    expect(c.errors).toEqual([]);
  });
});

it('leaves a changed service, and further labels of endpoints, as they are', async () => {
  const c = await cluster();
  const labels = { mine: 'yes' };
  await c.client.patch(service, ref, { type: 'merge', body: { metadata: { labels } } });
  await c.client.patch(endpoints, ref, { type: 'merge', body: { metadata: { labels } } });
  await c.run(20);
  expect((await c.client.get(service, ref)).metadata.labels).toMatchObject(labels);
  expect((await c.client.get(endpoints, ref)).metadata.labels).toMatchObject(labels);
});

it('is left alone in an outage', async () => {
  const c = await cluster();
  await c.client.delete(endpoints, ref);
  c.simulator.beginOutage();
  await c.run(60);
  await expect(c.client.get(endpoints, ref)).rejects.toThrow('not found');
  await c.simulator.endOutage();
  await c.run();
  expect(await state(c)).toEqual(right);
});

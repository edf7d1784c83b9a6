/** Endpoints and slices in a whole control plane, by the worked examples of the reference. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endpoints, endpointSlice, node, pod, service } from '#kinds';
import { formatTime, isNotFound } from '#values';
import type { Endpoints, EndpointSubset, Service } from '#types';
import { simulate, START, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

interface PodCase {
  readonly ip?: string;
  readonly http?: number;
  readonly ready?: boolean;
}

/** Pods without a kubelet, in the state that a kubelet would have reported. */
beforeEach(async () => {
  simulation = await simulate(0, { pool: false });
  await simulation.client.create(node, { metadata: { name: 'n1' } });
  await addPod('a1', { ip: '10.1.9.9', http: 8080, ready: true });
  await addPod('a2', { ip: '10.1.9.10', http: 9090, ready: true });
  await addPod('a3', { ip: '10.1.9.11', http: 8080, ready: false });
  await addPod('a4', { http: 8080 });
  await simulation.run(1);
});

async function addPod(name: string, { ip, http = 8080, ready = false }: PodCase): Promise<void> {
  const ports = [{ name: 'http', containerPort: http }];
  await simulation.client.create(pod, {
    metadata: { name, namespace: 'default', labels: { app: 'web' } },
    spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'example.com/app:1', ports }] },
  });
  if (ip !== undefined) await report(name, { ip, ready });
}

async function report(name: string, { ip, ready }: PodCase): Promise<void> {
  const conditions = [
    { type: 'Ready', status: ready === true ? 'True' : 'False', lastTransitionTime: now() },
  ];
  const status = { phase: 'Running', conditions, ...(ip && { podIP: ip, podIPs: [{ ip }] }) };
  await simulation.client.patch(
    pod,
    { namespace: 'default', name },
    { type: 'merge', body: { status } },
    { subresource: 'status' },
  );
}

const now = (): string => formatTime(START + simulation.now() * 1000);

async function addService(spec: Partial<Service['spec']>, labels = {}): Promise<void> {
  await simulation.client.create(service, {
    metadata: { name: 'web', namespace: 'default', labels },
    spec: { selector: { app: 'web' }, ...spec },
  });
  await simulation.run(1);
}

async function found(): Promise<Endpoints | undefined> {
  try {
    return await simulation.get(endpoints, 'web');
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** `.9 .10 | .11 @ http:8080`: addresses, those not ready, ports. */
function shown({ addresses = [], notReadyAddresses = [], ports }: EndpointSubset): string {
  const ips = (list: typeof addresses): string =>
    list.map(({ ip }) => ip.replace('10.1.9', '')).join(' ');
  const at = ports?.map(({ name = '', port }) => `${name}:${port}`).join(' ') ?? 'none';
  return `${ips(addresses)} | ${ips(notReadyAddresses)} @ ${at}`;
}

const subsets = async (): Promise<readonly string[]> => ((await found())?.subsets ?? []).map(shown);

const slices = async () => (await simulation.client.list(endpointSlice)).items;

/** `.9 ready, .11 @ http:8080` */
async function slicesShown(): Promise<readonly string[]> {
  return (await slices()).map((slice) => {
    const list = (slice.endpoints ?? []).map(({ addresses, conditions }) => {
      const states = Object.entries(conditions ?? {}).filter(([, met]) => met);
      return [addresses[0]!.replace('10.1.9', ''), ...states.map(([state]) => state)].join(' ');
    });
    const at = (slice.ports ?? []).map(({ name = '', port }) => `${name}:${port}`).join(' ');
    return `${list.sort().join(', ')} @ ${at}`;
  });
}

const numbered = [
  { name: 'p', port: 80, targetPort: 8080 },
  { name: 'q', port: 81, targetPort: 8081 },
];
const named = [
  { name: 'p', port: 80, targetPort: 'http' },
  { name: 'q', port: 81, targetPort: 8081 },
];

describe('the endpoints of a service', () => {
  it.each<readonly [string, Partial<Service['spec']>, readonly string[]]>([
    ['merge ports of the same pods', { ports: numbered }, ['.10 .9 | .11 @ p:8080 q:8081']],
    [
      'tell named ports apart by pod',
      { ports: named },
      ['.9 | .11 @ p:8080', '.10 .9 | .11 @ q:8081', '.10 |  @ p:9090'],
    ],
    [
      'list pods that are not ready if told so',
      { ports: [{ port: 80 }], publishNotReadyAddresses: true },
      ['.10 .11 .9 |  @ :80'],
    ],
    ['need no port without an address', { clusterIP: 'None' }, ['.10 .9 | .11 @ none']],
    ['are empty when the port is nowhere', { ports: [{ port: 80, targetPort: 'nosuch' }] }, []],
    ['are empty when no pod is selected', { selector: { app: 'x' }, ports: numbered }, []],
    ['are empty of a name outside', { type: 'ExternalName', externalName: 'example.com' }, []],
  ])('%s', async (_, spec, expected) => {
    await addService(spec);
    expect([...(await subsets())].sort()).toEqual([...expected].sort());
    expect(await found()).toBeDefined();
  });

  it("carry the service's labels, whether it is headless, and its creation", async () => {
    const created = now();
    await addService({ clusterIP: 'None' }, { team: 'a' });
    expect((await found())?.metadata).toMatchObject({
      labels: { team: 'a', 'service.kubernetes.io/headless': '' },
      annotations: { 'endpoints.kubernetes.io/last-change-trigger-time': created },
    });
  });

  it('are left to their author without a selector', async () => {
    await simulation.client.create(service, {
      metadata: { name: 'web', namespace: 'default' },
      spec: { ports: numbered },
    });
    await simulation.run(1);
    expect(await found()).toBeUndefined();
    expect(await slices()).toEqual([]);
  });

  it('follow readiness, addresses and deletions of pods, and say since when', async () => {
    await addService({ ports: [{ port: 80 }] });
    await simulation.run(10);
    const changed = now();
    await report('a3', { ip: '10.1.9.11', ready: true });
    await report('a4', { ip: '10.1.9.12', ready: false });
    await simulation.run(1);
    expect(await subsets()).toEqual(['.10 .11 .9 | .12 @ :80']);
    expect((await found())?.metadata.annotations).toEqual({
      'endpoints.kubernetes.io/last-change-trigger-time': changed,
    });
    await simulation.client.delete(pod, { namespace: 'default', name: 'a1' });
    await simulation.run(1);
    // The pod terminates for thirty seconds, as no kubelet ends it.
    expect(await subsets()).toEqual(['.10 .11 | .12 @ :80']);
    expect((await found())?.metadata.annotations).toBeUndefined();
  });

  it('follow labels', async () => {
    await addService({ ports: [{ port: 80 }] });
    const ref = { namespace: 'default', name: 'a1' };
    const body = { metadata: { labels: { app: 'other' } } };
    await simulation.client.patch(pod, ref, { type: 'merge', body });
    await simulation.run(1);
    expect(await subsets()).toEqual(['.10 | .11 @ :80']);
  });

  it('come back when deleted, but may be edited until something happens', async () => {
    await addService({ ports: [{ port: 80 }] });
    const ref = { namespace: 'default', name: 'web' };
    await simulation.client.delete(endpoints, ref);
    await simulation.run(1);
    expect(await subsets()).toEqual(['.10 .9 | .11 @ :80']);
    await simulation.client.patch(endpoints, ref, { type: 'merge', body: { subsets: null } });
    await simulation.run(60);
    expect(await subsets()).toEqual([]);
    await report('a3', { ip: '10.1.9.11', ready: true });
    await simulation.run(1);
    expect(await subsets()).toEqual(['.10 .11 .9 |  @ :80']);
  });

  it('go with the service', async () => {
    await addService({ ports: [{ port: 80 }] });
    await simulation.client.delete(service, { namespace: 'default', name: 'web' });
    await simulation.run(1);
    expect(await found()).toBeUndefined();
    expect(await slices()).toEqual([]);
  });

  it('hold a thousand addresses at most', async () => {
    const count = 1010;
    for (let i = 0; i < count; i++) {
      await addPod(`many-${i}`, { ip: `10.2.${i >> 8}.${i & 255}`, ready: i % 2 === 0 });
    }
    await addService({ ports: [{ port: 80 }] });
    const { metadata, subsets: [subset] = [] } = (await found())!;
    expect(metadata.annotations?.['endpoints.kubernetes.io/over-capacity']).toBe('truncated');
    expect(subset?.addresses).toHaveLength(507);
    expect(subset?.notReadyAddresses).toHaveLength(493);
    const sizes = (await slices()).map((slice) => slice.endpoints.length);
    expect(sizes.sort((a, b) => b - a)).toEqual([...Array<number>(10).fill(100), 13]);
  });
});

describe('the slices of a service', () => {
  it('hold the pods of one list of ports each', async () => {
    await addService({ ports: named }, { team: 'a' });
    expect([...(await slicesShown())].sort()).toEqual([
      '.10 ready serving @ p:9090 q:8081',
      '.11, .9 ready serving @ q:8081 p:8080',
    ]);
    const [slice] = await slices();
    expect(slice).toMatchObject({
      addressType: 'IPv4',
      metadata: {
        generateName: 'web-',
        labels: {
          team: 'a',
          'kubernetes.io/service-name': 'web',
          'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        },
        ownerReferences: [{ kind: 'Service', name: 'web', controller: true }],
      },
    });
  });

  it('keep pods that terminate, and list pods without ports', async () => {
    await addService({ ports: [{ port: 80, targetPort: 'nosuch' }] });
    await simulation.client.delete(pod, { namespace: 'default', name: 'a1' });
    await simulation.run(1);
    expect(await slicesShown()).toEqual(['.10 ready serving, .11, .9 serving terminating @ ']);
  });

  it('are changed in place', async () => {
    await addService({ ports: [{ port: 80 }] });
    const [before] = await slices();
    await report('a3', { ip: '10.1.9.11', ready: true });
    await report('a4', { ip: '10.1.9.12', ready: true });
    await simulation.run(5);
    const after = await slices();
    expect(after.map(({ metadata }) => metadata.name)).toEqual([before!.metadata.name]);
    expect(after[0]?.endpoints).toHaveLength(4);
  });

  it('list ports in the order that clusters show those of the cluster DNS in', async () => {
    await addService({
      ports: [
        { name: 'dns', port: 53, protocol: 'UDP' },
        { name: 'dns-tcp', port: 53 },
        { name: 'metrics', port: 9153 },
      ],
    });
    const [slice] = await slices();
    expect(slice!.ports!.map(({ name }) => name)).toEqual(['metrics', 'dns', 'dns-tcp']);
  });

  it('are never those left of an earlier service of the name', async () => {
    await addService({ ports: [{ port: 80 }] });
    const [own] = await slices();
    const { namespace, name, labels, ownerReferences } = own!.metadata;
    const earlier = ownerReferences!.map((owner) => ({ ...owner, uid: 'earlier' }));
    await simulation.client.delete(endpointSlice, { namespace, name });
    const metadata = { namespace, name: 'web-left', labels, ownerReferences: earlier };
    const { addressType, endpoints, ports } = own!;
    await simulation.client.create(endpointSlice, { metadata, addressType, endpoints, ports });
    await simulation.run(1.5);
    const [fresh, ...others] = await slices();
    expect(others).toEqual([]);
    expect(fresh!.metadata.ownerReferences).toEqual(ownerReferences);
    expect(fresh!.endpoints).toHaveLength(3);
  });

  it('do not wait for one that a finalizer keeps', async () => {
    await addService({ ports: named });
    const finalizers = { metadata: { finalizers: ['example.com/keep'] } };
    for (const { metadata } of await slices()) {
      const ref = { namespace: 'default', name: metadata.name };
      await simulation.client.patch(endpointSlice, ref, { type: 'merge', body: finalizers });
    }
    const ref = { namespace: 'default', name: 'web' };
    const body = { spec: { ports: numbered } };
    await simulation.client.patch(service, ref, { type: 'merge', body });
    await simulation.run(2);
    await report('a4', { ip: '10.1.9.12', ready: true });
    await simulation.run(2);
    const states = (await slices()).map(({ metadata, endpoints }) => [
      metadata.deletionTimestamp !== undefined,
      endpoints.length,
    ]);
    expect(states.sort()).toEqual([
      [false, 4],
      [true, 1],
    ]);
  });

  it('become one that is empty, and back', async () => {
    await addService({ selector: { app: 'x' }, ports: [{ port: 80 }] });
    const [placeholder] = await slices();
    expect(placeholder).toMatchObject({ endpoints: null, ports: null });
    const body = { spec: { selector: { app: 'web' } } };
    const ref = { namespace: 'default', name: 'web' };
    await simulation.client.patch(service, ref, { type: 'merge', body });
    await simulation.run(5);
    const [filled, ...others] = await slices();
    expect(others).toEqual([]);
    expect(filled?.metadata.name).toBe(placeholder?.metadata.name);
    expect(filled?.endpoints).toHaveLength(3);
  });

  it('are set right a second after others changed them', async () => {
    await addService({ ports: [{ port: 80 }] });
    const [slice] = await slices();
    const { namespace, name } = slice!.metadata;
    const body = { endpoints: null };
    await simulation.client.patch(endpointSlice, { namespace, name }, { type: 'merge', body });
    await simulation.run(0.9);
    expect(await slicesShown()).toEqual([' @ :80']);
    await simulation.run(0.1);
    expect(await slicesShown()).toEqual(['.10 ready serving, .11, .9 ready serving @ :80']);
  });

  it('leave out pods on unknown nodes until these are known', async () => {
    await simulation.client.delete(node, { name: 'n1' });
    await addService({ ports: [{ port: 80 }] });
    expect((await slices()).map(({ endpoints }) => endpoints)).toEqual([null]);
    await simulation.client.create(node, { metadata: { name: 'n1' } });
    await simulation.run(10);
    const [filled, ...others] = await slices();
    expect(others).toEqual([]);
    expect(filled?.endpoints).toHaveLength(3);
  });

  it('list pods on unknown nodes where all pods are published', async () => {
    await simulation.client.delete(node, { name: 'n1' });
    await addService({ ports: [{ port: 80 }], publishNotReadyAddresses: true });
    expect((await slices())[0]?.endpoints).toHaveLength(3);
  });
});

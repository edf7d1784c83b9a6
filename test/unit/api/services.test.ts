import { beforeEach, describe, expect, it } from 'vitest';
import { Random } from '#clock';
import { service, defaultProfile } from '#kinds';
import type { NewObject } from '#values';
import type { Service } from '#types';
import { apiRig, context, dryRun, refusal, type ApiRig, TestApi } from '../../support/api.ts';
import { allocatePorts } from '../../../src/api/allocation/service-ports.ts';
import { NumberPool } from '../../../src/api/allocation/number-pool.ts';

let rig: ApiRig;
beforeEach(async () => {
  rig = await apiRig();
});

function of(name: string, spec: object = {}, metadata: object = {}): NewObject<Service> {
  return {
    metadata: { name, namespace: 'default', ...metadata },
    spec: { ports: [{ port: 80 }], ...spec },
  };
}

const create = (name: string, spec?: object, metadata?: object): Promise<Service> =>
  rig.api.create(context, service, of(name, spec, metadata));
const remove = (name: string): Promise<unknown> =>
  rig.api.delete(context, service, { namespace: 'default', name });
const ipOf = ({ spec }: Service): string | undefined => spec.clusterIP;
const nodePortsOf = ({ spec }: Service): readonly (number | undefined)[] =>
  (spec.ports ?? []).map(({ nodePort }) => nodePort);
const patch = async (name: string, spec: object): Promise<Service> => {
  const ref = { namespace: 'default', name };
  const written = await rig.api.patch(context, service, ref, { type: 'merge', body: { spec } });
  return written.object;
};

describe('addresses', () => {
  it('are handed out in order, the first one aside, and go round', async () => {
    expect(ipOf(await create('a'))).toBe('10.96.0.2');
    expect(ipOf(await create('b'))).toBe('10.96.0.3');
    await remove('a');
    expect(ipOf(await create('c'))).toBe('10.96.0.4');
  });

  it('are given as asked for, once', async () => {
    const clusterIP = '10.96.7.7';
    expect((await create('a', { clusterIP })).spec.clusterIPs).toEqual([clusterIP]);
    const error = await refusal(create('b', { clusterIP }));
    expect(error.status).toMatchObject({
      code: 422,
      message:
        'Service "b" is invalid: spec.clusterIPs: Invalid value: []string{"10.96.7.7"}: failed to allocate IP 10.96.7.7: provided IP is already allocated',
      details: { kind: 'Service', name: 'b' },
    });
    await remove('a');
    expect(ipOf(await create('b', { clusterIP }))).toBe(clusterIP);
  });

  it.each(['10.0.0.1', '10.96.0.0', '10.111.255.255'])('do not include %s', async (clusterIP) => {
    const { message } = await refusal(create('a', { clusterIP }));
    expect(message).toContain(
      `failed to allocate IP ${clusterIP}: the provided IP (${clusterIP}) is not in the valid range. The range of valid IPs is 10.96.0.0/12`,
    );
  });

  it.each<[name: string | undefined, spec: object, field: string]>([
    ['b', { ports: [] }, 'spec.clusterIPs'],
    ['b', { ports: [{ port: 70_000 }] }, 'spec.clusterIPs'],
    ['b', { type: 'NodePort', ports: [{ port: 1, nodePort: 5 }] }, 'spec.ports[0].nodePort'],
    [undefined, { ports: [] }, 'spec.clusterIPs'],
    ['b', { ports: [], clusterIP: '10.96.7.8' }, 'spec.ports'],
  ])('are checked before the rest, for %s with %j', async (name, spec, field) => {
    const clusterIP = '10.96.7.7';
    await create('a', { clusterIP });
    const metadata = name === undefined ? { name: '', generateName: 'b-' } : {};
    const error = await refusal(create(name ?? 'b', { clusterIP, ...spec }, metadata));
    expect(error.status).toMatchObject({ code: 422, details: { causes: [{ field }] } });
    if (field === 'spec.clusterIPs') {
      expect(error.message).toContain(`Service "${name ?? ''}" is invalid: spec.clusterIPs: `);
    }
    expect(ipOf(await create('c', { clusterIP: '10.96.7.8' }))).toBe('10.96.7.8');
  });

  it('are not for everybody', async () => {
    expect(ipOf(await create('a', { clusterIP: 'None' }))).toBe('None');
    const named = await create('b', { type: 'ExternalName', externalName: 'a.b' });
    expect(named.spec).not.toHaveProperty('clusterIP');
    expect(ipOf(await patch('b', { type: 'ClusterIP' }))).toBe('10.96.0.2');
    expect((await patch('b', { type: 'ExternalName' })).spec).not.toHaveProperty('clusterIPs');
    const taken = await create('c', { clusterIP: '10.96.0.2' });
    expect(ipOf(taken)).toBe('10.96.0.2');
  });

  it('lead elsewhere without a policy for traffic inside, which is checked all the same', async () => {
    const elsewhere = { type: 'ExternalName', externalName: 'a.b' };
    const asked = { ...elsewhere, internalTrafficPolicy: 'Local' };
    expect((await create('a', asked)).spec).not.toHaveProperty('internalTrafficPolicy');
    const { message } = await refusal(create('b', { ...asked, internalTrafficPolicy: 'x' }));
    expect(message).toContain('spec.internalTrafficPolicy: Unsupported value: "x"');
    await create('c', { internalTrafficPolicy: 'Local' });
    expect((await patch('c', elsewhere)).spec).not.toHaveProperty('internalTrafficPolicy');
  });

  it('are not for who is made by a write of the status', async () => {
    const at = { namespace: 'default', name: 'a' };
    const asked = of('a') as Service;
    const { object, created } = await rig.api.update(context, service, at, asked, 'status');
    expect(created).toBe(true);
    expect(object.spec).not.toHaveProperty('clusterIP');
    expect(object.metadata).not.toHaveProperty('managedFields');
    const missing = { ...at, name: 'b' };
    const spec = { type: 'ExternalName' };
    const body = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'b' }, spec };
    const apply = rig.api.patch(context, service, missing, { type: 'apply', body }, 'status');
    expect((await refusal(apply)).message).toBe(
      'Service "b" is invalid: spec.externalName: Required value',
    );
    const merge = rig.api.patch(context, service, missing, { type: 'merge', body }, 'status');
    expect((await refusal(merge)).code).toBe(404);
  });

  it('are not taken by who only asks', async () => {
    const spec = { clusterIP: '10.96.0.2', type: 'NodePort' };
    const asked = await rig.api.create(dryRun, service, of('a', spec));
    expect(nodePortsOf(asked)).toEqual([30000]);
    expect(ipOf(await create('b', spec))).toBe('10.96.0.2');
  });

  it('are not taken by who is refused', async () => {
    await refusal(
      create('a', { clusterIP: '10.96.0.9', type: 'NodePort', ports: [{ port: 1, nodePort: 1 }] }),
    );
    expect(ipOf(await create('b', { clusterIP: '10.96.0.9' }))).toBe('10.96.0.9');
  });

  it('are unlike each other when many ask at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
    const made = await Promise.all(names.map((name) => create(name)));
    expect(new Set(made.map(ipOf)).size).toBe(20);
    const clusterIP = '10.97.0.1';
    const racing = await Promise.allSettled(['x', 'y'].map((name) => create(name, { clusterIP })));
    expect(racing.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('are remembered by an API that restarts', async () => {
    const { store, clock } = rig;
    await create('a');
    await create('b', { type: 'NodePort' });
    const profile = defaultProfile;
    const api = new TestApi({ store, clock, random: new Random(2), profile });
    expect(ipOf(await api.create(context, service, of('c')))).toBe('10.96.0.4');
    const error = await refusal(api.create(context, service, of('d', { clusterIP: '10.96.0.2' })));
    expect(error.message).toContain('already allocated');
    const ported = await api.create(context, service, of('e', { type: 'NodePort' }));
    expect(nodePortsOf(ported)).toEqual([30001]);
  });

  it('come from the range that is set', async () => {
    const { store, clock } = rig;
    const random = new Random(2);
    const options = { store, clock, random, profile: defaultProfile };
    const api = new TestApi({ ...options, serviceIpRange: '10.0.0.0/30' });
    expect(ipOf(await api.create(context, service, of('a')))).toBe('10.0.0.2');
    expect(ipOf(await api.create(context, service, of('b')))).toBe('10.0.0.1');
    const { status } = await refusal(api.create(context, service, of('c')));
    expect(status).toMatchObject({
      code: 500,
      message: 'Internal error occurred: failed to allocate a serviceIP: range is full',
    });
    expect(() => new TestApi({ ...options, serviceIpRange: 'fd00::/64' })).toThrow(/bad range/);
  });
});

describe('node ports', () => {
  const ports = [
    { name: 'a', port: 53, protocol: 'TCP' },
    { name: 'b', port: 53, protocol: 'UDP' },
    { name: 'c', port: 80 },
  ];

  it('are others than those that the service asks for', async () => {
    const asked = [
      { name: 'a', port: 80, nodePort: 30000 },
      { name: 'b', port: 443 },
      { name: 'c', port: 8443 },
    ];
    expect(nodePortsOf(await create('a', { type: 'NodePort', ports: asked }))).toEqual([
      30000, 30001, 30002,
    ]);
  });

  it('are the same for all protocols of a port', async () => {
    expect(nodePortsOf(await create('a', { type: 'NodePort', ports }))).toEqual([
      30000, 30000, 30001,
    ]);
    const given = ports.with(1, { ...ports[1]!, nodePort: 31053 } as never);
    expect(nodePortsOf(await create('b', { type: 'NodePort', ports: given }))).toEqual([
      31053, 31053, 30002,
    ]);
  });

  it.each<[nodePort: number, why: string]>([
    [30000, 'provided port is already allocated'],
    [80, 'provided port is not in the valid range. The range of valid ports is 30000-32767'],
    [32768, 'provided port is not in the valid range. The range of valid ports is 30000-32767'],
  ])('are not %i', async (nodePort, why) => {
    await create('a', { type: 'NodePort' });
    const error = await refusal(create('b', { type: 'NodePort', ports: [{ port: 1, nodePort }] }));
    expect(error.message).toBe(
      `Service "b" is invalid: spec.ports[0].nodePort: Invalid value: ${nodePort}: ${why}`,
    );
  });

  it('are not given to two ports of a service', async () => {
    const nodePort = 30005;
    const twice = [
      { name: 'a', port: 1, nodePort },
      { name: 'b', port: 2, nodePort },
    ];
    const error = await refusal(create('a', { type: 'NodePort', ports: twice }));
    expect(error.message).toBe(
      'Service "a" is invalid: spec.ports[1].nodePort: Invalid value: 30005: provided port is already allocated',
    );
    const shared = twice.map((port, index) => ({
      ...{ ...port, port: 1 },
      protocol: ['TCP', 'UDP'][index],
    }));
    expect(nodePortsOf(await create('a', { type: 'NodePort', ports: shared }))).toEqual([
      nodePort,
      nodePort,
    ]);
  });

  it('come and go with the type', async () => {
    const made = await create('a');
    expect(nodePortsOf(made)).toEqual([undefined]);
    expect(nodePortsOf(await patch('a', { type: 'NodePort' }))).toEqual([30000]);
    expect(nodePortsOf(await patch('a', { type: 'ClusterIP' }))).toEqual([undefined]);
    const nodePort = 30000;
    const other = await create('b', { type: 'NodePort', ports: [{ port: 1, nodePort }] });
    expect(nodePortsOf(other)).toEqual([30000]);
  });

  it('stay when others are added', async () => {
    await create('a', { type: 'NodePort', ports: ports.slice(0, 1) });
    expect(nodePortsOf(await patch('a', { ports: [ports[2], ports[0]] }))).toEqual([30001, 30000]);
    const taken = ports.map((port, index) => ({ ...port, nodePort: 30000 + index }));
    expect(nodePortsOf(await patch('a', { ports: taken }))).toEqual([30000, 30001, 30002]);
  });

  it('can be given up by load balancers, which may need one to be checked', async () => {
    const spec = { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false };
    expect(nodePortsOf(await create('a', spec))).toEqual([undefined]);
    const local = { ...spec, externalTrafficPolicy: 'Local' };
    expect((await create('b', local)).spec.healthCheckNodePort).toBe(30000);
    expect((await patch('b', { externalTrafficPolicy: 'Cluster' })).spec).not.toHaveProperty(
      'healthCheckNodePort',
    );
    const asked = await refusal(create('c', { ...local, healthCheckNodePort: 7 }));
    expect(asked.message).toBe(
      'Internal error occurred: failed to allocate requested HealthCheck NodePort 7: provided port is not in the valid range. The range of valid ports is 30000-32767',
    );
  });
});

it('a write that says what is there leaves no trace', async () => {
  const made = await create('a', { type: 'NodePort' });
  const ref = { namespace: 'default', name: 'a' };
  const again = { ...of('a', { type: 'NodePort' }), apiVersion: 'v1', kind: 'Service' } as Service;
  const { object } = await rig.api.update(context, service, ref, again);
  expect(object).toBe(made);
});

it('a pool tells who has a number apart from who had it', async () => {
  const used = new Set(['a']);
  const pool = new NumberPool({ first: 1, size: 2 }, (_, key) => Promise.resolve(used.has(key)));
  const holder = (key: string, isOpen = false): { key: string; isOpen: boolean } => ({
    key,
    isOpen,
  });
  pool.note(1, holder('a'));
  pool.note(9, holder('a'));
  const b = holder('b', true);
  expect(await pool.takeNext(b)).toBe(2);
  expect(await pool.takeNext(holder('c'))).toBeUndefined();
  expect(await pool.take(2, b)).toBe(true);
  b.isOpen = false;
  expect(await pool.takeNext(holder('c', true))).toBe(2);
  used.clear();
  expect(await pool.take(1, holder('d'))).toBe(true);
});

it.each([
  [{ type: 'NodePort', ports: [{ port: 1 }] }, 'nodePort'],
  [
    {
      ...{ type: 'LoadBalancer', ports: [{ port: 1 }], allocateLoadBalancerNodePorts: false },
      externalTrafficPolicy: 'Local',
    },
    'HealthCheck NodePort 0',
  ],
])('%j needs a port of which none is left', async (spec, what) => {
  const pool = new NumberPool({ first: 7, size: 1 }, () => Promise.resolve(true));
  pool.note(7, { key: 'a', isOpen: true });
  const holder = { key: 'b', isOpen: true };
  const { message } = await refusal(allocatePorts(pool, holder, spec as never, undefined));
  expect(message).toBe(`Internal error occurred: failed to allocate a ${what}: range is full`);
});

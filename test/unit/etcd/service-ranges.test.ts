/** The numbers of services in etcd: each is given to one, whichever server gives it, and real API servers see it. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { formatIpv4, type KubeObject } from '#values';
import { defaultProfile, portsOfService } from '#kinds';
import type { Service } from '#types';
import { CompareFailedError, TakenError, type Store } from '#store';
import { etcdMissing, startEtcd, type EtcdProcess } from '../../../tools/etcd-process.ts';
import { ServiceAllocator } from '../../../src/api/allocation/services.ts';
import { changedBits, hasBit } from '../../../src/etcd/bits.ts';
import { NumberRange } from '../../../src/etcd/number-range.ts';
import { storeRig, type StoreRig } from './rig.ts';

const origin = { actor: 'test' };

describe('bits', () => {
  it('are the bytes of the number whose bits they are', () => {
    const numbers = fc.array(fc.nat(300), { maxLength: 20 });
    fc.assert(
      fc.property(numbers, numbers, (added, removed) => {
        const before = changedBits(Buffer.alloc(0), removed);
        const after = changedBits(before, added, removed);
        const sum = [...new Set(added)].reduce((all, n) => all | (1n << BigInt(n)), 0n);
        const hex = sum === 0n ? '' : sum.toString(16);
        expect(after.toString('hex')).toBe(hex.padStart(hex.length + (hex.length % 2), '0'));
        for (let n = 0; n < 310; n++) expect(hasBit(after, n)).toBe(added.includes(n));
      }),
    );
  });
});

describe('a range', () => {
  const foreign: string[] = [];
  afterEach(() => void foreign.splice(0));
  const range = (): NumberRange =>
    new NumberRange({
      ...{ key: '/registry/ranges/servicenodeports', text: '30000-32767' },
      ...{ first: 30_000, size: 2768, onForeign: (key, why) => foreign.push(`${key} ${why}`) },
    });

  it('is written as v1.24 writes it', () => {
    const { condition, operation } = range().change([30_000, 30_009], [])!;
    expect(condition).toEqual({ key: '/registry/ranges/servicenodeports', revision: 0 });
    expect(JSON.parse(operation.value)).toEqual({
      ...{ kind: 'RangeAllocation', apiVersion: 'v1', metadata: { creationTimestamp: null } },
      ...{ range: '30000-32767', data: Buffer.from([0x02, 0x01]).toString('base64') },
    });
  });

  /** `k8s\0`, runtime.Unknown with its type, and RangeAllocation: metadata, range, data. */
  const protobuf = Buffer.concat([
    Buffer.from('k8s\0\x0a\x15\x0a\x02v1\x12\x0fRangeAllocation\x12\x15', 'latin1'),
    Buffer.from('\x0a\x02\x08\x00\x12\x0b30000-32767\x1a\x02\x02\x01\x1a\x00\x22\x00', 'latin1'),
  ]);
  const json = range().change([30_000, 30_009], [])!.operation.value;

  it.each([
    ['JSON', Buffer.from(json)],
    ['protobuf', protobuf],
  ])('is read as %s', (_, value) => {
    const read = range();
    read.note({ revision: 7, value });
    read.note({ revision: 6 });
    expect([30_000, 30_001, 30_009].map((port) => read.isTaken(port))).toEqual([true, false, true]);
    expect(read.change([30_000], [])).toBeUndefined();
    expect(read.change([], [30_009])!.condition).toMatchObject({ revision: 7 });
    expect(foreign).toEqual([]);
    read.note({ revision: 8 });
    expect(read.isTaken(30_009)).toBe(false);
    expect(read.change([30_009], [])!.condition).toMatchObject({ revision: 0 });
  });

  it.each([
    [
      'another range',
      JSON.stringify({ range: '1-9', data: '/////w==' }),
      'is 1-9, not 30000-32767',
    ],
    ['no range', 'nope', 'is not a range, not 30000-32767'],
  ])('leaves alone what is %s', (_, value, why) => {
    const read = range();
    read.note({ revision: 7, value: Buffer.from(value) });
    expect(read.isTaken(30_000)).toBe(false);
    expect(read.change([30_000], [])).toBeUndefined();
    expect(foreign).toEqual([`/registry/ranges/servicenodeports ${why}`]);
  });
});

const ip = (n: number): string => formatIpv4(0x0a60_0000 + n);

function serviceOf(name: string, spec: object = {}): Service {
  const metadata = { namespace: 'a', name, creationTimestamp: '2026-01-01T00:00:00Z' };
  return {
    ...{ apiVersion: 'v1', kind: 'Service', metadata },
    spec: { type: 'NodePort', ports: [{ port: 80 }], ...spec },
  } as never;
}

const withNumbers = (name: string, n: number): Service => {
  const address = { clusterIP: ip(n), clusterIPs: [ip(n)] };
  return serviceOf(name, { ...address, ports: [{ port: 80, nodePort: 30_000 + n }] });
};

describe.skipIf(etcdMissing)('servers of one etcd', () => {
  let server: EtcdProcess;
  let prefixes = 0;
  let prefix = '';
  const rigs: StoreRig[] = [];
  const open = async (): Promise<StoreRig> => {
    const rig = await storeRig(server.url, prefix);
    rigs.push(rig);
    return rig;
  };
  const two = async (): Promise<readonly [Store, Store]> => {
    prefix = `/ranges/${++prefixes}`;
    return [(await open()).store, (await open()).store];
  };
  beforeAll(async () => {
    server = await startEtcd();
  }, 30_000);
  afterAll(async () => {
    for (const rig of rigs) rig.close();
    await server.remove();
  });

  const put = (store: Store, service: Service, expected?: number): Promise<KubeObject> =>
    store.put('services', `a/${service.metadata.name}`, service, { origin, expected });

  /** The numbers that etcd says are taken, as offsets. */
  const taken = async (): Promise<readonly number[][]> => {
    const all = ['serviceips', 'servicenodeports'].map(async (name) => {
      const [kv] = (await rigs[0]!.etcd.range({ key: `${prefix}/ranges/${name}` })).found;
      const { data } = JSON.parse(kv?.value.toString() ?? '{"data":""}') as { data: string };
      const bits = Buffer.from(data, 'base64');
      return Array.from({ length: 64 }, (_, n) => n).filter((n) => hasBit(bits, n));
    });
    return Promise.all(all);
  };

  it('note what services have, and what they give back, with the write', async () => {
    const [a, b] = await two();
    await put(a, withNumbers('x', 5));
    await put(b, withNumbers('y', 7), 0);
    expect(await taken()).toEqual([
      [4, 6],
      [5, 7],
    ]);
    const { metadata } = await put(a, withNumbers('x', 9));
    await put(b, { ...withNumbers('x', 9), metadata: { ...metadata, labels: { a: 'b' } } });
    await b.delete('services', 'a/y', { origin });
    expect(await taken()).toEqual([[8], [9]]);
  });

  it('give a number to one of two that want it at once', async () => {
    const [a, b] = await two();
    const wanted = Array.from({ length: 10 }, (_, n) => n + 1);
    const tries = wanted.flatMap((n) =>
      [a, b].map((store, at) => put(store, withNumbers(`${'ab'[at]}-${n}`, n))),
    );
    const results = await Promise.allSettled(tries);
    const failed = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(failed).toHaveLength(10);
    expect(failed.every((error) => error instanceof TakenError)).toBe(true);
    expect((await taken())[1]).toEqual(wanted);
    await b.fresh();
    const { items } = await b.list('services');
    expect(items.flatMap((item) => portsOfService(item as Service)).sort()).toEqual(
      wanted.map((n) => 30_000 + n).sort(),
    );
  });

  it('write nothing of a service that has changed meanwhile', async () => {
    const [a] = await two();
    const first = await put(a, withNumbers('x', 1));
    await put(a, withNumbers('x', 2));
    const stale = put(a, withNumbers('x', 3), Number(first.metadata.resourceVersion));
    await expect(stale).rejects.toThrow(CompareFailedError);
    expect(await taken()).toEqual([[1], [2]]);
  });

  it('go around what another program has taken, and refuse it to those who ask for it', async () => {
    const [a] = await two();
    const allocator = new ServiceAllocator(a, defaultProfile);
    const bits = changedBits(Buffer.alloc(0), [1, 2, 3, 5]).toString('base64');
    for (const [name, range] of [
      ['serviceips', '10.96.0.0/12'],
      ['servicenodeports', '30000-32767'],
    ]) {
      const value = JSON.stringify({
        kind: 'RangeAllocation',
        apiVersion: 'v1',
        range,
        data: bits,
      });
      await rigs[0]!.etcd.txn({ if: [], then: [{ put: `${prefix}/ranges/${name}`, value }] });
    }
    await a.fresh();
    const make = async (service: Service): Promise<Service> =>
      (await allocator.storing(service, { old: undefined }, (given) => put(a, given))) as Service;
    const free = [0, 4, 6, 7, 8, 9, 10, 11, 12];
    for (const name of ['x', 'y']) {
      const { clusterIP, ports } = (await make(serviceOf(name))).spec;
      expect(free.map((offset) => ip(offset + 1))).toContain(clusterIP);
      expect(free.map((offset) => 30_000 + offset)).toContain(ports![0]!.nodePort);
    }
    await expect(make(serviceOf('z', { clusterIP: ip(4), clusterIPs: [ip(4)] }))).rejects.toThrow(
      'provided IP is already allocated',
    );
    await expect(make(serviceOf('z', { ports: [{ port: 80, nodePort: 30_005 }] }))).rejects.toThrow(
      'provided port is already allocated',
    );
  });

  it('add at the start what services have that were written without it', async () => {
    const [a] = await two();
    const etcd = rigs[0]!.etcd;
    await put(a, withNumbers('x', 2));
    for (const name of ['serviceips', 'servicenodeports']) {
      await etcd.txn({ if: [], then: [{ delete: `${prefix}/ranges/${name}` }] });
    }
    await open();
    expect(await taken()).toEqual([[1], [2]]);
    // The first, which has seen nothing of it, carries on.
    await put(a, withNumbers('y', 3));
    expect(await taken()).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });
});

/** Writes and reads through a store on a real etcd, beside what that etcd does by itself. */
import { KindRegistry } from '#catalog';
import { defaultProfile } from '#kinds';
import { machineTime, machineTimers, VirtualClock } from '#clock';
import { Etcd, EtcdStore } from '#etcd';
import type { KubeObject } from '#values';
import { protobufDecoder } from '#server';
import { etcdMissing, startEtcd } from '../tools/etcd-process.ts';
import type { Row } from './bench.ts';

const origin = { actor: 'bench' };
const filler = 'x'.repeat(1200);
const nodes = 100;

export async function etcdBench(): Promise<Row[]> {
  if (etcdMissing !== undefined) return [{ name: etcdMissing, value: 0, unit: '' }];
  const server = await startEtcd();
  const timers = machineTimers();
  const etcd = new Etcd({ urls: [server.url], timers });
  const store = new EtcdStore({
    ...{ etcd, timers, server: 'bench' },
    clock: new VirtualClock({ start: machineTime() }),
    kinds: new KindRegistry(defaultProfile),
    decodeProtobuf: await protobufDecoder(new KindRegistry(defaultProfile)),
    onBroken(key) {
      throw new Error(`${key} is not an object`);
    },
  });
  try {
    await store.begin();
    const rows: Row[] = [];
    for (const writers of [1, 16, 64]) rows.push(await creates(store, etcd, writers));
    rows.push(await heartbeats(store));
    rows.push(await freshReads(store));
    return rows;
  } finally {
    store.close();
    etcd.close();
    await server.remove();
  }
}

let made = 0;

/** Creates, in turns with transactions of etcd's that write the same bytes. */
async function creates(store: EtcdStore, etcd: Etcd, writers: number): Promise<Row> {
  const create = async (): Promise<void> => {
    const name = `c${made++}`;
    await store.put('configmaps', `default/${name}`, objectOf(name), { origin, expected: 0 });
  };
  const value = JSON.stringify(objectOf('c'));
  const put = async (): Promise<void> => {
    const key = `/bench/${made++}`;
    await etcd.txn({ if: [{ key, revision: 0 }], then: [{ put: key, value }] });
  };
  const rates = { ours: 0, etcds: 0 };
  for (let round = 0; round < 3; round++) {
    rates.etcds += (await perSecond(put, writers)) / 3;
    rates.ours += (await perSecond(create, writers)) / 3;
  }
  return {
    ...{ name: `creates on etcd, ${writers} at a time`, value: rates.ours, unit: '/s' },
    note: `etcd itself: ${Math.round(rates.etcds)}; ${(rates.ours / rates.etcds).toFixed(2)} of it`,
  };
}

/** Repetitions of the objects of many nodes, all of them again and again. */
async function heartbeats(store: EtcdStore): Promise<Row> {
  const keys = Array.from({ length: nodes }, (_, n) => `default/node-${n}`);
  for (const key of keys) {
    await store.put('leases.coordination.k8s.io', key, leaseOf(key), { origin });
  }
  const beat = async (): Promise<void> => {
    const objects = keys.map((key) => ({
      key,
      expected: Number(store.peek('leases.coordination.k8s.io', key)!.metadata.resourceVersion),
    }));
    await store.putRepetitions('leases.coordination.k8s.io', objects, {
      origin,
      accepts: () => true,
      apply: (base) => ({ ...base, metadata: { ...base.metadata } }),
    });
  };
  const value = (await perSecond(beat, 1)) * nodes;
  return { name: `heartbeats of ${nodes} nodes together`, value, unit: '/s' };
}

async function freshReads(store: EtcdStore): Promise<Row> {
  const value = await perSecond(() => store.fresh(), 16);
  return { name: 'reads that ask etcd first, 16 at a time', value, unit: '/s' };
}

async function perSecond(act: () => Promise<void>, atOnce: number): Promise<number> {
  const ms = 1000;
  const start = performance.now();
  let count = 0;
  const repeat = async (): Promise<void> => {
    for (; performance.now() - start < ms; count++) await act();
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
  return (count / (performance.now() - start)) * 1000;
}

function objectOf(name: string): KubeObject {
  const metadata = {
    ...{ name, namespace: 'default', uid: `uid-of-${name}` },
    creationTimestamp: '2026-01-01T00:00:00Z',
  };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { filler } } as never;
}

function leaseOf(key: string): KubeObject {
  const [namespace, name] = key.split('/') as [string, string];
  const metadata = { name, namespace, creationTimestamp: '2026-01-01T00:00:00Z' };
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: {} } as never;
}

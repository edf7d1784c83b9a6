import { expect, it } from 'vitest';
import { serverIdentity } from '#controllers';
import { configMap, lease, profileOf, type Kind } from '#kinds';
import { Simulator } from '#simulator';
import type { ConfigMap, Lease } from '#types';

const start = 1_795_204_800_000;

async function fresh(minor: number): Promise<Simulator> {
  const simulator = new Simulator({
    ...{ startMs: start, profile: profileOf(minor), controllers: [], pool: false },
    apiServerControllers: [serverIdentity(() => '192.0.2.1:6443')],
  });
  await simulator.start();
  await simulator.clock.advanceBy(0);
  return simulator;
}

async function objectsOf<T>(simulator: Simulator, kind: unknown): Promise<readonly T[]> {
  const { plural, group } = kind as Kind;
  const bucket = group === '' ? plural : `${plural}.${group}`;
  return (await simulator.store.list(bucket, {})).items as readonly unknown[] as readonly T[];
}

it.each([
  [25, undefined, {}, undefined],
  [26, 'kube-apiserver-', { 'k8s.io/component': 'kube-apiserver' }, undefined],
  [27, 'apiserver-', { 'apiserver.kubernetes.io/identity': 'kube-apiserver' }, undefined],
  [36, 'apiserver-', { 'apiserver.kubernetes.io/identity': 'kube-apiserver' }, '192.0.2.1:6443'],
])('the lease of a server of 1.%i is called %s', async (minor, prefix, labels, peer) => {
  const [found] = await objectsOf<Lease>(await fresh(minor), lease);
  if (prefix === undefined) {
    expect(found).toBeUndefined();
    return;
  }
  const name = `${prefix}dzvsjmmflm66i65crqejugnifm`;
  expect(found!.metadata).toMatchObject({ name, namespace: 'kube-system' });
  expect(found!.metadata.labels).toEqual({ ...labels, 'kubernetes.io/hostname': 'orrery' });
  expect(found!.metadata.annotations?.['kubernetes.io/peer-advertise-address']).toBe(peer);
  expect(found!.spec).toEqual({
    ...{ holderIdentity: name, leaseDurationSeconds: 3600 },
    renewTime: '2026-11-20T20:00:00.000000Z',
  });
  expect(found!.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['kube-apiserver']);
});

it('the lease is renewed', async () => {
  const simulator = await fresh(30);
  await simulator.clock.advanceBy(601_000);
  const [found] = await objectsOf<Lease>(simulator, lease);
  expect(found!.spec.renewTime).toBe('2026-11-20T20:10:00.000000Z');
});

it.each([
  [26, undefined],
  [27, '2026-11-20'],
  [37, '2026-11-20'],
])('a server of 1.%i says since when it tracks old tokens: %s', async (minor, since) => {
  const [found] = await objectsOf<ConfigMap>(await fresh(minor), configMap);
  expect(found?.data?.since).toBe(since);
});

/** The addresses of services and ingresses, in a whole control plane. */
import { afterEach, describe, expect, it } from 'vitest';
import { ingress, service } from '#kinds';
import type { LoadBalancerStatus } from '#types';
import { Addresses } from '../../controllers/loadbalancer/addresses.ts';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
const failures: unknown[] = [];
afterEach(() => {
  simulation?.stop();
  expect(failures.splice(0)).toEqual([]);
});

async function begin(): Promise<void> {
  simulation = await simulate(1, {
    onReconcileError: (actor, key, error) => failures.push([actor, key, error]),
  });
}

const namespace = 'default';
const ports = [{ port: 80 }];

async function addService(name: string, spec: object = {}): Promise<void> {
  const object = { metadata: { name, namespace }, spec: { type: 'LoadBalancer', ports, ...spec } };
  await simulation.client.create(service, object as never);
}

async function addIngress(name: string, spec: object = {}, annotations?: object): Promise<void> {
  const defaultBackend = { service: { name: 's', port: { number: 80 } } };
  const object = { metadata: { name, namespace, annotations }, spec: { defaultBackend, ...spec } };
  await simulation.client.create(ingress, object as never);
}

const addressOf = async (kind: typeof service | typeof ingress, name: string): Promise<unknown> => {
  const { status } = await simulation.get(kind as typeof service, name);
  return (status.loadBalancer as LoadBalancerStatus).ingress?.map(({ ip }) => ip);
};

describe('a service', () => {
  it('of type LoadBalancer gets an address of its own', async () => {
    await begin();
    for (const name of ['a', 'b']) await addService(name);
    await simulation.run(1);
    expect(await addressOf(service, 'a')).toEqual(['198.18.0.1']);
    expect(await addressOf(service, 'b')).toEqual(['198.18.0.2']);
  });

  it('that leaves the choice to others gets none', async () => {
    await begin();
    await addService('internal', { type: 'ClusterIP' });
    await addService('other', { loadBalancerClass: 'example.com/other' });
    await addService('own', { loadBalancerIP: '203.0.113.9' });
    await simulation.run(1);
    expect(await addressOf(service, 'internal')).toBeUndefined();
    expect(await addressOf(service, 'other')).toBeUndefined();
    expect(await addressOf(service, 'own')).toEqual(['203.0.113.9']);
  });

  it('keeps its address when the controller restarts', async () => {
    await begin();
    await addService('a');
    await simulation.run(1);
    simulation.sim.killControllers(['loadbalancer']);
    await addService('b');
    await simulation.run(1);
    expect(await addressOf(service, 'b')).toBeUndefined();
    await simulation.sim.startControllers(['loadbalancer']);
    await simulation.run(1);
    expect(await addressOf(service, 'a')).toEqual(['198.18.0.1']);
    expect(await addressOf(service, 'b')).toEqual(['198.18.0.2']);
  });
});

describe('an ingress', () => {
  it('gets the address of its class', async () => {
    await begin();
    await addIngress('a', { ingressClassName: 'x' });
    await addIngress('b', {}, { 'kubernetes.io/ingress.class': 'x' });
    await addIngress('c', { ingressClassName: 'y' });
    await addIngress('d');
    await simulation.run(1);
    expect(await addressOf(ingress, 'a')).toEqual(['198.18.0.1']);
    expect(await addressOf(ingress, 'b')).toEqual(['198.18.0.1']);
    expect(await addressOf(ingress, 'c')).toEqual(['198.18.0.2']);
    expect(await addressOf(ingress, 'd')).toEqual(['198.18.0.3']);
  });
});

describe('addresses', () => {
  it('belong to one holder each', () => {
    const addresses = new Addresses();
    addresses.note('a', '198.18.0.1');
    expect(addresses.give('a')).toBe('198.18.0.1');
    expect(addresses.give('b')).toBe('198.18.0.2');
    addresses.note('b', '198.18.0.7');
    addresses.free('a');
    expect([addresses.give('c'), addresses.give('d')]).toEqual(['198.18.0.3', '198.18.0.4']);
  });
});

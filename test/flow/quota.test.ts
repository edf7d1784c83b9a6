/** Quotas in a whole control plane, by the worked examples of the reference. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configMap, pod, resourceQuota, secret, service } from '#kinds';
import type { Pod, ResourceQuota, Service } from '#types';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
beforeEach(async () => {
  simulation = await simulate(0, { pool: false });
});
afterEach(() => simulation.stop());

const NAMESPACE = 'default';

async function limit(spec: ResourceQuota['spec']): Promise<void> {
  await simulation.client.create(resourceQuota, {
    metadata: { name: 'limit', namespace: NAMESPACE },
    spec,
  });
  await simulation.run(1);
}

const used = async () => (await simulation.get(resourceQuota, 'limit')).status.used;

async function addPod(name: string, spec: Partial<Pod['spec']> = {}): Promise<void> {
  await simulation.client.create(pod, {
    metadata: { name, namespace: NAMESPACE },
    spec: { containers: [{ name: 'main', image: 'example.com/app:1' }], ...spec },
  });
}

const finish = (name: string): Promise<Pod> =>
  simulation.client.patch(
    pod,
    { namespace: NAMESPACE, name },
    { type: 'merge', body: { status: { phase: 'Succeeded' } } },
    { subresource: 'status' },
  );

function patchService(name: string, spec: object): Promise<Service> {
  const ref = { namespace: NAMESPACE, name };
  return simulation.client.patch(service, ref, { type: 'merge', body: { spec } });
}

const of = (cpu: string): Pod['spec']['containers'] => [
  { name: 'main', image: 'example.com/app:1', resources: { requests: { cpu } } },
];

describe('the status of a quota', () => {
  it('says canonically what is limited, and of what is counted how much is used', async () => {
    await addPod('before', { containers: of('0.25') });
    await limit({
      hard: { 'requests.cpu': '0.5', memory: '1024Mi', 'count/unknown': '3', configmaps: '5' },
    });
    expect((await simulation.get(resourceQuota, 'limit')).status).toEqual({
      hard: { 'requests.cpu': '500m', memory: '1Gi', 'count/unknown': '3', configmaps: '5' },
      // The root certificates are a config map.
      used: { 'requests.cpu': '250m', memory: '0', configmaps: '1' },
    });
  });

  it('follows its limits', async () => {
    await addPod('a');
    await limit({ hard: { pods: '3' } });
    const ref = { namespace: NAMESPACE, name: 'limit' };
    const body = { spec: { hard: { pods: null, secrets: '2' } } };
    await simulation.client.patch(resourceQuota, ref, { type: 'merge', body });
    await simulation.run(1);
    expect(await used()).toEqual({ secrets: '0' });
  });

  it('does not change with the scope selector until the next count', async () => {
    await addPod('a');
    await limit({ hard: { pods: '3' } });
    const ref = { namespace: NAMESPACE, name: 'limit' };
    const matchExpressions = [{ scopeName: 'BestEffort', operator: 'Exists' }];
    const selected = { spec: { scopeSelector: { matchExpressions } } };
    await addPod('b', { containers: of('1') });
    await simulation.client.patch(resourceQuota, ref, { type: 'merge', body: selected });
    await simulation.run(1);
    expect(await used()).toEqual({ pods: '2' });
    await simulation.run(300);
    expect(await used()).toEqual({ pods: '1' });
  });

  it('counts pods that have a class for the plain scope PriorityClass', async () => {
    await addPod('before', { priorityClassName: 'system-node-critical' });
    await limit({ hard: { pods: '2' }, scopes: ['PriorityClass'] });
    await simulation.run(1);
    expect(await used()).toEqual({ pods: '1' });
    await addPod('after', { priorityClassName: 'system-node-critical' });
    await addPod('plain');
    expect(await used()).toEqual({ pods: '2' });
    await simulation.run(300);
    expect(await used()).toEqual({ pods: '2' });
  });
});

describe('what is given back', () => {
  it('is known at once of finished and deleted pods', async () => {
    await limit({ hard: { pods: '1' }, scopes: ['BestEffort'] });
    await addPod('first');
    await expect(addPod('second')).rejects.toThrow('exceeded quota: limit');
    await finish('first');
    await simulation.run(1);
    expect(await used()).toEqual({ pods: '0' });
    await addPod('second');
    await simulation.client.delete(pod, { namespace: NAMESPACE, name: 'second' });
    await simulation.run(1);
    expect(await used()).toEqual({ pods: '0' });
  });

  it('is known of a pod past its grace period only at the next count', async () => {
    await limit({ hard: { pods: '1', secrets: '5' } });
    // Bound, so that somebody would have to end it.
    await addPod('slow', { nodeName: 'nowhere', terminationGracePeriodSeconds: 5 });
    await simulation.client.delete(pod, { namespace: NAMESPACE, name: 'slow' });
    await simulation.run(20);
    expect(await used()).toEqual({ pods: '1', secrets: '0' });
    const ref = { namespace: NAMESPACE, name: 'x' };
    await simulation.client.create(secret, { metadata: ref });
    await simulation.client.delete(secret, ref);
    await simulation.run(1);
    expect(await used()).toEqual({ pods: '0', secrets: '0' });
  });

  it('is known of services when they change their type, not when they lose a port', async () => {
    await limit({ hard: { 'services.nodeports': '5', 'services.loadbalancers': '1' } });
    const ports = [
      { name: 'a', port: 80 },
      { name: 'b', port: 81 },
    ];
    await simulation.client.create(service, {
      metadata: { name: 's', namespace: NAMESPACE },
      spec: { type: 'LoadBalancer', ports },
    });
    const nodePorts = async () => [
      (await used())!['services.nodeports'],
      (await used())!['services.loadbalancers'],
    ];
    await simulation.run(1);
    expect(await nodePorts()).toEqual(['2', '1']);
    await patchService('s', { ports: ports.slice(0, 1) });
    await simulation.run(1);
    expect(await nodePorts()).toEqual(['2', '1']);
    await patchService('s', { type: 'NodePort' });
    await simulation.run(1);
    expect(await nodePorts()).toEqual(['1', '0']);
    await patchService('s', {
      type: 'ClusterIP',
      ports: [{ name: 'a', port: 80, nodePort: null }],
    });
    await simulation.run(1);
    expect(await nodePorts()).toEqual(['0', '0']);
  });

  it('is, for what was charged and never created, corrected within five minutes', async () => {
    await limit({ hard: { secrets: '5' } });
    const add = () =>
      simulation.client.create(secret, { metadata: { name: 'x', namespace: NAMESPACE } });
    await add();
    await expect(add()).rejects.toThrow('already exists');
    await simulation.run(10);
    expect(await used()).toEqual({ secrets: '2' });
    await simulation.run(300);
    expect(await used()).toEqual({ secrets: '1' });
  });

  it('does not wake quotas on other things', async () => {
    await limit({ hard: { pods: '5' } });
    const writes = simulation.changes.length;
    const ref = { namespace: NAMESPACE, name: 'm' };
    await simulation.client.create(configMap, { metadata: ref });
    await simulation.client.delete(configMap, ref);
    await simulation.run(100);
    expect(
      simulation.changes.slice(writes).filter(({ value }) => value.kind === 'ResourceQuota'),
    ).toEqual([]);
  });
});

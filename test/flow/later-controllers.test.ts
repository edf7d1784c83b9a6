/** What controllers do in later releases alone. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  ipAddress,
  node,
  persistentVolumeClaim,
  pod,
  profileOf,
  service,
  serviceCidr,
  volumeAttributesClass,
} from '#kinds';
import { evolution, simulate, type Simulation } from '../support/simulate.ts';
import { refusal } from '../support/api.ts';

let run: Simulation | undefined;
afterEach(() => run?.stop());

const started = async (minor: number): Promise<Simulation> =>
  (run = await simulate(1, { profile: profileOf(minor) }));

it('places a pod with scheduling gates once they are gone', async () => {
  const { client, get, run: pass } = await started(27);
  const schedulingGates = [{ name: 'example.com/a' }];
  const containers = [{ name: 'main', image: 'app:v1' }];
  const metadata = { name: 'gated', namespace: 'default' };
  const made = await client.create(pod, { metadata, spec: { containers, schedulingGates } });
  await pass(400);
  const { spec, status } = await get(pod, 'gated');
  expect(spec.nodeName).toBeUndefined();
  expect(status.conditions).toMatchObject([{ type: 'PodScheduled', reason: 'SchedulingGated' }]);
  const gate = { ...made, spec: { ...made.spec, schedulingGates: [] } };
  await client.update(pod, { ...gate, metadata: { ...made.metadata, resourceVersion: '' } });
  await pass(5);
  expect((await get(pod, 'gated')).spec.nodeName).toBe('node-1');
});

it('a pod whose node is gone has failed, and says why, before it is deleted', async () => {
  const simulation = await started(31);
  const { client, run: pass, changes } = simulation;
  const metadata = { name: 'web', namespace: 'default' };
  const tolerations = [{ operator: 'Exists' }];
  const containers = [{ name: 'main', image: 'app:v1' }];
  await client.create(pod, { metadata, spec: { containers, tolerations } } as never);
  await pass(10);
  await client.delete(node, { name: 'node-1' });
  await pass(120);
  expect(await simulation.pods()).toEqual([]);
  const last = changes.findLast(({ bucket, type }) => bucket === 'pods' && type !== 'deleted')!;
  expect(last.value).toMatchObject({
    status: {
      phase: 'Failed',
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: 'DisruptionTarget', reason: 'DeletionByPodGC' }),
      ]) as object,
    },
  });
});

describe('a range of Services', () => {
  const cidr = { metadata: { name: 'more' }, spec: { cidrs: ['10.77.0.0/28'] } };
  const asking = (name: string, clusterIP: string) => ({
    metadata: { name, namespace: 'default' },
    spec: { clusterIP, ports: [{ port: 80 }] },
  });

  it('gives addresses, and stays until no Service has one, though it is deleted', async () => {
    const simulation = await started(33);
    const { client, run: pass } = simulation;
    await client.create(serviceCidr, cidr);
    await pass(1);
    await client.create(service, asking('web', '10.77.0.9'));
    expect((await client.list(ipAddress)).items.map(({ metadata }) => metadata.name)).toEqual([
      '10.77.0.9',
    ]);
    await client.delete(serviceCidr, { name: 'more' });
    await pass(1);
    const refused = await refusal(client.create(service, asking('two', '10.77.0.8')));
    expect(refused.message).toContain('the provided network does not match the current range');
    await pass(30);
    await client.delete(service, { namespace: 'default', name: 'web' });
    await pass(30);
    const conditionOf = ({ status }: { status?: unknown }) =>
      (status as { conditions?: readonly { status: string; reason: string }[] }).conditions?.[0];
    const seen = evolution(simulation, 'ServiceCIDR', 'more', (object) => {
      const { status = '', reason = '' } = conditionOf(object as never) ?? {};
      return `${status} ${reason}`.trim();
    });
    expect(seen).toEqual([
      [0, 'True'],
      [1, 'False Terminating'],
    ]);
    expect((await client.list(serviceCidr)).items.map(({ metadata }) => metadata.name)).toEqual([
      'kubernetes',
    ]);
  });

  it('is unknown before 1.33', async () => {
    const { client } = await started(32);
    await expect(client.create(serviceCidr, cidr)).rejects.toThrow();
  });
});

describe('a class of attributes of volumes', () => {
  const claimOf = (volumeAttributesClassName: string) => ({
    metadata: { name: 'data', namespace: 'default' },
    spec: {
      ...{ accessModes: ['ReadWriteOnce'], storageClassName: 'none', volumeAttributesClassName },
      resources: { requests: { storage: '1Gi' } },
    },
  });
  const classOf = (name: string) => ({
    ...{ metadata: { name }, driverName: 'd.example.com', parameters: { a: 'b' } },
  });

  it('that is deleted stays until no claim names it any more', async () => {
    const { client, run: pass } = await started(34);
    const left = async (): Promise<readonly string[]> =>
      (await client.list(volumeAttributesClass)).items.map(({ metadata }) => metadata.name);
    for (const name of ['gold', 'silver', 'unused']) {
      await client.create(volumeAttributesClass, classOf(name) as never);
    }
    const claim = await client.create(persistentVolumeClaim, claimOf('gold') as never);
    await pass(1);
    for (const name of ['gold', 'silver', 'unused']) {
      await client.delete(volumeAttributesClass, { name });
    }
    await pass(1);
    expect(await left()).toEqual(['gold']);
    await client.delete(persistentVolumeClaim, claim.metadata);
    await pass(60);
    expect(await left()).toEqual([]);
  });

  it('that is deleted goes once the volume of the claim has another', async () => {
    const { client, run: pass } = await started(34);
    const left = async (): Promise<readonly string[]> =>
      (await client.list(volumeAttributesClass)).items.map(({ metadata }) => metadata.name);
    for (const name of ['gold', 'silver']) {
      await client.create(volumeAttributesClass, classOf(name) as never);
    }
    const { metadata } = await client.create(persistentVolumeClaim, claimOf('silver') as never);
    const has = async (currentVolumeAttributesClassName: string): Promise<void> => {
      const patch = {
        type: 'merge',
        body: { status: { currentVolumeAttributesClassName } },
      } as const;
      await client.patch(persistentVolumeClaim, metadata, patch, { subresource: 'status' });
      await pass(1);
    };
    await has('gold');
    await client.delete(volumeAttributesClass, { name: 'gold' });
    await pass(1);
    expect(await left()).toEqual(['gold', 'silver']);
    await has('silver');
    expect(await left()).toEqual(['silver']);
  });
});

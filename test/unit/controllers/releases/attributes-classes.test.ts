/** How long classes of attributes of volumes stay. */
import { afterEach, expect, it } from 'vitest';
import { persistentVolumeClaim, profileOf, volumeAttributesClass } from '#kinds';
import { simulate, type Simulation } from '../../../support/simulate.ts';

let run: Simulation | undefined;
afterEach(() => run?.stop());

const gold = { metadata: { name: 'gold' }, driverName: 'd.io', parameters: { a: 'b' } };
const claim = {
  metadata: { name: 'c', namespace: 'default' },
  spec: {
    ...{ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    ...{ storageClassName: '', volumeAttributesClassName: 'gold' },
  },
};

it('a class that is deleted stays until no claim names it', async () => {
  run = await simulate(1, { profile: profileOf(34) });
  const { client, run: pass } = run;
  const names = async () =>
    (await client.list(volumeAttributesClass)).items.map(({ metadata }) => metadata.name);
  await client.create(volumeAttributesClass, gold as never);
  await client.create(persistentVolumeClaim, claim as never);
  await pass(5);
  await client.delete(volumeAttributesClass, { name: 'gold' });
  await pass(5);
  expect(await names()).toEqual(['gold']);
  await client.delete(persistentVolumeClaim, claim.metadata);
  await pass(5);
  expect(await names()).toEqual([]);
});

it('a class that lost its protection gets it again', async () => {
  run = await simulate(1, { profile: profileOf(34) });
  const { client, run: pass } = run;
  const made = await client.create(volumeAttributesClass, gold as never);
  await client.update(volumeAttributesClass, {
    ...made,
    metadata: { ...made.metadata, finalizers: [] },
  });
  await pass(5);
  const { metadata } = await client.get(volumeAttributesClass, { name: 'gold' });
  expect(metadata.finalizers).toEqual(['kubernetes.io/vac-protection']);
});

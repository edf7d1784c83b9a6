import { expect, test } from 'vitest';
import { persistentVolume, persistentVolumeClaim } from '#kinds';
import { context } from '../../../support/api.ts';
import { admissionRig } from './rig.ts';

const spec = {
  accessModes: ['ReadWriteOnce'],
  capacity: { storage: '1Gi' },
  resources: { requests: { storage: '1Gi' } },
  hostPath: { path: '/a' },
};

test.each([
  [undefined, ['kubernetes.io/pvc-protection']],
  [['a.b/c'], ['a.b/c', 'kubernetes.io/pvc-protection']],
  [
    ['kubernetes.io/pvc-protection', 'a.b/c'],
    ['kubernetes.io/pvc-protection', 'a.b/c'],
  ],
])('a claim with finalizers %j gets %j', async (finalizers, all) => {
  const { api } = await admissionRig();
  const claim = { metadata: { name: 'c', finalizers }, spec };
  const { metadata } = await api.create(context, persistentVolumeClaim, claim as never, 'default');
  expect(metadata.finalizers).toEqual(all);
});

test('a volume is protected, until an update removes that', async () => {
  const { api } = await admissionRig();
  const volume = { metadata: { name: 'v' }, spec };
  const stored = await api.create(context, persistentVolume, volume as never);
  expect(stored.metadata.finalizers).toEqual(['kubernetes.io/pv-protection']);
  const free = { ...stored, metadata: { ...stored.metadata, finalizers: [] } };
  const { object } = await api.update(context, persistentVolume, { name: 'v' }, free);
  expect(object.metadata.finalizers).toBeUndefined();
});

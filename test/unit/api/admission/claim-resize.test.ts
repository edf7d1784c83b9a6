import { expect, test } from 'vitest';
import { persistentVolumeClaim } from '#kinds';
import { context, refusal } from '../../../support/api.ts';
import { admissionRig, inDefault } from './rig.ts';

const specOf = (storage: string, storageClassName?: string): object => ({
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage } },
  volumeMode: 'Filesystem',
  storageClassName,
});

/** The size of a claim of 1 Gi once it is to be 2 Gi. */
async function grow(phase: string, storageClassName?: string): Promise<unknown> {
  const rig = await admissionRig();
  const classes = 'storageclasses.storage.k8s.io';
  await rig.put(classes, { metadata: { name: 'growing' }, allowVolumeExpansion: true });
  await rig.put(classes, { metadata: { name: 'fixed' } });
  const stored = { metadata: { ...inDefault('c'), uid: 'u' }, status: { phase } };
  await rig.put('persistentvolumeclaims', { ...stored, spec: specOf('1Gi', storageClassName) });
  const claim = { ...stored, spec: specOf('2Gi', storageClassName) };
  const ref = { namespace: 'default', name: 'c' };
  const { object } = await rig.api.update(context, persistentVolumeClaim, ref, claim as never);
  return object.spec.resources?.requests;
}

test('a bound claim of a class that allows it grows', async () => {
  expect(await grow('Bound', 'growing')).toEqual({ storage: '2Gi' });
});

test.each(['fixed', 'unknown', undefined])('a bound claim of class %s does not', async (name) => {
  const error = await refusal(grow('Bound', name));
  expect(error).toMatchObject({
    code: 403,
    message:
      'persistentvolumeclaims "c" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
  });
});

test('a claim that is not bound is fixed', async () => {
  expect(await refusal(grow('Pending', 'growing'))).toMatchObject({
    code: 422,
    message: expect.stringContaining('spec is immutable after creation') as string,
  });
});

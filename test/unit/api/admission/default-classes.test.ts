import { describe, expect, test } from 'vitest';
import { ingress, persistentVolumeClaim } from '#kinds';
import type { Ingress, PersistentVolumeClaim } from '#types';
import { context, refusal } from '../../../support/api.ts';
import { admissionRig, type AdmissionRig } from './rig.ts';

const marked = { 'storageclass.kubernetes.io/is-default-class': 'true' };
const markedIngress = { 'ingressclass.kubernetes.io/is-default-class': 'true' };

async function rigWith(bucket: string, classes: Record<string, object>): Promise<AdmissionRig> {
  const rig = await admissionRig();
  for (const [name, annotations] of Object.entries(classes)) {
    await rig.put(bucket, { metadata: { name, annotations } });
  }
  return rig;
}

describe('a claim', () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const create = async (
    classes: Record<string, object>,
    more: object = {},
    annotations?: object,
  ): Promise<PersistentVolumeClaim> => {
    const { api } = await rigWith('storageclasses.storage.k8s.io', classes);
    const claim = { metadata: { name: 'c', annotations }, spec: { ...spec, ...more } };
    return api.create(context, persistentVolumeClaim, claim as never, 'default');
  };

  test.each<[what: string, classes: Record<string, object>, more: object, name: unknown]>([
    ['without classes', {}, {}, undefined],
    ['without a default class', { a: {} }, {}, undefined],
    ['with a default class', { a: {}, b: marked }, {}, 'b'],
    ['that names a class', { b: marked }, { storageClassName: 'a' }, 'a'],
    ['that wants no class', { b: marked }, { storageClassName: '' }, ''],
  ])('%s', async (_, classes, more, name) => {
    expect((await create(classes, more)).spec.storageClassName).toBe(name);
  });

  test('may name its class in the old annotation', async () => {
    const annotations = { 'volume.beta.kubernetes.io/storage-class': 'a' };
    const { spec: made } = await create({ b: marked }, {}, annotations);
    expect(made.storageClassName).toBeUndefined();
  });

  test('is refused where two classes are the default', async () => {
    const error = await refusal(create({ a: marked, b: marked, c: {} }));
    expect(error).toMatchObject({
      code: 403,
      message:
        'persistentvolumeclaims "c" is forbidden: Internal error occurred: 2 default StorageClasses were found',
    });
  });
});

describe('an ingress', () => {
  const spec = { defaultBackend: { service: { name: 's', port: { number: 80 } } } };
  const create = async (
    classes: Record<string, object>,
    more: object = {},
    annotations?: object,
  ): Promise<Ingress> => {
    const { api } = await rigWith('ingressclasses.networking.k8s.io', classes);
    const object = { metadata: { name: 'i', annotations }, spec: { ...spec, ...more } };
    return api.create(context, ingress, object as never, 'default');
  };

  test.each<[what: string, classes: Record<string, object>, more: object, name: unknown]>([
    ['without classes', {}, {}, undefined],
    ['without a default class', { a: {} }, {}, undefined],
    ['with a default class', { a: {}, b: markedIngress }, {}, 'b'],
    ['that names a class', { b: markedIngress }, { ingressClassName: 'a' }, 'a'],
  ])('%s', async (_, classes, more, name) => {
    expect((await create(classes, more)).spec.ingressClassName).toBe(name);
  });

  test('may name its class in the old annotation', async () => {
    const annotations = { 'kubernetes.io/ingress.class': 'a' };
    const { spec: made } = await create({ b: markedIngress }, {}, annotations);
    expect(made.ingressClassName).toBeUndefined();
  });

  test('is refused where two classes are the default', async () => {
    const error = await refusal(create({ a: markedIngress, b: markedIngress }));
    expect(error).toMatchObject({
      code: 403,
      message:
        'ingresses.networking.k8s.io "i" is forbidden: Internal error occurred: 2 default IngressClasses were found, only 1 allowed',
    });
  });
});

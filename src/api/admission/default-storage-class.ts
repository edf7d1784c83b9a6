import {
  isDefaultStorageClass,
  persistentVolumeClaim,
  resourceOf,
  storageClass,
  storageClassAnnotation,
} from '#kinds';
import type { PersistentVolumeClaim } from '#types';
import type { Store } from '#store';
import { defaultClassIn, type Classes } from './default-class.ts';
import { handlesObjectsOf, type AdmissionPlugin, type AdmissionRequest } from './plugin.ts';

const classes: Classes = {
  bucket: resourceOf(storageClass),
  isDefault: isDefaultStorageClass,
  several: (count) => `${count} default StorageClasses were found`,
};

/**
 * DefaultStorageClass: a claim that does not name a class gets the default one. An empty name is a
 * choice.
 */
export const defaultStorageClass: AdmissionPlugin = {
  name: 'DefaultStorageClass',
  handles: handlesObjectsOf(persistentVolumeClaim, 'CREATE'),

  mutate(object, _old, request, { store }) {
    const claim = object as PersistentVolumeClaim;
    const { metadata, spec } = claim;
    const isAnnotated = metadata.annotations?.[storageClassAnnotation] !== undefined;
    if (isAnnotated || spec.storageClassName != null || store.isEmpty(classes.bucket)) return claim;
    return withDefault(claim, store, request);
  },
};

async function withDefault(
  claim: PersistentVolumeClaim,
  store: Store,
  request: AdmissionRequest,
): Promise<PersistentVolumeClaim> {
  const storageClassName = await defaultClassIn(store, classes, request);
  if (storageClassName === undefined) return claim;
  return { ...claim, spec: { ...claim.spec, storageClassName } };
}

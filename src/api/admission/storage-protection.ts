import { claimProtection, persistentVolume, persistentVolumeClaim, volumeProtection } from '#kinds';
import type { KubeObject, ResourceName } from '#values';
import type { AdmissionPlugin } from './plugin.ts';

/**
 * StorageObjectInUseProtection: new claims and volumes get the finalizer that keeps them while they
 * are in use.
 */
export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',

  handles(kind, operation, subresource) {
    if (operation !== 'CREATE' || subresource !== undefined) return false;
    return finalizerOf(kind) !== undefined;
  },

  mutate(object, _old, { kind }) {
    return withFinalizer(object, finalizerOf(kind)!);
  },
};

function finalizerOf({ group, plural }: ResourceName): string | undefined {
  if (group !== '') return undefined;
  if (plural === persistentVolumeClaim.plural) return claimProtection;
  return plural === persistentVolume.plural ? volumeProtection : undefined;
}

function withFinalizer(object: KubeObject, finalizer: string): KubeObject {
  const { metadata } = object;
  const finalizers = metadata.finalizers ?? [];
  if (finalizers.includes(finalizer)) return object;
  return { ...object, metadata: { ...metadata, finalizers: [...finalizers, finalizer] } };
}

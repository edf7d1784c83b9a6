import {
  attributesClassProtection,
  claimProtection,
  persistentVolume,
  persistentVolumeClaim,
  volumeAttributesClass,
  volumeProtection,
} from '#kinds';
import type { KubeObject, Release, ResourceName } from '#values';
import type { AdmissionPlugin } from './plugin.ts';

/**
 * StorageObjectInUseProtection: new claims, volumes and classes of attributes get the finalizer that
 * keeps them while they are in use.
 */
export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',

  handles(kind, operation, subresource) {
    if (operation !== 'CREATE' || subresource !== undefined) return false;
    return finalizerOf(kind) !== undefined;
  },

  mutate(object, _old, { kind }, { rules }) {
    if (isClass(kind) && !protectsClasses(rules)) return object;
    return withFinalizer(object, finalizerOf(kind)!);
  },
};

function finalizerOf(kind: ResourceName): string | undefined {
  if (isClass(kind)) return attributesClassProtection;
  const { group, plural } = kind;
  if (group !== '') return undefined;
  if (plural === persistentVolumeClaim.plural) return claimProtection;
  return plural === persistentVolume.plural ? volumeProtection : undefined;
}

function isClass({ group, plural }: ResourceName): boolean {
  return group === volumeAttributesClass.group && plural === volumeAttributesClass.plural;
}

function protectsClasses(rules: Release): boolean {
  return rules.enabled('AttributesClassesProtected') && rules.enabled('VolumeAttributesClass');
}

function withFinalizer(object: KubeObject, finalizer: string): KubeObject {
  const { metadata } = object;
  const finalizers = metadata.finalizers ?? [];
  if (finalizers.includes(finalizer)) return object;
  return { ...object, metadata: { ...metadata, finalizers: [...finalizers, finalizer] } };
}

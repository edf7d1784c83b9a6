/** Rules about claims and volumes that validation, tables, quotas and controllers share. */
import { parseQuantity, quantityOf, type ExactQuantity } from '#values';
import type { ObjectMeta, PersistentVolume, PersistentVolumeClaim } from '#types';

/** The annotation for the storage class, from before the field: v1.24 still reads it first. */
export const storageClassAnnotation = 'volume.beta.kubernetes.io/storage-class';

/** Kept until the claim is not in use. */
export const claimProtection = 'kubernetes.io/pvc-protection';

/** Kept until the volume is not bound. */
export const volumeProtection = 'kubernetes.io/pv-protection';

/** Kept until no claim and no volume names the class of attributes. */
export const attributesClassProtection = 'kubernetes.io/vac-protection';

/** The class that a claim asks for; empty for none. */
export function classOfClaim({
  metadata,
  spec,
}: Pick<PersistentVolumeClaim, 'metadata' | 'spec'>): string {
  return classIn(metadata) ?? spec?.storageClassName ?? '';
}

/** The class of a volume; empty for none. */
export function classOfVolume({
  metadata,
  spec,
}: Pick<PersistentVolume, 'metadata' | 'spec'>): string {
  return classIn(metadata) ?? spec.storageClassName ?? '';
}

function classIn({ annotations }: Pick<ObjectMeta, 'annotations'>): string | undefined {
  return annotations?.[storageClassAnnotation];
}

/** How much storage a claim asks for. */
export function sizeOfClaim({ spec }: Pick<PersistentVolumeClaim, 'spec'>): ExactQuantity {
  const storage = spec.resources?.requests?.['storage'];
  return storage === undefined ? quantityOf(0) : parseQuantity(storage);
}

/** In the order of tables, not of the objects. */
const modeTexts: readonly (readonly [mode: string, text: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** `RWO,ROX`: access modes as tables show them. */
export function accessModesText(modes: readonly string[] = []): string {
  return modeTexts
    .filter(([mode]) => modes.includes(mode))
    .map(([, text]) => text)
    .join(',');
}

/** Metadata that writes to a part of an object leave as it is. */
import { withField } from '#values';
import type { ObjectMeta } from '#types';

export const fixedMetadata = [
  'annotations',
  'deletionTimestamp',
  'finalizers',
  'labels',
  'ownerReferences',
] as const;

/** Returns metadata with the fixed fields of those that are stored. */
export function withFixedMetadata(metadata: ObjectMeta, old: ObjectMeta): ObjectMeta {
  return fixedMetadata.reduce((result, name) => withField(result, name, old[name]), metadata);
}

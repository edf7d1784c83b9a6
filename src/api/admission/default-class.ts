/** The one class of a kind that is marked as the default. */
import { forbiddenObject } from '#values';
import type { ObjectMeta } from '#types';
import type { Store } from '#store';
import type { AdmissionRequest } from './plugin.ts';

/** Classes of a kind: where they are stored, and how one is marked. */
export interface Classes {
  readonly bucket: string;
  isDefault(metadata: ObjectMeta): boolean;
  /** For messages: `2 default StorageClasses were found`. */
  several(count: number): string;
}

/** Its name; undefined where there is none. @throws {ApiError} when there are several */
export async function defaultClassIn(
  store: Store,
  { bucket, isDefault, several }: Classes,
  { kind, name }: AdmissionRequest,
): Promise<string | undefined> {
  const { items } = await store.list(bucket);
  const marked = items.filter(({ metadata }) => isDefault(metadata));
  if (marked.length > 1) {
    throw forbiddenObject(kind, name, `Internal error occurred: ${several(marked.length)}`);
  }
  return marked[0]?.metadata.name;
}

import type { KubeObject } from '#values';
import type { Store } from '#store';

/** The objects of a bucket in a namespace, sorted by name; cheap where there are none. */
export async function listIn<T extends KubeObject>(
  store: Store,
  bucket: string,
  namespace: string,
): Promise<readonly T[]> {
  const { items } = await store.list(bucket, { prefix: `${namespace}/` });
  return items as readonly KubeObject[] as readonly T[];
}

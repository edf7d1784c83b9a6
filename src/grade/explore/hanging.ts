/** Objects that are being deleted, and never go. */
import type { Cluster } from '#kit';

export interface Hanging {
  /** `Site default/web` */
  readonly object: string;
  readonly finalizers: readonly string[];
}

/** @param resources whose objects count @returns those that a finalizer holds in deletion */
export async function hangingIn(
  cluster: Cluster,
  resources: readonly string[],
): Promise<readonly Hanging[]> {
  const found: Hanging[] = [];
  for (const resource of resources) {
    for (const { kind, metadata } of await cluster.list(resource)) {
      const { name, namespace, deletionTimestamp, finalizers = [] } = metadata;
      if (deletionTimestamp == null || finalizers.length === 0) continue;
      const place = namespace === undefined ? '' : `${namespace}/`;
      found.push({ object: `${kind} ${place}${name}`, finalizers });
    }
  }
  return found;
}

/** How objects are stored: all served forms of a kind share one bucket and one stored form. */
import { resourceOf, type Kind } from './kind.ts';
import type { KubeObject } from '#values';

/** Names a stored object: `default/agent` in `daemonsets.apps`. */
export interface ObjectKey {
  readonly bucket: string;
  /** `namespace/name`, or `name`. */
  readonly key: string;
}

/** Where the objects of a kind are stored, such as `daemonsets.apps`. */
export function bucketOf<T extends KubeObject>(kind: Kind<T>): string {
  return resourceOf(kind.storage?.kind ?? (kind as unknown as Kind));
}

export function objectKey<T extends KubeObject>(
  kind: Kind<T>,
  ref: { readonly namespace?: string | undefined; readonly name: string },
): ObjectKey {
  const key = kind.namespaced ? `${ref.namespace ?? 'default'}/${ref.name}` : ref.name;
  return { bucket: bucketOf(kind), key };
}

/** A stored object in the form of a kind, which may be another version of it. */
export function served<T extends KubeObject>(kind: Kind<T>, stored: KubeObject): T {
  if (kind.custom !== undefined) return kind.custom.read(stored);
  return kind.storage === undefined ? (stored as T) : kind.storage.fromStorage(stored);
}

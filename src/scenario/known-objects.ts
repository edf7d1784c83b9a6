/** The objects that a scenario creates: a step that names another one is probably a mistake. */
import type { Kind } from '#kinds';
import { DEFAULT_NAMESPACE } from './shape/reference.ts';

export class KnownObjects {
  /** Names by kind and namespace. */
  readonly #names = new Map<string, Set<string>>();

  add(kind: Kind, namespace: string | undefined, name: string): void {
    const bucket = bucketOf(kind, namespace);
    const names = this.#names.get(bucket) ?? new Set();
    this.#names.set(bucket, names.add(name));
  }

  delete(kind: Kind, namespace: string | undefined, name: string): void {
    this.#names.get(bucketOf(kind, namespace))?.delete(name);
  }

  names(kind: Kind, namespace: string | undefined): readonly string[] {
    return [...(this.#names.get(bucketOf(kind, namespace)) ?? [])];
  }
}

function bucketOf(kind: Kind, namespace: string = DEFAULT_NAMESPACE): string {
  return kind.namespaced ? `${kind.kind} ${namespace}` : kind.kind;
}

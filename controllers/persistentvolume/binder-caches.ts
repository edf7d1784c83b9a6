/** What the binder reads: the caches, and ahead of them its own writes. */
import { bindCompletedAnnotation } from '#kinds';
import { keyOf, type KubeObject } from '#values';
import type { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '#types';
import type { Lister } from '#runtime';

export interface BinderCaches {
  readonly claims: Latest<PersistentVolumeClaim>;
  readonly volumes: Latest<PersistentVolume>;
  readonly classes: Lister<StorageClass>;
  readonly pods: Lister<Pod>;
}

/** The objects of a cache, or newer versions of them that were written a moment ago. */
export class Latest<T extends KubeObject> {
  readonly #lister: Lister<T>;
  readonly #written = new Map<string, T>();

  constructor(lister: Lister<T>) {
    this.#lister = lister;
  }

  get size(): number {
    return this.#lister.size;
  }

  getByKey(key: string): T | undefined {
    const cached = this.#lister.getByKey(key);
    return cached === undefined ? undefined : this.#newer(key, cached);
  }

  list(): readonly T[] {
    const cached = this.#lister.list();
    if (this.#written.size === 0) return cached;
    return cached.map((object) => this.#newer(keyOf(object), object));
  }

  /** Remembers what was written until the cache shows it. */
  note(object: T): T {
    this.#written.set(keyOf(object), object);
    return object;
  }

  forget(key: string): void {
    this.#written.delete(key);
  }

  #newer(key: string, cached: T): T {
    const written = this.#written.get(key);
    if (written === undefined) return cached;
    if (versionOf(written) > versionOf(cached)) return written;
    this.#written.delete(key);
    return cached;
  }
}

function versionOf({ metadata }: KubeObject): number {
  return Number(metadata.resourceVersion);
}

/** Returns whether a claim still has to find a volume. */
export function isUnbound({ metadata }: PersistentVolumeClaim): boolean {
  return metadata.annotations?.[bindCompletedAnnotation] === undefined;
}

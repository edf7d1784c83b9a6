import { internalError, type KubeObject } from '#values';

/** Stored objects in the version of a resource, as a webhook converted them last. */
export class ConvertedObjects {
  readonly #apiVersion: string;
  readonly #converted = new WeakMap<KubeObject, KubeObject>();

  constructor(apiVersion: string) {
    this.#apiVersion = apiVersion;
  }

  /** Whether the object has another version. */
  isOther(stored: KubeObject): boolean {
    return stored.apiVersion !== this.#apiVersion;
  }

  /** Whether the object has another version, and is not converted yet. */
  lacks(stored: KubeObject): boolean {
    return this.isOther(stored) && !this.#converted.has(stored);
  }

  add(stored: KubeObject, converted: KubeObject): void {
    this.#converted.set(stored, converted);
  }

  /** @throws {ApiError} 500 for an object that is not converted */
  of(stored: KubeObject): KubeObject {
    if (!this.isOther(stored)) return stored;
    const converted = this.#converted.get(stored);
    if (converted !== undefined) return converted;
    const { kind, apiVersion, metadata } = stored;
    throw internalError(
      `${kind} ${metadata.name} was not converted from ${apiVersion} to ${this.#apiVersion}`,
    );
  }
}

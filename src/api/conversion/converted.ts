import { internalError, type KubeObject } from '#kinds';

/** Stored objects in the version of a resource, where a webhook converts them: each is kept as long as its original. */
export class ConvertedObjects {
  readonly #apiVersion: string;
  readonly #converted = new WeakMap<KubeObject, KubeObject>();

  constructor(apiVersion: string) {
    this.#apiVersion = apiVersion;
  }

  /** Whether the object has another version, and is not converted yet. */
  lacks(stored: KubeObject): boolean {
    return stored.apiVersion !== this.#apiVersion && !this.#converted.has(stored);
  }

  add(stored: KubeObject, converted: KubeObject): void {
    this.#converted.set(stored, converted);
  }

  /** @throws {ApiError} 500 for an object that is not converted */
  of(stored: KubeObject): KubeObject {
    if (stored.apiVersion === this.#apiVersion) return stored;
    const converted = this.#converted.get(stored);
    if (converted !== undefined) return converted;
    const { kind, apiVersion, metadata } = stored;
    throw internalError(
      `${kind} ${metadata.name} was not converted from ${apiVersion} to ${this.#apiVersion}`,
    );
  }
}

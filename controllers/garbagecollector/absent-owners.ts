import type { OwnerReference } from '#types';

/** How many are remembered, as in v1.24. */
const CAPACITY = 500;

/**
 * Owners that are known not to exist, so that a thousand dependents do not ask for the same one. A
 * uid never comes back.
 */
export class AbsentOwners {
  readonly #known = new Set<string>();

  /** `namespace` is that of the dependent; undefined for owners without one. */
  has(reference: OwnerReference, namespace: string | undefined): boolean {
    return this.#known.has(keyOf(reference, namespace));
  }

  add(reference: OwnerReference, namespace: string | undefined): void {
    this.#known.add(keyOf(reference, namespace));
    if (this.#known.size <= CAPACITY) return;
    for (const oldest of this.#known) {
      this.#known.delete(oldest);
      return;
    }
  }
}

function keyOf({ apiVersion, kind, name, uid }: OwnerReference, namespace = ''): string {
  return `${uid} ${apiVersion} ${kind} ${namespace} ${name}`;
}

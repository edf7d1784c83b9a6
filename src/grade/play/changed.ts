/** What the user's manifest (`--change`) has: what others do to it. */
import { isNotFound, type Cluster } from '#kit';
import { readValues } from '../case/read-text.ts';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

export class Changed {
  readonly #cluster: Cluster;
  readonly #objects: readonly Manifest[];

  /** @param manifest its text */
  constructor(cluster: Cluster, manifest: string) {
    this.#cluster = cluster;
    this.#objects = readValues(manifest, '--change') as readonly Manifest[];
  }

  async remove(): Promise<void> {
    for (const { kind, metadata } of this.#objects) {
      const { name, ...where } = placeOf(metadata);
      await this.#cluster.delete(kind, name, where).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    }
  }

  /** What is still there, in words. */
  async hanging(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { kind, metadata } of this.#objects) {
      const { name, ...where } = placeOf(metadata);
      try {
        const { finalizers = [] } = (await this.#cluster.get(kind, name, where)).metadata;
        const by =
          finalizers.length === 0 ? 'is still there' : `is held by ${finalizers.join(', ')}`;
        found.push(`${kind} ${name} ${by}`);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    return found;
  }

  async patch(body: Readonly<Record<string, unknown>>): Promise<void> {
    for (const { kind, metadata } of this.#objects) {
      const { name, ...where } = placeOf(metadata);
      await this.#cluster.patch(kind, name, body, { ...where, type: 'merge' });
    }
  }
}

function placeOf({ name, namespace }: Manifest['metadata']) {
  return namespace === undefined ? { name } : { name, namespace };
}

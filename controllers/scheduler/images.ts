/** Which images are on which nodes. */
import type { ContainerImage, Node } from '#types';

interface Spread {
  /** Bytes, as some node said. */
  size: number;
  /** On how many nodes it is. */
  nodes: number;
}

export class Images {
  readonly #known = new Map<string, Spread>();

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  add({ status }: Node): void {
    for (const [name, size] of imagesOf(status.images)) {
      const spread = this.#known.get(name);
      if (spread === undefined) this.#known.set(name, { size, nodes: 1 });
      else spread.nodes += 1;
    }
  }

  remove({ status }: Node): void {
    for (const [name] of imagesOf(status.images)) {
      const spread = this.#known.get(name)!;
      spread.nodes -= 1;
      if (spread.nodes === 0) this.#known.delete(name);
    }
  }

  /** What having an image is worth: its size, the less the fewer nodes have it. Bytes. */
  worth(name: string, nodeCount: number): number {
    const spread = this.#known.get(name);
    return spread === undefined ? 0 : Math.trunc(spread.size * (spread.nodes / nodeCount));
  }
}

/** Each name that a node has an image by, once, with its size. */
function imagesOf(images: readonly ContainerImage[] | undefined): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { names, sizeBytes } of images ?? []) {
    for (const name of names ?? []) sizes.set(name, Number(sizeBytes ?? 0));
  }
  return sizes;
}

/** With the tag that it has when it says none. */
export function withTag(image: string): string {
  return image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;
}

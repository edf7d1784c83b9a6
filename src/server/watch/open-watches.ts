import type { Kind } from '#kinds';

export interface OpenWatch {
  /** What is watched. */
  readonly kind: Kind;
  /** Resolves when the stream has ended. */
  end(): Promise<void>;
}

/** The watches that are open, so that they can be counted and ended. */
export class OpenWatches {
  readonly #open = new Set<OpenWatch>();

  get size(): number {
    return this.#open.size;
  }

  [Symbol.iterator](): Iterator<OpenWatch> {
    return this.#open.values();
  }

  add(watch: OpenWatch): void {
    this.#open.add(watch);
  }

  delete(watch: OpenWatch): void {
    this.#open.delete(watch);
  }

  /**
   * Ends all of them as a time-out would: clients go on from where they are elsewhere, or later.
   * Resolves when what they had to tell is told.
   */
  async endAll(): Promise<void> {
    await Promise.all([...this.#open].map((watch) => watch.end()));
  }
}

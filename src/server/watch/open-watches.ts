import type { Kind } from '#kinds';

export interface OpenWatch {
  /** The kind that is watched. */
  readonly kind: Kind;
  /** Resolves when the stream has ended. */
  end(): Promise<void>;
}

/** The open watches, to count and to end them. */
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
   * Ends all of them as a timeout would: clients resume elsewhere or later from where they are.
   * Resolves when their pending events are sent.
   */
  async endAll(): Promise<void> {
    await Promise.all([...this.#open].map((watch) => watch.end()));
  }
}

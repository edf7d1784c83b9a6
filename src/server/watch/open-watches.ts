/** The watches that are open, so that they can be counted and ended. */
export class OpenWatches {
  readonly #open = new Set<{ end(): void }>();

  get size(): number {
    return this.#open.size;
  }

  add(watch: { end(): void }): void {
    this.#open.add(watch);
  }

  delete(watch: { end(): void }): void {
    this.#open.delete(watch);
  }

  /** Ends all of them as a time-out would: clients go on from where they are elsewhere, or later. */
  endAll(): void {
    for (const watch of [...this.#open]) watch.end();
  }
}

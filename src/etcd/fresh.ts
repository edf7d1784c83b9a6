/**
 * Shares an action among those who ask for it: each is answered by one that began after it asked,
 * and at most one is under way.
 */
export class Fresh {
  readonly #act: () => Promise<void>;
  #running: Promise<void> | undefined;
  #queued: Promise<void> | undefined;

  constructor(act: () => Promise<void>) {
    this.#act = act;
  }

  next(): Promise<void> {
    this.#queued ??= this.#after(this.#running);
    return this.#queued;
  }

  async #after(last: Promise<void> | undefined): Promise<void> {
    // What went wrong was reported to those who had asked for it.
    await last?.catch(() => undefined);
    this.#running = this.#queued;
    this.#queued = undefined;
    await this.#act();
  }
}

/**
 * Where writes wait while the history is full of what readers that hold the clock have not read.
 */
import { Log } from './log.ts';

export class Gate {
  readonly #isFull: () => boolean;
  readonly #turn: () => Promise<void>;
  readonly #waiting = new Log<() => void>();
  /** Rises when a reader reads. */
  #reads = 0;
  #isWatched = false;

  /** @param turn resolves after a turn of the event loop, in which readers read if they can */
  constructor(isFull: () => boolean, turn: () => Promise<void>) {
    this.#isFull = isFull;
    this.#turn = turn;
  }

  /** Whether a write has to wait: for readers, or for writes that came before it. */
  get isClosed(): boolean {
    return this.#isAwaited || this.#isFull();
  }

  /** Does a write as soon as there is room, after those that already wait. */
  pass<T>(write: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.append(() => {
        try {
          resolve(write());
        } catch (error) {
          reject(error as Error);
        }
      });
      if (!this.#isWatched) void this.#watch();
    });
  }

  /** A reader has read, or has ended: lets writes pass while there is room. */
  open(): void {
    this.#reads++;
    this.#passWhileRoom();
  }

  /** Lets all pass. */
  openWide(): void {
    while (this.#isAwaited) this.#waiting.shift()();
  }

  #passWhileRoom(): void {
    while (this.#isAwaited && !this.#isFull()) this.#waiting.shift()();
  }

  get #isAwaited(): boolean {
    return this.#waiting.end > this.#waiting.first;
  }

  /**
   * A reader that writes before its next read waits for its own write. So when a whole turn goes by
   * and none has read, one write passes. It may be the one for which the history gives up on its
   * readers: then there is room for the others.
   */
  async #watch(): Promise<void> {
    this.#isWatched = true;
    while (this.#isAwaited) {
      const reads = this.#reads;
      await this.#turn();
      if (!this.#isAwaited || reads !== this.#reads) continue;
      this.#waiting.shift()();
      this.#passWhileRoom();
    }
    this.#isWatched = false;
  }
}

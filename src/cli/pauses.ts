import type { WallTimers } from '#clock';

/** Pauses by the machine's time that end together when nothing is waited for any more. */
export class Pauses {
  readonly #timers: WallTimers;
  #isOver = false;
  #end: () => void = () => undefined;
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve;
  });

  constructor(timers: WallTimers) {
    this.#timers = timers;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async pause(ms: number): Promise<undefined> {
    let cancel: () => void = () => undefined;
    const passed = new Promise<void>((resolve) => {
      cancel = this.#timers.after(ms, resolve);
    });
    await Promise.race([passed, this.#ended]);
    cancel();
    return undefined;
  }

  /** Ends those under way, and all that follow. */
  end(): void {
    this.#isOver = true;
    this.#end();
  }
}

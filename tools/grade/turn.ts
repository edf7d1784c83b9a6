/** When another trial may begin. */
import { machineWall } from '#clock';

/** How long the process is watched, how late it may be then, and how often that is tried. */
const watchMs = 50;
const lateMs = 30;
const most = 50;

/** Lets trials begin one after the other, as fast as this process, which has all servers, keeps up. */
export class Turn {
  #last: Promise<void> = Promise.resolve();

  take(): Promise<void> {
    return (this.#last = this.#last.then(() => this.#roomy()));
  }

  async #roomy(): Promise<void> {
    for (let i = 0; i < most; i++) {
      const began = machineWall.now();
      await machineWall.sleep(watchMs, new AbortController().signal);
      if (machineWall.now() - began < watchMs + lateMs) return;
    }
  }
}

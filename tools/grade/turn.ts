/** When another trial may begin. */
import { machineWall } from '#clock';

/** How long the process is watched, about as long as a start keeps a core busy; how late it may be; how often that is tried. */
const watchMs = 250;
const lateMs = 25;
const most = 20;

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

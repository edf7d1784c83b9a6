import type { KubeObject } from '#values';
import type { Watch, WatchEvent } from '#request';

/** A watch that is opened while its reader waits. */
export class LateWatch implements Watch<KubeObject> {
  readonly #opening: Promise<Watch<KubeObject>>;
  #isStopped = false;

  constructor(opening: Promise<Watch<KubeObject>>) {
    this.#opening = opening;
  }

  async next(): Promise<readonly WatchEvent[]> {
    const watch = await this.#opening;
    return this.#isStopped ? [] : watch.next();
  }

  stop(): void {
    this.#isStopped = true;
    this.#opening.then((watch) => watch.stop()).catch(() => undefined);
  }
}

/** Changes as records show them: without heartbeats. */
import type { KubeObject } from '#values';
import type { Change } from '#store';

/**
 * Leaves out heartbeats (repetitions), which say only that their writer is alive. A change that comes after some
 * is reported as one from the version before them, as if there had been none. Takes changes in order.
 */
export class WithoutHeartbeats {
  /** By bucket and key: objects whose latest versions are heartbeats, as they were reported before these. */
  readonly #before = new Map<string, Map<string, KubeObject>>();

  /** The change as it is reported; undefined for a heartbeat. */
  of(change: Change): Change | undefined {
    const { bucket, key, type } = change;
    if (change.isRepetition === true) {
      this.#leaveOut(change);
      return undefined;
    }
    const left = this.#before.get(bucket);
    const previous = left?.get(key);
    if (previous === undefined) return change;
    left!.delete(key);
    if (type !== 'deleted') return { ...change, previous };
    const { resourceVersion } = change.value.metadata;
    const metadata = { ...previous.metadata, resourceVersion };
    return { ...change, previous, value: { ...previous, metadata } };
  }

  #leaveOut(change: Change): void {
    const { bucket, key } = change;
    let left = this.#before.get(bucket);
    if (left === undefined) this.#before.set(bucket, (left = new Map<string, KubeObject>()));
    // Of consecutive heartbeats only the first has a previous object that was reported. That of the
    // others is a heartbeat too, and is made when it is first read: here it is not read.
    if (!left.has(key)) left.set(key, change.previous!);
  }
}

import type { KubeObject } from '#values';
import type { ChangeEvent } from '#request';
import type { WallTimers } from '#clock';

type Events = readonly ChangeEvent[];

interface Batch {
  readonly last: KubeObject;
  readonly length: number;
  readonly filter: string;
  readonly bytes: Buffer;
}

/**
 * The bytes of batches of events. Watches of the same objects receive the same batch in the same
 * turn of the event loop: it is encoded once, and dropped when the turn ends.
 */
export class SharedBatches {
  readonly #timers: WallTimers;
  readonly #batches = new Map<KubeObject, Batch>();

  constructor(timers: WallTimers) {
    this.#timers = timers;
  }

  /** @param filter what selects the events: watches with different filters share nothing */
  bytesOf(events: Events, filter: string, make: (events: Events) => Buffer): Buffer {
    const first = events[0]!.object;
    const last = events.at(-1)!.object;
    const known = this.#batches.get(first);
    // A filter picks the same events between the same two: so ends and length identify a batch.
    if (known?.last === last && known.length === events.length && known.filter === filter) {
      return known.bytes;
    }
    const bytes = make(events);
    if (this.#batches.size === 0) void this.#timers.turn().then(() => this.#batches.clear());
    this.#batches.set(first, { last, length: events.length, filter, bytes });
    return bytes;
  }
}

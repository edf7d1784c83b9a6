/** Metrics of a work queue: the figures that client-go reports of its queues. */
import type { Millis } from '#clock';

/** In seconds: client-go's. */
const bounds: readonly number[] = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10];

/** Durations, counted by how long they were. */
export class Durations {
  readonly bounds = bounds;
  /** How many were no longer than the bound of the same place, and longer than the one before. */
  readonly buckets: number[] = bounds.map(() => 0);
  count = 0;
  /** All together. */
  seconds = 0;

  add(ms: Millis): void {
    this.count++;
    const seconds = ms / 1000;
    this.seconds += seconds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++;
    if (bucket < bounds.length) this.buckets[bucket]!++;
  }
}

/** Continues when its controller is restarted. */
export class QueueMeter {
  readonly name: string;
  /** Keys that wait to be worked on. */
  depth = 0;
  adds = 0;
  /** Keys that were put off: after failures, and until something is due. */
  retries = 0;
  /** Virtual time from being added to being worked on. */
  readonly waits = new Durations();
  /** Virtual time of the work itself. */
  readonly works = new Durations();

  constructor(name: string) {
    this.name = name;
  }
}

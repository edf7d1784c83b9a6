import type { Clock, Millis } from '#clock';
import { formatMicroTime, Lru } from '#values';
import type { EventCorrelator, EventWrite } from './event-correlator.ts';
import type { NewEvent } from './event-object.ts';

const REMEMBERED = 4_096;
/** An event that has not recurred for so long starts a new series. */
const FINISHED_AFTER_MS = 360_000;
/** A continuing series is written so often. */
const REFRESH_MS = 1_800_000;

/** An event that may come again, and how often it has. */
interface Series {
  event: NewEvent;
  /** How often it came again. */
  count: number;
  last: Millis;
  /** When it was last written. */
  written: Millis;
}

/**
 * Correlates events of the newer form, as the scheduler's recorder does in v1.24: the first
 * repetition opens a series on the event, of count 1; later ones are counted in memory and written
 * every half hour. Unlike v1.24 it needs no timers: a series that ends does not have its last count
 * written, and is over after exactly 6 minutes, not 6 to 12. The message does not distinguish
 * events.
 */
export class SeriesCorrelator implements EventCorrelator {
  readonly #clock: Clock;
  /** How many events of a series are left out of its count. */
  readonly #uncounted: number;
  readonly #series = new Lru<Series>(REMEMBERED);

  constructor(clock: Clock, countsFirst = false) {
    this.#clock = clock;
    this.#uncounted = countsFirst ? 0 : 1;
  }

  correlate(event: NewEvent): EventWrite | undefined {
    const key = keyOf(event);
    const now = this.#clock.now();
    const known = this.#series.get(key);
    if (known === undefined || now - known.last > FINISHED_AFTER_MS) {
      const begun: Series = { event, count: 0, last: now, written: now };
      this.#series.set(key, begun);
      return { event, renamed: (name) => rename(begun, name) };
    }
    known.count++;
    known.last = now;
    if (known.count > 1 && now - known.written < REFRESH_MS) return undefined;
    known.written = now;
    const series = {
      count: known.count + 1 - this.#uncounted,
      lastObservedTime: formatMicroTime(now),
    };
    const renamed = (name: string): void => rename(known, name);
    return { event: { ...known.event, series }, patch: { series }, renamed };
  }
}

function rename(series: Series, name: string): void {
  series.event = { ...series.event, metadata: { ...series.event.metadata, name } };
}

function keyOf(event: NewEvent): string {
  const about = event.involvedObject;
  const object = `${about.apiVersion}/${about.kind}/${about.namespace}/${about.name}/${about.uid}`;
  const state = `${about.resourceVersion}/${about.fieldPath}`;
  return `${event.reportingComponent}/${object}/${state}/${event.type}/${event.reason}/${event.action}`;
}

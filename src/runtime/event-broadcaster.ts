/** Records a controller's events: correlates them and writes them in order, in the background. */
import type { Clock } from '#clock';
import { event as eventKind } from '#kinds';
import { isAlreadyExists, isNamespaceTerminating, isNotFound } from '#values';
import type { Client } from '#request';
import { CoreEventCorrelator, type EventCorrelator, type EventWrite } from './event-correlator.ts';
import { EventMaker, type EventSourceOptions, type NewEvent } from './event-object.ts';
import { SeriesCorrelator } from './event-series.ts';
import type { EventRecorder } from './events.ts';
import { Fifo } from './fifo.ts';

/** How often another name is tried when one is taken. */
const NAMES_TRIED = 3;

export interface EventBroadcasterOptions extends EventSourceOptions {
  /** Whether a series counts its first event, too. Default: no. */
  readonly countsFirst?: boolean;
  /** Called for lost events, unless their namespace is deleted or being deleted. */
  readonly onError: (error: unknown) => void;
}

interface PendingEvent {
  readonly client: Client;
  readonly event: NewEvent;
}

/** The state of event correlation, and the queue of events to be written. One per run. */
export class EventBroadcaster {
  readonly #clock: Clock;
  readonly #holder: string;
  readonly #maker: EventMaker;
  readonly #correlator: EventCorrelator;
  readonly #onError: (error: unknown) => void;
  readonly #pending = new Fifo<PendingEvent>();
  #writing = false;
  #stopped = false;

  constructor(options: EventBroadcasterOptions) {
    this.#clock = options.clock;
    this.#holder = `${options.component} events`;
    this.#onError = options.onError;
    this.#maker = new EventMaker(options);
    this.#correlator =
      options.style === 'core'
        ? new CoreEventCorrelator(options.clock, this.#maker.names)
        : new SeriesCorrelator(options.clock, options.countsFirst);
  }

  /** A recorder whose events are written through the client, and so carry its origin. */
  recorder(client: Client): EventRecorder {
    return {
      event: (regarding, type, reason, message, options) => {
        if (this.#stopped) return;
        const event = this.#maker.make(regarding, { type, reason, message }, options);
        this.#pending.push({ client, event });
        if (!this.#writing) void this.#writeAll();
      },
    };
  }

  /** Drops what is not written yet, and all later events. */
  stop(): void {
    this.#stopped = true;
    this.#pending.clear();
  }

  /** One after the other: a later event may count up an earlier one. */
  async #writeAll(): Promise<void> {
    this.#writing = true;
    const release = this.#clock.hold(this.#holder);
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      try {
        const write = this.#correlator.correlate(next.event);
        if (write !== undefined) await writeEvent(next.client, write, this.#maker);
      } catch (error) {
        const expected = this.#stopped || isNamespaceTerminating(error) || isNotFound(error);
        if (!expected) this.#onError(error);
      }
    }
    this.#writing = false;
    release();
  }
}

/** Counts up an event that is there; one that has expired meanwhile is created again. */
async function writeEvent(client: Client, write: EventWrite, maker: EventMaker): Promise<void> {
  if (write.patch !== undefined) {
    try {
      await client.patch(eventKind, write.event.metadata, { type: 'merge', body: write.patch });
      return;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  await createEvent(client, write, maker);
}

async function createEvent(client: Client, write: EventWrite, maker: EventMaker): Promise<void> {
  let { event } = write;
  for (let tried = 1; ; tried++) {
    try {
      await client.create(eventKind, event);
      return;
    } catch (error) {
      if (!isAlreadyExists(error) || tried === NAMES_TRIED) throw error;
    }
    const name = maker.names.next(event.involvedObject.name ?? '');
    event = { ...event, metadata: { ...event.metadata, name } };
    write.renamed(name);
  }
}

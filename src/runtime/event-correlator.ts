/**
 * What happens to an event, given earlier ones: written as a new object, as a higher
 * count on an old one, or not at all. Mirrors client-go's correlator for core events.
 */
import type { Clock, Millis } from '#clock';
import { Lru } from '#values';
import type { EventNames, NewEvent } from './event-object.ts';
import { TokenBucket } from './token-bucket.ts';

/** How many sources, kinds of event and events are remembered, each. */
const REMEMBERED = 4_096;
/** From this number on, different messages of one kind of event are combined into one. */
const AGGREGATE_FROM = 10;
const AGGREGATE_GAP_MS = 600_000;
const AGGREGATE_PREFIX = '(combined from similar events): ';
/** The budget of one source for one object: 25 events, and one more every 5 minutes. */
const SPAM_LIMIT = { burst: 25, refillMs: 300_000 };

/** How to write an event. */
export interface EventWrite {
  /** The whole event, for when it has to be created. */
  readonly event: NewEvent;
  /** What to change of the event of that name; absent: it is new. */
  readonly patch?: object;
  /** Called when it had to be created under another name. */
  readonly renamed: (name: string) => void;
}

export interface EventCorrelator {
  /** Undefined: it is not to be written. */
  correlate(event: NewEvent): EventWrite | undefined;
}

/** An event as last written. */
interface Written {
  name: string;
  readonly count: number;
  readonly firstTimestamp: string | undefined;
}

/** Messages seen of one kind of event about one object. */
interface Similar {
  readonly messages: Set<string>;
  last: Millis;
}

export class CoreEventCorrelator implements EventCorrelator {
  readonly #clock: Clock;
  readonly #names: EventNames;
  readonly #similar = new Lru<Similar>(REMEMBERED);
  readonly #written = new Lru<Written>(REMEMBERED);
  readonly #buckets = new Lru<TokenBucket>(REMEMBERED);

  constructor(clock: Clock, names: EventNames) {
    this.#clock = clock;
    this.#names = names;
  }

  /** As in client-go, an event too many is not written, but counted: the next one shows it. */
  correlate(event: NewEvent): EventWrite | undefined {
    const source = sourceKey(event);
    const kind = similarKey(source, event);
    const write = this.#isOneOfMany(event, kind)
      ? this.#count(this.#combined(event), kind)
      : this.#count(event, eventKey(kind, event));
    return this.#mayWrite(source) ? write : undefined;
  }

  /** Whether this is (at least) the 10th message of its kind, with no long gap between them. */
  #isOneOfMany(event: NewEvent, key: string): boolean {
    const now = this.#clock.now();
    let similar = this.#similar.get(key);
    if (similar === undefined || now - similar.last > AGGREGATE_GAP_MS) {
      similar = { messages: new Set(), last: now };
      this.#similar.set(key, similar);
    }
    const { messages } = similar;
    messages.add(event.message ?? '');
    similar.last = now;
    if (messages.size < AGGREGATE_FROM) return false;
    // client-go evicts any one of them; we evict the oldest, so that runs are reproducible.
    for (const oldest of messages) {
      messages.delete(oldest);
      break;
    }
    return true;
  }

  #combined(event: NewEvent): NewEvent {
    const name = this.#names.next(event.involvedObject.name ?? '');
    const message = `${AGGREGATE_PREFIX}${event.message ?? ''}`;
    return { ...event, metadata: { ...event.metadata, name }, message };
  }

  #count(event: NewEvent, key: string): EventWrite {
    const before = this.#written.get(key);
    const count = (before?.count ?? 0) + 1;
    const firstTimestamp = before?.firstTimestamp ?? event.firstTimestamp;
    const written: Written = { name: before?.name ?? event.metadata.name, count, firstTimestamp };
    this.#written.set(key, written);
    const renamed = (name: string): void => void (written.name = name);
    if (before === undefined) return { event, renamed };
    const { lastTimestamp, message } = event;
    const metadata = { ...event.metadata, name: before.name };
    return {
      event: { ...event, metadata, count, firstTimestamp },
      patch: { count, lastTimestamp, message },
      renamed,
    };
  }

  #mayWrite(key: string): boolean {
    const now = this.#clock.now();
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) this.#buckets.set(key, (bucket = new TokenBucket(SPAM_LIMIT, now)));
    return bucket.tryTake(now);
  }
}

/** Returns the source and the object. */
function sourceKey({ source, involvedObject: about }: NewEvent): string {
  const object = `${about.apiVersion}/${about.kind}/${about.namespace}/${about.name}/${about.uid}`;
  return `${source?.component}/${source?.host}/${object}`;
}

/** Also the kind of event. */
function similarKey(sourceKey: string, { type, reason }: NewEvent): string {
  return `${sourceKey}/${type}/${reason}`;
}

/** Also the part of the object, and the message. */
function eventKey(similarKey: string, { involvedObject, message }: NewEvent): string {
  return `${similarKey}/${involvedObject.fieldPath}/${message}`;
}

/** Events as they are first made, in either of their two forms, and their names. */
import type { Clock, Millis } from '#clock';
import { fnv1a32, formatMicroTime, formatTime } from '#values';
import type { Event, ObjectReference } from '#types';
import type { EventOptions, EventTarget } from './events.ts';

/** The namespace of events about objects without one. */
const NAMESPACE_OF_CLUSTER = 'default';
/** The machine that controllers run on, in events of the newer form. */
const CONTROLLER_HOST = 'control-plane';

/** An event to be created. */
export type NewEvent = Omit<Event, 'apiVersion' | 'kind' | 'metadata'> & {
  readonly metadata: { readonly name: string; readonly namespace: string };
};

export type EventStyle = 'core' | 'series';

/** Who records, and how. */
export interface EventSourceOptions {
  readonly clock: Clock;
  /** The controller's actor. */
  readonly component: string;
  readonly style: EventStyle;
  /** Whether events of the older form name the reporter as the newer do. Default: no. */
  readonly namesReporter?: boolean;
}

export interface EventText {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** Makes the events of one source. */
export class EventMaker {
  readonly #source: EventSourceOptions;
  readonly names: EventNames;

  constructor(source: EventSourceOptions) {
    this.#source = source;
    this.names = new EventNames(source);
  }

  make(
    regarding: EventTarget,
    { type, reason, message }: EventText,
    options: EventOptions = {},
  ): NewEvent {
    const { component, style, clock, namesReporter } = this.#source;
    const involvedObject = referenceTo(regarding);
    const namespace = involvedObject.namespace ?? NAMESPACE_OF_CLUSTER;
    const metadata = { name: this.names.next(regarding.metadata.name), namespace };
    const { host, action, related } = options;
    if (style === 'core') {
      const time = formatTime(clock.now());
      return {
        metadata,
        involvedObject,
        type,
        reason,
        message,
        source: host === undefined ? { component } : { component, host },
        count: 1,
        firstTimestamp: time,
        lastTimestamp: time,
        ...(namesReporter === true && {
          reportingComponent: component,
          reportingInstance: host ?? '',
        }),
      };
    }
    return {
      metadata,
      involvedObject,
      type,
      reason,
      message,
      ...(action !== undefined && { action }),
      ...(related !== undefined && { related: referenceTo(related) }),
      eventTime: formatMicroTime(clock.now()),
      reportingComponent: component,
      reportingInstance: `${component}-${host ?? CONTROLLER_HOST}`,
    };
  }
}

const NANOS_PER_MS = 1_000_000n;
/** Of a millisecond's nanoseconds every component begins at one of 1,000 places. */
const PLACES = 1_000;

/**
 * Names of events: `OBJECT.` and the time in nanoseconds, in hexadecimal. While virtual time stands
 * still a counter continues it. Components begin at different nanoseconds, so that two events about
 * one object at one instant rarely get the same name.
 */
export class EventNames {
  readonly #clock: Clock;
  readonly #offset: number;
  #at: Millis | undefined;
  #count = 0;

  constructor({ clock, component }: Pick<EventSourceOptions, 'clock' | 'component'>) {
    this.#clock = clock;
    this.#offset = (fnv1a32(component) % PLACES) * PLACES;
  }

  next(objectName: string): string {
    const now = this.#clock.now();
    if (now !== this.#at) this.#count = 0;
    this.#at = now;
    const nanos = BigInt(now) * NANOS_PER_MS + BigInt(this.#offset + this.#count++);
    return `${objectName}.${nanos.toString(16)}`;
  }
}

function referenceTo(target: EventTarget): ObjectReference {
  const { apiVersion, kind, metadata } = target;
  const { name, namespace, uid } = metadata;
  const reference: { -readonly [K in keyof ObjectReference]: ObjectReference[K] } = {
    apiVersion,
    kind,
    name,
  };
  if (namespace !== undefined) reference.namespace = namespace;
  if (uid !== undefined) reference.uid = uid;
  if ('resourceVersion' in metadata) reference.resourceVersion = metadata.resourceVersion;
  if ('fieldPath' in target) reference.fieldPath = target.fieldPath;
  return reference;
}

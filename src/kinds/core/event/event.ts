/** Events: what controllers report about objects, in the core group and in a group of their own. */
import { ageOf, column, wide } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import type { Kind } from '../../object/kind.ts';
import { fillAbsent, omitUnset, checkDns1123Subdomain, checkPathSegment } from '#values';
import { servedVersion, type ServedVersion } from '../../object/served-version.ts';
import type { Event as EventV1 } from '#types/events-v1';
import type { Event, ObjectReference } from '#types';
import { validateEvent, validateNewEvent, validateNewEventUpdate } from './validate-event.ts';

/** As the API server's `--event-ttl`: one hour. */
const ttlMs = 3_600_000;

/** v1.24 prints these even when they are unknown: times as null, which the types leave out. */
const printedAlways = {
  source: {},
  firstTimestamp: null,
  lastTimestamp: null,
  eventTime: null,
  reportingComponent: '',
  reportingInstance: '',
} as object;

export const event = defineKind<Event>({
  group: '',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
  names: { shortNames: ['ev'] },
  wire: {
    createOnUpdate: true,
    defaultPropagation: 'None',
    ttlMs,
    uncached: true,
    selectableFields: {
      'involvedObject.kind': (object) => object.involvedObject.kind ?? '',
      'involvedObject.namespace': (object) => object.involvedObject.namespace ?? '',
      'involvedObject.name': (object) => object.involvedObject.name ?? '',
      'involvedObject.uid': (object) => object.involvedObject.uid ?? '',
      'involvedObject.apiVersion': (object) => object.involvedObject.apiVersion ?? '',
      'involvedObject.resourceVersion': (object) => object.involvedObject.resourceVersion ?? '',
      'involvedObject.fieldPath': (object) => object.involvedObject.fieldPath ?? '',
      reason: (object) => object.reason ?? '',
      reportingComponent: (object) => object.reportingComponent ?? '',
      source: (object) => object.source?.component || object.reportingComponent || '',
      type: (object) => object.type ?? '',
    },
  },
  rules: {
    defaults: (object) => complete(fillAbsent(object, { involvedObject: {} })),
    // For old clients, names need not be domain names.
    validateName: checkPathSegment,
    validate: validateEvent,
    validateUpdate: validateEvent,
    metadataChecks: 'last',
  },
  table: {
    unnamedRows: true,
    columns: [
      column('Last Seen', 'string', 'Time since it happened last.', lastSeen),
      column('Type', 'string', 'Normal or Warning.', (object) => object.type ?? ''),
      column(
        'Reason',
        'string',
        'Why it was recorded, in one word.',
        (object) => object.reason ?? '',
      ),
      column('Object', 'string', 'What it is about.', (object) =>
        targetText(object.involvedObject),
      ),
      wide(
        column('Subobject', 'string', 'Which part of the object it is about.', (object) => {
          return object.involvedObject?.fieldPath ?? '';
        }),
      ),
      wide(column('Source', 'string', 'Who recorded it.', sourceText)),
      column('Message', 'string', 'What happened.', (object) => (object.message ?? '').trim()),
      wide(column('First Seen', 'string', 'Time since it happened first.', firstSeen)),
      wide(column('Count', 'string', 'How often it happened.', countOf)),
      {
        ...column<Event>('Name', 'string', 'Name of the event.', (object) => object.metadata.name),
        format: 'name',
        priority: 1,
      },
    ],
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
});

/** Events in a group of their own, which names some fields differently. */
const ofEventsGroup: Omit<ServedVersion<EventV1, Event>, 'version'> = {
  group: 'events.k8s.io',
  names: { internalGroup: '' },
  toStorage({
    regarding = {},
    note,
    deprecatedSource,
    deprecatedFirstTimestamp,
    deprecatedLastTimestamp,
    deprecatedCount,
    reportingController,
    ...same
  }: EventV1): Event {
    return complete({
      ...same,
      involvedObject: regarding,
      message: note,
      source: deprecatedSource,
      firstTimestamp: deprecatedFirstTimestamp,
      lastTimestamp: deprecatedLastTimestamp,
      count: deprecatedCount,
      reportingComponent: reportingController,
    });
  },
  fromStorage({
    involvedObject,
    message,
    source,
    firstTimestamp,
    lastTimestamp,
    count,
    reportingComponent,
    eventTime,
    series,
    ...same
  }): EventV1 {
    const own: EventV1 = {
      ...same,
      eventTime: eventTime!,
      ...(series && { series: series as EventV1['series'] }),
      regarding: involvedObject,
      note: message,
      deprecatedSource: source,
      deprecatedFirstTimestamp: firstTimestamp,
      deprecatedLastTimestamp: lastTimestamp,
      deprecatedCount: count,
      reportingController: reportingComponent,
    };
    const texts = ['note', 'reportingController', 'reportingInstance'] as const;
    return omitUnset(own, [...texts, 'deprecatedCount']);
  },
  wire: {
    selectableFields: {
      ...renamed(event.wire.selectableFields!, 'involvedObject.', 'regarding.'),
      reason: event.wire.selectableFields!['reason']!,
      reportingController: event.wire.selectableFields!['reportingComponent']!,
      type: event.wire.selectableFields!['type']!,
    },
  },
};

/** Its checks are stricter than those of the core group. */
export const eventOfEventsGroup: Kind<EventV1> = servedVersion(event, {
  ...ofEventsGroup,
  version: 'v1',
  rules: {
    metadataChecks: undefined,
    validateName: checkDns1123Subdomain,
    validate: validateNewEvent,
    validateUpdate: validateNewEventUpdate,
  },
});

export const eventBeta: Kind<EventV1> = servedVersion(event, {
  ...ofEventsGroup,
  version: 'v1beta1',
});

/** The fields that start with the prefix, renamed to start with `instead`. */
function renamed<T>(
  fields: Readonly<Record<string, T>>,
  prefix: string,
  instead: string,
): Readonly<Record<string, T>> {
  const found = Object.entries(fields).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(
    found.map(([name, field]) => [instead + name.slice(prefix.length), field]),
  );
}

/** Adds what v1.24 always prints. */
function complete(object: Event): Event {
  return fillAbsent(object, printedAlways);
}

function firstSeen(object: Event, now: number): string {
  return ageOf(object.firstTimestamp || object.eventTime, now);
}

function lastSeen(object: Event, now: number): string {
  if (object.series) return ageOf(object.series.lastObservedTime, now);
  return object.lastTimestamp ? ageOf(object.lastTimestamp, now) : firstSeen(object, now);
}

function countOf({ series, count }: Event): number {
  return series ? (series.count ?? 0) : count || 1;
}

/** `pod/agent-x7k2p` */
function targetText({ kind = '', name }: ObjectReference): string {
  return name ? `${kind.toLowerCase()}/${name}` : kind.toLowerCase();
}

function sourceText({ source, reportingComponent, reportingInstance }: Event): string {
  const component = source?.component || reportingComponent || '';
  const instance = source?.host || reportingInstance || '';
  return instance === '' ? component : `${component}, ${instance}`;
}

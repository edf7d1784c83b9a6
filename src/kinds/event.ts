/** Events of the core group: what controllers say about objects. */
import { ageOf, column, wide } from './columns.ts';
import { defineKind } from './define-kind.ts';
import { fillAbsent } from './meta/change.ts';
import { invalid, show, type FieldError } from './meta/field-errors.ts';
import { validateMetadataUpdate } from './meta/validate-metadata.ts';
import type { Event, ObjectReference } from './types/index.ts';

/** As the API server's `--event-ttl`: one hour. */
const ttlMs = 3_600_000;
/** Where events about objects without a namespace live. */
const defaultNamespace = 'default';

/** v1.24 prints these even when they are not known; times as null, which the types leave out. */
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
  shortNames: ['ev'],
  namespaced: true,
  subresources: [],
  createOnUpdate: true,
  ttlMs,
  defaults: (object) => fillAbsent(fillAbsent(object, { involvedObject: {} }), printedAlways),
  validate: validateNamespaces,
  *validateUpdate(object, old) {
    yield* validateMetadataUpdate(object.metadata, old.metadata);
    yield* validateNamespaces(object);
  },
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
    column('Object', 'string', 'What it is about.', (object) => targetText(object.involvedObject)),
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
});

/** An event lives beside its object, or in `default` when that has no namespace. */
function* validateNamespaces({ metadata, involvedObject }: Event): Iterable<FieldError> {
  const about = involvedObject.namespace ?? '';
  const expected = about || defaultNamespace;
  if (metadata.namespace === expected) return;
  yield invalid('involvedObject.namespace', show(about), 'does not match event.namespace');
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

/** Checks of events. */
import {
  utf8Length,
  invalid,
  invalidFor,
  required,
  goOf,
  inGo,
  show,
  type FieldErrors,
  semanticEqual,
  showStruct,
  showTime,
  checkQualifiedName,
  type Shown,
  shownNull,
} from '#values';
import {
  validateMetadataUpdate,
  validateSame,
  validateUnchanged,
} from '../../object/validate-metadata.ts';
import type { Event, EventSource, ObjectReference } from '#types';

/** The namespace of events about objects without one; newer events may also be in the system's. */
const defaultNamespace = 'default';
const systemNamespace = 'kube-system';

/** The maximum lengths, in bytes. */
const longest = { reportingInstance: 128, action: 128, reason: 128, message: 1024 } as const;

/** Rules for all events. Those with an `eventTime` are of the newer form, which has more rules. */
export function validateEvent(errors: FieldErrors, event: Event): void {
  const about = event.involvedObject.namespace ?? '';
  if (!isAllowedNamespace(event, about)) {
    errors.push(invalid('involvedObject.namespace', show(about), 'does not match event.namespace'));
  }
  if (event.eventTime == null) return;
  const controller = event.reportingComponent ?? '';
  if (controller === '') errors.push(required('reportingController'));
  invalidFor(
    errors,
    'reportingController',
    controller,
    checkQualifiedName(controller, errors.release),
  );
  for (const field of ['reportingInstance', 'action', 'reason'] as const) {
    if (!event[field]) errors.push(required(field));
    validateLength(errors, event[field], field);
  }
  validateLength(errors, event.message, 'message');
}

/** An event that is created in the events group. */
export function validateNewEvent(errors: FieldErrors, event: Event): void {
  validateEvent(errors, event);
  validateSeries(errors, event);
  if (event.eventTime == null) errors.push(required('eventTime'));
  if (event.type !== 'Normal' && event.type !== 'Warning') {
    errors.push(invalid('type', '""', `has invalid value: ${event.type ?? ''}`));
  }
  const { firstTimestamp, lastTimestamp, count, source } = event;
  const old = { firstTimestamp, lastTimestamp, count, source: source?.component || source?.host };
  for (const [field, value] of Object.entries(old)) {
    if (value) errors.push(invalid(field, '""', 'needs to be unset'));
  }
}

/** An event that is updated in the events group: only its series may change. */
export function validateNewEventUpdate(errors: FieldErrors, event: Event, old: Event): void {
  validateEvent(errors, event);
  validateMetadataUpdate(errors, event.metadata, old.metadata);
  if (!semanticEqual(event.series, old.series)) validateSeries(errors, event);
  const same = (field: TextField, as: string = field): void =>
    validateSame(errors, event[field], old[field], as);
  const unchanged = <K extends keyof Event>(field: K, shown: (value: Event[K]) => Shown): void =>
    validateUnchanged(errors, event[field], old[field], field, shown);
  unchanged('involvedObject', showReference);
  same('reason');
  same('message');
  unchanged('source', showSource);
  unchanged('firstTimestamp', showInstant);
  unchanged('lastTimestamp', showInstant);
  unchanged('count', (count) => String(count ?? 0));
  same('reason');
  same('type');
  unchanged('eventTime', showMicroTime);
  same('action');
  unchanged('related', (related) => (related == null ? shownNull : showReference(related)));
  same('reportingComponent', 'reportingController');
  same('reportingInstance');
}

type TextField =
  'reason' | 'message' | 'type' | 'action' | 'reportingComponent' | 'reportingInstance';

/**
 * An event must be in the namespace of its object; one of the newer form may be anywhere if the
 * object has a namespace.
 */
function isAllowedNamespace({ metadata, eventTime }: Event, about: string): boolean {
  const { namespace } = metadata;
  if (eventTime == null) return namespace === (about || defaultNamespace);
  return about !== '' || namespace === defaultNamespace || namespace === systemNamespace;
}

function validateLength(
  errors: FieldErrors,
  text: string | undefined,
  field: keyof typeof longest,
): void {
  const most = longest[field];
  if (utf8Length(text ?? '') > most) {
    errors.push(invalid(field, '""', `can have at most ${most} characters`));
  }
}

function validateSeries(errors: FieldErrors, { series }: Event): void {
  if (series == null) return;
  if ((series.count ?? 0) < 2) errors.push(invalid('series.count', '""', 'should be at least 2'));
  if (series.lastObservedTime == null) errors.push(required('series.lastObservedTime'));
}

function showReference(reference: ObjectReference): Shown {
  return showStruct('core.ObjectReference', [
    ['Kind', show(reference.kind ?? '')],
    ['Namespace', show(reference.namespace ?? '')],
    ['Name', show(reference.name ?? '')],
    ['UID', show(reference.uid ?? '')],
    ['APIVersion', show(reference.apiVersion ?? '')],
    ['ResourceVersion', show(reference.resourceVersion ?? '')],
    ['FieldPath', show(reference.fieldPath ?? '')],
  ]);
}

function showSource(source: EventSource | undefined): Shown {
  return showStruct('core.EventSource', [
    ['Component', show(source?.component ?? '')],
    ['Host', show(source?.host ?? '')],
  ]);
}

/** Also for an unknown time. */
function showInstant(time: string | undefined | null): Shown {
  return time == null ? inGo(goOf(showTime('0001-01-01T00:00:00Z')), null) : showTime(time);
}

/** Shows an instant that is written with its microseconds. */
function showMicroTime(time: string | undefined | null): Shown {
  if (time == null) return showInstant(time);
  const [whole = '', fraction = ''] = time.replace('Z', '').split('.');
  return inGo(goOf(showTime(time)), `${whole}.${fraction.slice(0, 6).padEnd(6, '0')}Z`);
}

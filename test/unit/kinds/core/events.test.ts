import { describe, expect, it } from 'vitest';
import { event, eventOfEventsGroup, columnsOf, defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import { parseTime } from '#values';
import type { Event, eventsV1 } from '#types';
import { context, created, errorsOf, messages, texts } from '../samples.ts';

const eventTime = '2022-01-01T00:00:00.500000Z';
const metadata = { name: 'e', namespace: 'x' };

/** An event as controllers record them today. */
const newEvent = (rest: object = {}): eventsV1.Event =>
  ({
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata,
    eventTime,
    type: 'Normal',
    reason: 'Scheduled',
    action: 'Binding',
    note: 'all is well',
    regarding: { kind: 'Pod', name: 'p', namespace: 'x' },
    reportingController: 'default-scheduler',
    reportingInstance: 'me',
    ...rest,
  }) as unknown as eventsV1.Event;

const { toStorage, fromStorage } = eventOfEventsGroup.storage!;
const stored = (rest: object = {}): Event => toStorage(newEvent(rest)) as Event;
const errors = (rest: object): readonly string[] =>
  texts((errors) => eventOfEventsGroup.rules.validate!(errors, stored(rest) as never, context));
const updateErrors = (rest: object, old: object = {}): readonly string[] =>
  texts((errors) =>
    eventOfEventsGroup.rules.validateUpdate!(
      errors,
      stored(rest) as never,
      stored(old) as never,
      context,
    ),
  );

describe('events of events.k8s.io', () => {
  it('are those of the core group by other names', () => {
    expect(stored()).toEqual({
      apiVersion: 'v1',
      kind: 'Event',
      metadata,
      eventTime,
      type: 'Normal',
      reason: 'Scheduled',
      action: 'Binding',
      message: 'all is well',
      involvedObject: { kind: 'Pod', name: 'p', namespace: 'x' },
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      reportingComponent: 'default-scheduler',
      reportingInstance: 'me',
    });
    const registry = new KindRegistry(defaultProfile);
    expect(registry.byResource('events.k8s.io', 'v1', 'events')).toBe(eventOfEventsGroup);
    expect(registry.byName('events')).toBe(event);
    expect(registry.byName('ev.events.k8s.io')).toBe(eventOfEventsGroup);
  });

  it('print what they do not know', () => {
    const old = { kind: 'Pod', namespace: 'x' };
    const given = { apiVersion: 'v1', kind: 'Event', metadata, involvedObject: old, count: 3 };
    const served = fromStorage(created(event, given as unknown as Event));
    expect(served).toEqual({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata,
      eventTime: null,
      regarding: old,
      deprecatedSource: {},
      deprecatedFirstTimestamp: null,
      deprecatedLastTimestamp: null,
      deprecatedCount: 3,
    });
    expect(toStorage(served)).toEqual(created(event, given as unknown as Event));
  });

  it('come back as they were', () => {
    const series = { count: 2, lastObservedTime: eventTime };
    const related = { kind: 'Node', name: 'n' };
    const whole = fromStorage(stored({ series, related }));
    expect(whole).toMatchObject(newEvent({ series, related }));
    expect(fromStorage(toStorage(whole))).toEqual(whole);
  });

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ regarding: { kind: 'Pod', namespace: 'elsewhere' } }, []],
    [
      { regarding: { kind: 'Node' } },
      ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
    ],
    [{ eventTime: undefined }, ['eventTime: Required value']],
    [{ type: 'Odd' }, ['type: Invalid value: "": has invalid value: Odd']],
    [
      { action: undefined, reason: '', reportingInstance: 'i'.repeat(129), note: 'n'.repeat(1025) },
      [
        'reportingInstance: Invalid value: "": can have at most 128 characters',
        'action: Required value',
        'reason: Required value',
        'message: Invalid value: "": can have at most 1024 characters',
      ],
    ],
    [
      { reportingController: '' },
      [
        'reportingController: Required value',
        'reportingController: Invalid value: "": name part must be non-empty',
        `reportingController: Invalid value: "": ${messages.name}`,
      ],
    ],
    [
      { series: { count: 1 } },
      [
        'series.count: Invalid value: "": should be at least 2',
        'series.lastObservedTime: Required value',
      ],
    ],
    [
      { deprecatedCount: 1, deprecatedSource: { host: 'h' }, deprecatedFirstTimestamp: eventTime },
      [
        'firstTimestamp: Invalid value: "": needs to be unset',
        'count: Invalid value: "": needs to be unset',
        'source: Invalid value: "": needs to be unset',
      ],
    ],
  ])('%j', (rest, expected) => {
    expect(errors(rest)).toEqual(expected);
  });

  it.each<[object, readonly string[]]>([
    [{ series: { count: 2, lastObservedTime: eventTime } }, []],
    [{ note: 'other' }, ['message: Invalid value: "other": field is immutable']],
    [
      { reason: 'Other' },
      Array(2).fill('reason: Invalid value: "Other": field is immutable') as string[],
    ],
    [
      { eventTime: '2022-01-01T00:00:01.250000Z', deprecatedCount: 2 },
      [
        'count: Invalid value: 2: field is immutable',
        'eventTime: Invalid value: 2022-01-01 00:00:01.25 +0000 UTC: field is immutable',
      ],
    ],
    [
      { regarding: { kind: 'Pod', namespace: 'x' }, deprecatedSource: { host: 'h' } },
      [
        'involvedObject: Invalid value: core.ObjectReference{Kind:"Pod", Namespace:"x", Name:"", UID:"", APIVersion:"", ResourceVersion:"", FieldPath:""}: field is immutable',
        'source: Invalid value: core.EventSource{Component:"", Host:"h"}: field is immutable',
      ],
    ],
    [
      { reportingController: 'other' },
      ['reportingController: Invalid value: "other": field is immutable'],
    ],
  ])('updated with %j', (rest, expected) => {
    expect(updateErrors(rest)).toEqual(expected);
  });

  it('may keep a wrong series, and get no other', () => {
    const series = { count: 1 };
    const faults = [
      'series.count: Invalid value: "": should be at least 2',
      'series.lastObservedTime: Required value',
    ];
    expect(updateErrors({ series }, { series })).toEqual([]);
    expect(updateErrors({ series })).toEqual(faults);
    expect(updateErrors({ series }, { series: { count: 0 } })).toEqual(faults);
  });

  it('leave out what they lose', () => {
    expect(
      updateErrors({}, { related: { kind: 'Node' }, deprecatedLastTimestamp: eventTime }),
    ).toEqual([
      'lastTimestamp: Invalid value: 0001-01-01 00:00:00 +0000 UTC: field is immutable',
      'related: Invalid value: "null": field is immutable',
    ]);
  });

  it('are shown and selected as the others are', () => {
    const now = parseTime('2022-01-01T00:01:00Z');
    const cells = columnsOf(eventOfEventsGroup).map((column) => column.cell(newEvent(), now));
    expect(cells).toEqual(columnsOf(event).map((column) => column.cell(stored(), now)));
    const fields = eventOfEventsGroup.wire.selectableFields!;
    expect(Object.keys(fields).sort()).toEqual(
      [
        ...['apiVersion', 'fieldPath', 'kind', 'name', 'namespace', 'resourceVersion', 'uid'].map(
          (field) => `regarding.${field}`,
        ),
        ...['reason', 'reportingController', 'type'],
      ].sort(),
    );
    expect(fields['regarding.name']!(stored() as never)).toBe('p');
    expect(fields['reportingController']!(stored() as never)).toBe('default-scheduler');
  });
});

describe('names of events', () => {
  it('are freer in the core group', () => {
    const named = (name: string): object => ({ metadata: { name, namespace: 'x' } });
    expect(errorsOf(event, stored(named('A_b')))).toEqual([]);
    expect(errorsOf(event, stored(named('a/b')))).toEqual([
      `metadata.name: Invalid value: "a/b": may not contain '/'`,
    ]);
    expect(eventOfEventsGroup.rules.validateName!('A_b')).toEqual([messages.subdomain]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { CoreEventCorrelator } from '../../../src/runtime/event-correlator.ts';
import { parseTime } from '#values';
import { EventMaker, type NewEvent } from '../../../src/runtime/event-object.ts';
import { SeriesCorrelator } from '../../../src/runtime/event-series.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const start = parseTime('2026-01-01T00:00:00Z');
const regarding = (name: string, resourceVersion = '7') => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion },
});

describe('EventMaker', () => {
  it('makes events of the core form', () => {
    const clock = new FakeClock(start + 1_500);
    const maker = new EventMaker({ clock, component: 'kubelet', style: 'core' });
    const text = { type: 'Normal' as const, reason: 'Started', message: 'Started container app' };
    expect(maker.make(regarding('web'), text, { host: 'node-1' })).toEqual({
      metadata: { name: expect.stringMatching(/^web\.[0-9a-f]{16}$/), namespace: 'default' },
      involvedObject: {
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        namespace: 'default',
        name: 'web',
        uid: 'uid-web',
        resourceVersion: '7',
      },
      ...text,
      source: { component: 'kubelet', host: 'node-1' },
      count: 1,
      firstTimestamp: '2026-01-01T00:00:01Z',
      lastTimestamp: '2026-01-01T00:00:01Z',
    });
  });

  it('makes events of the newer form', () => {
    const clock = new FakeClock(start + 1_500);
    const maker = new EventMaker({ clock, component: 'default-scheduler', style: 'series' });
    const text = { type: 'Normal' as const, reason: 'Scheduled', message: 'Successfully assigned' };
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, fieldPath: 'spec' };
    expect(maker.make(node, text, { action: 'Binding', host: 'h' })).toEqual({
      metadata: { name: expect.stringMatching(/^n\./), namespace: 'default' },
      involvedObject: { apiVersion: 'v1', kind: 'Node', name: 'n', fieldPath: 'spec' },
      ...text,
      action: 'Binding',
      eventTime: '2026-01-01T00:00:01.500000Z',
      reportingComponent: 'default-scheduler',
      reportingInstance: 'default-scheduler-h',
    });
  });

  it('gives each event of an instant a name of its own, the same in every run', () => {
    const names = () => {
      const clock = new FakeClock(start);
      const maker = new EventMaker({ clock, component: 'kubelet', style: 'core' });
      const made = Array.from({ length: 50 }, () => maker.names.next('web'));
      clock.advance(1);
      return [...made, maker.names.next('web')];
    };
    expect(new Set(names()).size).toBe(51);
    expect(names()).toEqual(names());
    const nanos = BigInt(`0x${names()[0]!.slice('web.'.length)}`);
    expect(nanos / 1_000_000n).toBe(BigInt(start));
  });

  it('keeps the names of different sources apart', () => {
    const clock = new FakeClock(start);
    const first = (component: string) =>
      new EventMaker({ clock, component, style: 'core' }).names.next('web');
    const sources = ['kubelet', 'default-scheduler', 'daemonset-controller', 'job-controller'];
    expect(new Set(sources.map(first)).size).toBe(sources.length);
  });
});

describe('CoreEventCorrelator', () => {
  let clock: FakeClock;
  let maker: EventMaker;
  let correlator: CoreEventCorrelator;
  beforeEach(() => {
    clock = new FakeClock(start);
    maker = new EventMaker({ clock, component: 'daemonset-controller', style: 'core' });
    correlator = new CoreEventCorrelator(clock, maker.names);
  });
  const event = (message: string, about = 'web', reason = 'SuccessfulCreate'): NewEvent =>
    maker.make(regarding(about), { type: 'Normal', reason, message });

  it('counts what comes again, keeping its first time', () => {
    const first = correlator.correlate(event('a'))!;
    expect(first.patch).toBeUndefined();
    clock.advance(60_000);
    const again = correlator.correlate(event('a'))!;
    expect(again.patch).toEqual({
      count: 2,
      lastTimestamp: '2026-01-01T00:01:00Z',
      message: 'a',
    });
    expect(again.event).toEqual({
      ...first.event,
      count: 2,
      lastTimestamp: '2026-01-01T00:01:00Z',
    });
    expect(correlator.correlate(event('a'))!.patch).toMatchObject({ count: 3 });
  });

  it('tells objects, reasons, messages and parts apart', () => {
    const part = {
      ...event('a'),
      involvedObject: { ...event('a').involvedObject, fieldPath: 'x' },
    };
    const different = [event('a'), event('b'), event('a', 'db'), event('a', 'web', 'Other'), part];
    for (const one of different) expect(correlator.correlate(one)!.patch).toBeUndefined();
  });

  it('combines from the 10th different message on, with a count of its own', () => {
    for (let i = 1; i <= 9; i++) {
      expect(correlator.correlate(event(`pod ${i}`))!.event.message).toBe(`pod ${i}`);
    }
    const tenth = correlator.correlate(event('pod 10'))!;
    expect(tenth.patch).toBeUndefined();
    expect(tenth.event).toMatchObject({
      count: 1,
      message: '(combined from similar events): pod 10',
    });
    const eleventh = correlator.correlate(event('pod 11'))!;
    expect(eleventh.event.metadata.name).toBe(tenth.event.metadata.name);
    expect(eleventh.patch).toMatchObject({
      count: 2,
      message: '(combined from similar events): pod 11',
    });
    // A message still remembered is not a different one: it is counted as before.
    expect(correlator.correlate(event('pod 9'))!.patch).toMatchObject({
      count: 2,
      message: 'pod 9',
    });
    // Other reasons are not affected.
    const other = correlator.correlate(event('pod 12', 'web', 'SuccessfulDelete'))!;
    expect(other.event.message).toBe('pod 12');
  });

  it('combines again after a gap of more than 10 minutes', () => {
    const tenth = (gapMs: number): string => {
      const fresh = new CoreEventCorrelator(clock, maker.names);
      for (let i = 1; i <= 9; i++) fresh.correlate(event(`pod ${i}`));
      clock.advance(gapMs);
      return fresh.correlate(event('pod 10'))!.event.message!;
    };
    expect(tenth(600_000)).toMatch(/^\(combined/);
    expect(tenth(600_001)).toBe('pod 10');
  });

  it('lets one source write 25 events of an object, then one every 5 minutes, and counts the rest', () => {
    const written = (count: number): number[] => {
      const counts: number[] = [];
      for (let i = 0; i < count; i++) {
        const write = correlator.correlate(event('a'));
        if (write !== undefined) counts.push(write.event.count!);
      }
      return counts;
    };
    expect(written(30)).toHaveLength(25);
    clock.advance(299_000);
    expect(written(1)).toEqual([]);
    clock.advance(1_000);
    expect(written(2)).toEqual([32]);
    expect(correlator.correlate(event('a', 'db'))!.event.count).toBe(1);
  });

  it('counts up the event under the name it was created by', () => {
    const first = correlator.correlate(event('a'))!;
    first.renamed('web.other');
    expect(correlator.correlate(event('a'))!.event.metadata.name).toBe('web.other');
  });
});

describe('SeriesCorrelator', () => {
  let clock: FakeClock;
  let maker: EventMaker;
  let correlator: SeriesCorrelator;
  beforeEach(() => {
    clock = new FakeClock(start);
    maker = new EventMaker({ clock, component: 'default-scheduler', style: 'series' });
    correlator = new SeriesCorrelator(clock);
  });
  const event = (message = '0/4 nodes are available', version?: string): NewEvent =>
    maker.make(
      regarding('web', version),
      { type: 'Warning', reason: 'FailedScheduling', message },
      { action: 'Scheduling' },
    );

  it('opens a series at the first repetition and writes it again after half an hour', () => {
    const first = correlator.correlate(event())!;
    expect(first.event.series).toBeUndefined();
    clock.advance(60_000);
    const second = correlator.correlate(event('other words'))!;
    const series = { count: 1, lastObservedTime: '2026-01-01T00:01:00.000000Z' };
    expect(second.patch).toEqual({ series });
    expect(second.event).toEqual({ ...first.event, series });
    const written: unknown[] = [];
    for (let i = 0; i < 31; i++) {
      clock.advance(60_000);
      const write = correlator.correlate(event());
      if (write !== undefined) written.push(write.event.series!.count);
    }
    expect(written).toEqual([31]);
  });

  it('takes another state of the object, or a return after 6 minutes, for a new event', () => {
    correlator.correlate(event());
    expect(correlator.correlate(event(undefined, '8'))!.patch).toBeUndefined();
    clock.advance(360_000);
    expect(correlator.correlate(event())!.patch).toBeDefined();
    clock.advance(360_001);
    expect(correlator.correlate(event())!.patch).toBeUndefined();
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { namespaceTerminating, parseTime } from '#values';
import type { Event } from '#types';
import { EventBroadcaster } from '../../../src/runtime/event-broadcaster.ts';
import { FakeClock, microtasks } from '../../support/fake-clock.ts';
import { FakeApi } from './fake-api.ts';

const web = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'web', namespace: 'default', uid: 'u1' },
};

describe('EventBroadcaster', () => {
  let clock: FakeClock;
  let api: FakeApi;
  let errors: unknown[];
  const make = () => {
    const onError = (error: unknown) => void errors.push(error);
    return new EventBroadcaster({ clock, component: 'test-controller', style: 'core', onError });
  };
  let broadcaster: EventBroadcaster;
  beforeEach(() => {
    clock = new FakeClock(parseTime('2026-01-01T00:00:00Z'));
    api = new FakeApi();
    errors = [];
    broadcaster = make();
  });
  const record = (message: string, actor = 'test-controller', from = broadcaster): void =>
    from.recorder(api.as({ actor })).event(web, 'Normal', 'Happened', message);
  const stored = () => api.all('events') as unknown as Event[];

  it('writes in order, one after the other, with the origin of each recorder', async () => {
    record('a', 'first');
    record('a', 'second');
    record('b', 'third');
    await microtasks(30);
    const writes = api.calls.map(({ verb, origin }) => `${verb} ${origin.actor}`);
    expect(writes).toEqual(['create first', 'patch second', 'create third']);
    expect(stored().map(({ message, count }) => [message, count])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });

  it('holds the clock until all is written', async () => {
    let pass: () => void = () => undefined;
    api.gate = () => new Promise((resolve) => (pass = resolve));
    record('a');
    record('b');
    await microtasks();
    expect(clock.holds('test-controller events')).toBe(1);
    expect(api.calls).toHaveLength(1);
    pass();
    await microtasks();
    expect(clock.holds()).toBe(1);
    pass();
    await microtasks();
    expect(clock.holds()).toBe(0);
    expect(stored()).toHaveLength(2);
  });

  it('creates an expired event again, with its count', async () => {
    record('a');
    await microtasks(20);
    const { name } = stored()[0]!.metadata;
    api.remove('events', `default/${name}`);
    record('a');
    await microtasks(20);
    expect(stored()).toMatchObject([{ metadata: { name }, count: 2 }]);
  });

  it('takes another name when one is taken, and stays with it', async () => {
    record('a', 'x', make());
    await microtasks(20);
    record('a');
    await microtasks(20);
    record('a');
    await microtasks(20);
    expect(stored().map(({ count }) => count)).toEqual([1, 2]);
    expect(errors).toEqual([]);
  });

  it('drops what is rejected and continues; a namespace that goes away is not reported', async () => {
    const refusals = [
      namespaceTerminating({ group: '', plural: 'events' }, '', 'default'),
      new Error('no'),
    ];
    api.gate = () => {
      const refusal = refusals.shift();
      if (refusal !== undefined) throw refusal;
    };
    for (const message of ['a', 'b', 'c']) record(message);
    await microtasks(30);
    expect(stored().map(({ message }) => message)).toEqual(['c']);
    expect(errors).toEqual([new Error('no')]);
  });

  it('writes nothing more once stopped', async () => {
    let pass: () => void = () => undefined;
    api.gate = () => new Promise((resolve) => (pass = resolve));
    record('a');
    record('b');
    await microtasks();
    broadcaster.stop();
    record('c');
    pass();
    await microtasks(20);
    expect(api.calls).toHaveLength(1);
    expect(clock.holds()).toBe(0);
  });
});

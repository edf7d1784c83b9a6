/** Timers of subjects and of leases: set when they are wanted, gone when they are not. */
import { expect, it } from 'vitest';
import type { Table } from '../../../src/pool/table/compile.ts';
import { Interpreter, type Subject } from '../../../src/pool/table/interpreter.ts';
import { Leases, type LeaseHolder } from '../../../src/pool/node/leases.ts';
import type { WorkQueue } from '#runtime';
import { FakeClock } from '../../support/fake-clock.ts';
import { makeNode } from './objects.ts';

/** Two states that follow each other every second, and by an event. */
const turns: Table<Subject> = {
  initial: 0,
  states: [0, 1].map((index) => {
    const rows = [{ guard: undefined, target: 1 - index, actions: [] }];
    return {
      name: `state ${index}`,
      ...{ entry: [], exit: [] },
      on: new Map([['next', rows]]),
      after: [{ delay: () => 1000, rows, event: { type: 'after' } }],
    };
  }),
};

it('a subject has the timers of its state, and no others', () => {
  const clock = new FakeClock(0);
  const interpreter = new Interpreter(turns, clock);
  const subject: Subject = { state: 0, timers: undefined, timerOptions: { name: 'x' } };
  interpreter.stop(subject);
  for (let n = 1; n <= 5; n++) {
    interpreter.send(subject, { type: 'next' });
    expect([subject.state, subject.timers?.length]).toEqual([n % 2, 1]);
    expect(clock.timers()).toHaveLength(1);
  }
  clock.advance(1000);
  expect([subject.state, subject.timers?.length]).toEqual([0, 1]);
  interpreter.send(subject, { type: 'other' });
  expect(interpreter.stateOf(subject)).toBe('state 0');
  interpreter.stop(subject);
  expect([subject.timers, clock.timers()]).toEqual([undefined, []]);
});

it('leases are renewed from the start of their node to its stop, and nothing is stopped twice', () => {
  const clock = new FakeClock(0);
  const queued: string[] = [];
  const renewed: string[] = [];
  const queue = { add: (key: string) => void queued.push(key) } as unknown as WorkQueue;
  const leases = new Leases<LeaseHolder>(clock, queue, {
    onRenewal: ({ node }) => void renewed.push(node.metadata.name),
  });
  const holder = (name: string): LeaseHolder => ({ node: makeNode(name), lease: undefined });
  const [a, b, never] = [holder('a'), holder('b'), holder('never')];
  leases.stop(never, true);
  expect([queued, clock.timers()]).toEqual([[], []]);
  leases.start(a);
  leases.start(b);
  expect(new Set(queued).size).toBe(1);
  expect(clock.timers()).toHaveLength(1);
  clock.advance(10_000);
  expect(renewed).toEqual(['a', 'b']);
  leases.stop(a, false);
  leases.stop(a, false);
  clock.advance(10_000);
  expect(renewed).toEqual(['a', 'b', 'b']);
  leases.stop(b, true);
  expect(clock.timers()).toEqual([]);
});

/** What is kept of faults that are over, and of what they struck. */
import { describe, expect, it } from 'vitest';
import { Random, VirtualClock } from '#clock';
import { Faults, readFault, type Target } from '#faults';
import type { KubeObject } from '#values';
import { Withheld } from '../../../src/faults/withheld.ts';

const get: Target = {
  client: { user: 'jane' },
  ...{ verb: 'get', group: '', resource: 'pods', kind: 'Pod', subresource: '' },
  ...{ namespace: 'default', name: 'web-0' },
};

function rig() {
  const clock = new VirtualClock({ start: 0 });
  let revision = 0;
  const faults = new Faults({
    clock,
    random: new Random(1),
    revision: () => revision,
    drivers: [],
  });
  const inject = (value: object): string => faults.inject(readFault(value).fault!);
  return { clock, faults, inject, write: () => void revision++ };
}

it('keeps the last 1,000 strikes, or some more, in order', () => {
  const { faults, inject, write } = rig();
  inject({ error: 500 });
  for (let count = 1; count <= 4_500; count++) {
    write();
    faults.strike(get);
    if (count % 100 !== 0) continue;
    const { recent } = faults;
    expect(recent.length).toBeLessThanOrEqual(2_000);
    expect(recent.length).toBeGreaterThanOrEqual(Math.min(count, 1_000));
    const steps = recent.slice(1).map((one, index) => one.revision - recent[index]!.revision);
    expect(new Set(steps)).toEqual(new Set([1]));
  }
});

describe('a fault that ends in time', () => {
  it.each<[string, (rig_: ReturnType<typeof rig>) => void, number]>([
    ['causes one change', () => undefined, 1],
    ['causes no further change when it is lifted', ({ faults }) => faults.lift('a'), 1],
    ['causes no further change when all are lifted', ({ faults }) => faults.lift(), 1],
    [
      'causes no further change when another takes its place',
      ({ inject }) => inject({ name: 'a', error: 503 }),
      1,
    ],
  ])('%s', async (_, act, changes) => {
    const all = rig();
    const { clock, faults, inject } = all;
    inject({ name: 'a', error: 500, for: '10s' });
    let told = 0;
    faults.onChange(() => told++);
    await clock.advanceTo(5_000);
    act(all);
    await clock.advanceTo(60_000);
    expect(told).toBe(changes);
  });
});

it('gives back what was withheld once, in order, as it falls due', () => {
  const withheld = new Withheld();
  const event = (name: string) => ({
    type: 'ADDED' as const,
    object: { metadata: { name, uid: name } } as KubeObject,
  });
  const names = (now: number): readonly string[] =>
    withheld.takeDue(now).map(({ object }) => object.metadata.name!);
  withheld.add(event('a'), 10);
  withheld.add(event('b'), 20);
  withheld.add(event('c'), 15);
  withheld.add(event('d'), 30);
  expect(withheld.nextDue).toBe(10);
  expect(names(9)).toEqual([]);
  expect(names(15)).toEqual(['a']);
  // c waits for b: events keep their order.
  expect(withheld.nextDue).toBe(20);
  expect(names(25)).toEqual(['b', 'c']);
  expect(names(30)).toEqual(['d']);
  expect(withheld.isEmpty).toBe(true);
  expect(names(40)).toEqual([]);
});

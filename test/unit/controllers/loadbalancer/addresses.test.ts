import { expect, it } from 'vitest';
import type { VolumeAttachment } from '#types';
import { Addresses } from '../../../../controllers/loadbalancer/addresses.ts';
import { Memory } from '../../../../controllers/attachdetach/memory.ts';

it('each holder has an address of its own, from the first on', () => {
  const addresses = new Addresses();
  expect(['a', 'b', 'a'].map((holder) => addresses.give(holder))).toEqual([
    ...['198.18.0.1', '198.18.0.2', '198.18.0.1'],
  ]);
  addresses.note('c', '198.18.0.3');
  addresses.note('c', '198.18.0.3');
  expect([addresses.give('c'), addresses.give('d')]).toEqual(['198.18.0.3', '198.18.0.4']);
  addresses.note('a', '198.18.0.5');
  expect([addresses.give('a'), addresses.give('e')]).toEqual(['198.18.0.5', '198.18.0.6']);
  addresses.free('a');
  addresses.free('another');
  expect(addresses.give('a')).toBe('198.18.0.7');
});

it('addresses are used again once all were, and may run out', () => {
  const addresses = new Addresses();
  const most = 2 ** 17 - 1;
  const last = Array.from({ length: most }, (_, index) => addresses.give(`h${index}`)).at(-1);
  expect(last).toBe('198.19.255.255');
  expect(addresses.give('more')).toBeUndefined();
  addresses.free('h4');
  expect([addresses.give('more'), addresses.give('most')]).toEqual(['198.18.0.5', undefined]);
});

it('what happened to attachments is remembered by uid', () => {
  const memory = new Memory();
  const [a, b] = ['a', 'b'].map((uid) => ({ metadata: { uid } }) as VolumeAttachment);
  expect([memory.unwantedSince(a!, 5), memory.unwantedSince(a!, 7)]).toEqual([5, 5]);
  memory.want(a!);
  expect(memory.unwantedSince(a!, 9)).toBe(9);
  memory.release(a!);
  expect([memory.isReleased(a!), memory.isReleased(b!)]).toEqual([true, false]);
  memory.want(a!);
  expect(memory.isReleased(a!)).toBe(false);
  expect([memory.reports(a!), memory.reports(a!), memory.reports(b!)]).toEqual([true, false, true]);
  expect(['x', 'x', 'y', 'x'].map((text) => memory.fails(a!, text))).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect([memory.refuses('v', 'n'), memory.refuses('v', 'n'), memory.refuses('v', 'm')]).toEqual([
    ...[true, false, true],
  ]);
  memory.accept('v', 'n');
  expect([memory.refuses('v', 'n'), memory.refuses('v', 'm')]).toEqual([true, false]);
  memory.release(a!);
  memory.forget(a!);
  expect([memory.unwantedSince(a!, 11), memory.isReleased(a!)]).toEqual([11, false]);
  expect([memory.reports(a!), memory.fails(a!, 'x')]).toEqual([true, true]);
});

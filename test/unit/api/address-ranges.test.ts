/** Which ranges of addresses Services have beside the one that the server was started with. */
import { expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import { bucketOf, serviceCidr } from '#kinds';
import { ipv4Number, parseIp } from '#values';
import { MemoryStore } from '#store';
import { start } from '../../support/api.ts';
import { AddressRanges } from '../../../src/api/allocation/address-ranges.ts';

const ip = (text: string): number => ipv4Number(parseIp(text)!)!;
const origin = { actor: 'test' };
const holder = { key: 'default/a', isOpen: true };

/** The first range has the two addresses 10.0.0.1 and 10.0.0.2. */
async function rig(cidrs: readonly object[], isUsed = () => Promise.resolve(true)) {
  const store = new MemoryStore({ clock: new VirtualClock({ start }) });
  const ranges = new AddressRanges(store, '10.0.0.0/30', isUsed, 0);
  for (const [index, object] of cidrs.entries()) {
    const { metadata } = object as { readonly metadata?: object };
    const stored = { ...object, metadata: { name: `r${index}`, ...metadata } };
    await store.put(bucketOf(serviceCidr), `r${index}`, stored as never, { origin });
  }
  return { store, ranges };
}

const cidr = (range: string, status = 'True', metadata: object = {}) => ({
  metadata,
  spec: { cidrs: [range] },
  status: { conditions: status === '' ? undefined : [{ type: 'Ready', status }] },
});

it.each<[cidrs: readonly object[], isOther: boolean, hasMore: boolean]>([
  [[], false, false],
  [[cidr('10.0.0.0/30')], false, false],
  [[cidr('10.1.0.0/30')], true, true],
  [[cidr('10.0.0.0/30'), cidr('10.1.0.0/30')], true, true],
  [[cidr('10.1.0.0/30', 'False')], false, false],
  [[cidr('10.1.0.0/30', '')], false, false],
  [[cidr('10.1.0.0/30', 'True', { deletionTimestamp: '2026-11-20T20:00:00Z' })], false, false],
  [[cidr('fd00::/112')], false, false],
])('of the ServiceCIDRs %j there are other ranges: %s', async (cidrs, isOther, hasMore) => {
  const { ranges } = await rig(cidrs);
  expect(await ranges.lookAgain()).toBe(isOther);
  expect(await ranges.lookAgain()).toBe(false);
  expect(ranges.contains(ip('10.1.0.1'))).toBe(hasMore);
  expect(ranges.covers(ip('10.1.0.0'))).toBe(hasMore);
});

it('a range covers its ends, which no Service may have', async () => {
  const { ranges } = await rig([]);
  const among = ['9.255.255.255', '10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'];
  expect(among.filter((text) => ranges.covers(ip(text)))).toEqual(among.slice(1, -1));
  expect(among.filter((text) => ranges.contains(ip(text)))).toEqual(among.slice(2, -2));
});

it('addresses come from another range once the first one is full', async () => {
  const { ranges } = await rig([cidr('10.1.0.0/30')]);
  await ranges.lookAgain();
  const taken: (number | undefined)[] = [];
  for (let count = 0; count < 5; count++) taken.push(await ranges.takeNext(holder));
  expect(taken).toEqual([...['10.0.0.2', '10.0.0.1', '10.1.0.2', '10.1.0.1'].map(ip), undefined]);
});

it('an address that two ranges have is given once', async () => {
  const { ranges } = await rig([cidr('10.0.0.0/29')]);
  await ranges.lookAgain();
  expect(await ranges.take(ip('10.0.0.1'), holder)).toBe(true);
  expect(await ranges.take(ip('10.0.0.1'), { ...holder, key: 'default/b' })).toBe(false);
  const taken: (number | undefined)[] = [];
  for (let count = 0; count < 6; count++) taken.push(await ranges.takeNext(holder));
  expect(taken.slice(0, 5).toSorted()).toEqual([2, 3, 4, 5, 6].map((last) => ip(`10.0.0.${last}`)));
  expect(taken[5]).toBeUndefined();
});

it('a range goes with its ServiceCIDR', async () => {
  const { store, ranges } = await rig([cidr('10.1.0.0/30'), cidr('10.2.0.0/30')]);
  await ranges.lookAgain();
  await store.delete(bucketOf(serviceCidr), 'r0', { origin });
  expect(await ranges.lookAgain()).toBe(true);
  expect(ranges.contains(ip('10.1.0.1'))).toBe(false);
  expect(ranges.contains(ip('10.2.0.1'))).toBe(true);
});

it.each(['10.0.0.0/31', '10.0.0.0/33', 'x'])(
  'a server is not started with the range %s for Services',
  (range) => {
    const store = new MemoryStore({ clock: new VirtualClock({ start }) });
    const make = () => new AddressRanges(store, range, () => Promise.resolve(false), 0);
    expect(make).toThrow(`bad range of services: ${range}`);
  },
);

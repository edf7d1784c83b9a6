/** One pass over what mirrors an Endpoints object. */
import { expect, it } from 'vitest';
import type { discoveryV1, Endpoints, Service } from '#types';
import { SliceTracker, type Lister, type ReconcileTools } from '#runtime';
import { sync } from '../../../../controllers/endpointslicemirroring/sync.ts';

type Slice = discoveryV1.EndpointSlice;

const metadata = { name: 'db', namespace: 'ns', uid: 'e' };
const written = {
  metadata,
  subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 5432 }] }],
} as unknown as Endpoints;

async function passWith(
  tracker: SliceTracker,
  slices: readonly Slice[],
  selector?: object,
  endpoints = written,
) {
  const calls: string[] = [];
  const client = {
    create: (_: unknown, slice: Slice) => {
      calls.push('create');
      return Promise.resolve({
        ...slice,
        metadata: { ...slice.metadata, uid: 'made', generation: 1 },
      });
    },
    update: () => Promise.resolve(calls.push('update')),
    delete: () => Promise.resolve(calls.push('delete')),
  };
  const lister = <T>(object: T) => ({ getByKey: () => object }) as unknown as Lister<never>;
  const service = { metadata, spec: { selector } } as unknown as Service;
  const result = await sync(
    'ns/db',
    { services: lister(service), endpoints: lister(endpoints), slicesOf: () => slices, tracker },
    {
      client,
      events: { event: (_: object, __: string, reason: string) => calls.push(reason) },
    } as unknown as ReconcileTools,
  );
  return { calls, result };
}

it('writes nothing twice while its own writes are not seen', async () => {
  const tracker = new SliceTracker();
  expect(await passWith(tracker, [])).toEqual({ calls: ['create'], result: undefined });
  const { calls, result } = await passWith(tracker, []);
  expect(calls).toEqual([]);
  expect(result).toMatchObject({ retry: true });
});

it('deletes what it made once the service selects pods, and forgets it', async () => {
  const tracker = new SliceTracker();
  await passWith(tracker, []);
  const slice = { metadata: { name: 'db-x', namespace: 'ns', uid: 'made' } } as unknown as Slice;
  expect((await passWith(tracker, [slice], { app: 'db' })).calls).toEqual(['delete']);
  expect(tracker.isStale('ns/db', [])).toBe(false);
});

it('says which addresses it leaves out: those above a thousand of a subset, and invalid ones', async () => {
  const addresses = Array.from({ length: 1_001 }, (_, at) => ({
    ip: `10.0.${at >> 8}.${at & 255}`,
  }));
  const endpoints = (more: readonly object[]): Endpoints =>
    ({ metadata, subsets: [{ addresses: more, ports: [{ port: 1 }] }] }) as unknown as Endpoints;
  const callsFor = async (more: readonly object[]) =>
    (await passWith(new SliceTracker(), [], undefined, endpoints(more))).calls;
  expect(await callsFor(addresses.slice(1))).not.toContain('TooManyAddressesToMirror');
  expect(await callsFor(addresses)).toContain('TooManyAddressesToMirror');
  expect(await callsFor([{ ip: 'x' }])).toEqual(expect.arrayContaining(['InvalidIPAddress']));
});

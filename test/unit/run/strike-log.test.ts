/** What a run keeps of strikes has a bound, and says what is missing. */
import { defaultProfile } from '#kinds';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCluster } from '#kit';
import { KindRegistry } from '#catalog';
import { readRecord, type FaultMark } from '#record';
import { StrikeLog } from '../../../src/run/strike-log.ts';

const mark = (revision: number): FaultMark => ({
  ...{ atMs: revision, revision, fault: 'storm', effect: 'Timeout', client: 'kubelet' },
  ...{ verb: 'get', resource: 'pods', key: '' },
});

test('the first and the latest are kept, and the rest is counted', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.integer({ min: 1, max: 9 }), (count, kept) => {
      const log = new StrikeLog(kept);
      const all = Array.from({ length: count }, (_, index) => mark(index));
      for (const each of all) log.add(each);
      const { faults = [], faultsLeftOut } = log.marks;
      const missing = Math.max(0, count - 2 * kept);
      expect(faults).toEqual([...all.slice(0, kept), ...all.slice(kept + missing)]);
      expect(faultsLeftOut).toEqual(missing === 0 ? undefined : { after: kept, count: missing });
    }),
  );
});

test('a program that asks again without end does not make the record grow', async () => {
  await using cluster = await createCluster();
  cluster.faults.inject({ name: 'down', error: 503, match: { client: 'test' } });
  const attempts = Array.from({ length: 10_010 }, () => cluster.get('Node', 'node-1'));
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(cluster.faults.strikes()).toHaveLength(10_000);
  expect(cluster.faults.leftOut).toBe(10);
  const read = readRecord(cluster.record(), new KindRegistry(defaultProfile));
  expect(read.faultsLeftOut).toEqual({ after: 5000, count: 10 });
  expect(cluster.timeline()).toContain('10 more requests were struck before this');
});

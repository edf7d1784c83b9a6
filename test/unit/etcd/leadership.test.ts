import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Compactor, Leadership } from '#etcd';
import { etcdMissing, startEtcd, type EtcdProcess } from '../../../tools/etcd-process.ts';
import { storeRig, timers, type StoreRig } from './rig.ts';

const leaderKey = '/orrery/leader';
const leaseSeconds = 3;

describe.skipIf(etcdMissing)('of the servers of one etcd', () => {
  let etcd: EtcdProcess;
  let rigs: StoreRig[];
  beforeAll(async () => {
    etcd = await startEtcd();
    rigs = [await storeRig(etcd.url, '/a'), await storeRig(etcd.url, '/b')];
  }, 30_000);
  afterAll(async () => {
    for (const rig of rigs) rig.close();
    await etcd.remove();
  });

  /** Takes part, and notes what happens to it. */
  const join = (n: number, name: string, seen: string[]): Leadership =>
    new Leadership({
      ...{ etcd: rigs[n]!.etcd, store: rigs[n]!.store, timers, server: name, leaseSeconds },
      onGain: () => seen.push(`${name} gains`),
      onLoss: () => seen.push(`${name} loses`),
    });

  it('one leads, and the next one as soon as it stops', async () => {
    const seen: string[] = [];
    const one = join(0, 'one', seen);
    await expect.poll(() => one.leads).toBe(true);
    const two = join(1, 'two', seen);
    const { found } = await rigs[1]!.etcd.range({ key: leaderKey });
    expect(String(found[0]!.value)).toBe('one');
    expect(found[0]!.lease).not.toBe(0n);
    expect(two.leads).toBe(false);
    await one.stop();
    await expect.poll(() => two.leads).toBe(true);
    await two.stop();
    expect(seen).toEqual(['one gains', 'one loses', 'two gains', 'two loses']);
  }, 20_000);

  it('one that leads does not mind that the end of an earlier leader is seen late', async () => {
    const seen: string[] = [];
    const { etcd: client } = rigs[0]!;
    let note: Parameters<StoreRig['store']['onOther']>[0] = () => undefined;
    const store = { onOther: (each: typeof note) => void (note = each), onOpen: () => undefined };
    const one = new Leadership({
      ...{ etcd: client, store, timers, server: 'one', leaseSeconds },
      onGain: () => seen.push('gains'),
      onLoss: () => seen.push('loses'),
    });
    await expect.poll(() => one.leads).toBe(true);
    const { found } = await client.range({ key: leaderKey });
    const gone = (revision: number): void =>
      note({ isDeletion: true, kv: { ...found[0]!, revision, value: Buffer.alloc(0) } });
    gone(found[0]!.revision - 1);
    expect(seen).toEqual(['gains']);
    gone(found[0]!.revision + 1);
    expect(seen).toEqual(['gains', 'loses']);
    await one.stop();
  }, 20_000);

  it('one that loses its key begins again, and so do all', async () => {
    const seen: string[] = [];
    const all = [join(0, 'one', seen), join(1, 'two', seen)];
    await expect.poll(() => seen).toHaveLength(1);
    await rigs[0]!.etcd.txn({ if: [], then: [{ delete: leaderKey }] });
    await expect.poll(() => seen).toHaveLength(3);
    // Which of them sees the deletion first is not certain.
    const [leader, ...since] = seen;
    expect(since).toContain(leader!.replace('gains', 'loses'));
    expect(since.filter((each) => each.endsWith('gains'))).toHaveLength(1);
    expect(all.filter(({ leads }) => leads)).toHaveLength(1);
    for (const each of all) await each.stop();
  }, 20_000);

  it('one that cannot renew its lease gives up before it runs out, and leads again with it', async () => {
    const seen: string[] = [];
    const one = join(0, 'one', seen);
    await expect.poll(() => one.leads).toBe(true);
    await etcd.hold();
    try {
      await expect.poll(() => seen, { timeout: leaseSeconds * 1000 }).toContain('one loses');
    } finally {
      etcd.release();
    }
    await expect.poll(() => one.leads, { timeout: 15_000 }).toBe(true);
    await one.stop();
  }, 30_000);

  it('one compacts, to where etcd was the last time', async () => {
    const errors: unknown[] = [];
    const compactors = rigs.map(
      (rig) =>
        new Compactor({
          ...{ etcd: rig.etcd, timers, everyMs: 300 },
          onError: (error) => errors.push(error),
        }),
    );
    const compacted = async (): Promise<readonly [number, number]> => {
      const { found, revision } = await rigs[0]!.etcd.range({ key: 'compact_rev_key' });
      return [Number(found[0]?.value.toString() ?? 0), revision];
    };
    await expect.poll(async () => (await compacted())[0], { timeout: 10_000 }).toBeGreaterThan(3);
    const [to, latest] = await compacted();
    expect(to).toBeLessThan(latest);
    await expect(rigs[0]!.etcd.range({ key: 'a', revision: to - 2 })).rejects.toThrow('compacted');
    expect((await rigs[0]!.etcd.range({ key: 'a', revision: latest })).found).toEqual([]);
    for (const each of compactors) each.stop();
    expect(errors).toEqual([]);
  }, 20_000);
});

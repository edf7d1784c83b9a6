/** What a server does with etcd's answers, as far as that needs no etcd. */
import { describe, expect, it } from 'vitest';
import { Leadership } from '#etcd';
import type { KubeObject } from '#values';
import type { Repeated, Repetition } from '#store';
import { codes, EtcdError } from '../../../src/etcd/driver/error.ts';
import type { Condition, KeyValue, TxnRequest } from '../../../src/etcd/driver/messages.ts';
import { repeatAll, type Repeater } from '../../../src/etcd/repeat.ts';
import { Writes, type WritesOptions } from '../../../src/etcd/writes.ts';

const leaderKey = '/orrery/leader';

/** A wall whose timers the test lets run. */
class Timers {
  readonly #waiting = new Map<object, { readonly at: number; readonly run: () => void }>();
  #now = 0;

  after(ms: number, run: () => void): () => void {
    const id = {};
    this.#waiting.set(id, { at: this.#now + ms, run });
    return () => void this.#waiting.delete(id);
  }

  turn(): Promise<void> {
    return Promise.resolve();
  }

  /** Lets time pass to a moment, and what is due then be done. */
  async to(ms: number): Promise<void> {
    for (;;) {
      const due = [...this.#waiting].filter(([, { at }]) => at <= ms);
      const [next] = due.sort(([, a], [, b]) => a.at - b.at);
      if (next === undefined) break;
      this.#waiting.delete(next[0]);
      this.#now = next[1].at;
      next[1].run();
      await settled();
    }
    this.#now = ms;
  }
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await Promise.resolve();
}

/** One key and leases, as etcd has them; each answer can be made a failure. */
function fakeEtcd() {
  const state = {
    ...{ holder: undefined as { lease: bigint; revision: number } | undefined, revision: 10 },
    ...{ leases: new Set<bigint>(), granted: [] as number[], revoked: [] as bigint[] },
    failing: undefined as Error | undefined,
  };
  const check = (): void => {
    if (state.failing !== undefined) throw state.failing;
  };
  const act = <T>(work: () => T): Promise<T> =>
    Promise.resolve().then(() => {
      check();
      return work();
    });
  const etcd = {
    grantLease: (seconds: number) =>
      act(() => {
        state.granted.push(seconds);
        const lease = BigInt(state.granted.length);
        state.leases.add(lease);
        return lease;
      }),
    renewLease: (lease: bigint) => act(() => (state.leases.has(lease) ? 12 : 0)),
    revokeLease: (lease: bigint) =>
      act(() => {
        state.revoked.push(lease);
        state.leases.delete(lease);
      }),
    txn: ({ if: conditions, then, else: otherwise }: TxnRequest) =>
      act(() => {
        expect(conditions).toEqual([{ key: leaderKey, revision: 0 }]);
        expect(otherwise).toEqual([{ get: leaderKey }]);
        const [{ put, value, lease }] = then as [{ put: string; value: string; lease: bigint }];
        expect([put, value]).toEqual([leaderKey, 'one']);
        if (!state.leases.has(lease)) throw new EtcdError(codes.notFound, 'no lease');
        const { holder } = state;
        if (holder !== undefined) {
          return { succeeded: false, revision: state.revision, found: [holder] };
        }
        state.holder = { lease, revision: ++state.revision };
        return { succeeded: true, revision: state.revision, found: [] };
      }),
  };
  return { state, etcd };
}

async function server(before: (state: ReturnType<typeof fakeEtcd>['state']) => void = () => {}) {
  const { state, etcd } = fakeEtcd();
  before(state);
  const timers = new Timers();
  const seen: string[] = [];
  let other: (event: { isDeletion: boolean; kv: KeyValue }) => void = () => undefined;
  let open: () => void = () => undefined;
  const store = {
    onOther: (each: typeof other) => void (other = each),
    onOpen: (each: typeof open) => void (open = each),
  };
  const leadership = new Leadership({
    ...{ etcd, store, timers, server: 'one', leaseSeconds: 12 },
    onGain: () => seen.push('gains'),
    onLoss: () => seen.push('loses'),
  } as unknown as ConstructorParameters<typeof Leadership>[0]);
  await settled();
  const tell = async (more: Partial<KeyValue>, isDeletion = true): Promise<void> => {
    other({ isDeletion, kv: { key: leaderKey, revision: 99, ...more } as KeyValue });
    await settled();
  };
  const reopen = async (): Promise<void> => {
    open();
    await settled();
  };
  return { state, timers, seen, leadership, tell, reopen };
}

describe('the lead', () => {
  it('is taken where it is free, with a lease', async () => {
    const { state, seen, leadership } = await server();
    expect([seen, leadership.leads, state.granted]).toEqual([['gains'], true, [12]]);
    expect(state.holder).toEqual({ lease: 1n, revision: 11 });
  });

  it('is left to who has it, until that one is gone', async () => {
    const { state, seen, tell } = await server((each) => {
      each.holder = { lease: 77n, revision: 3 };
    });
    expect(seen).toEqual([]);
    state.holder = undefined;
    await tell({ key: '/other' });
    await tell({}, false);
    expect(seen).toEqual([]);
    await tell({});
    expect(seen).toEqual(['gains']);
  });

  it('is its own where the key has its lease already', async () => {
    const { seen, tell } = await server((state) => {
      state.holder = { lease: 1n, revision: 5 };
    });
    expect(seen).toEqual(['gains']);
    // The end of an earlier leader, and then its own.
    await tell({ revision: 5 });
    expect(seen).toEqual(['gains']);
    await tell({ revision: 6 });
    expect(seen).toEqual(['gains', 'loses', 'gains']);
  });

  it('is kept by renewals', async () => {
    const { state, timers, seen } = await server();
    await timers.to(60_000);
    expect([seen, state.granted]).toEqual([['gains'], [12]]);
  });

  it('is given up when the lease cannot be renewed for two thirds of it, and taken again', async () => {
    const { state, timers, seen, reopen } = await server();
    state.failing = new EtcdError(codes.unavailable, 'away');
    await timers.to(7_999);
    expect(seen).toEqual(['gains']);
    await timers.to(8_000);
    expect(seen).toEqual(['gains', 'loses']);
    state.failing = undefined;
    await reopen();
    expect(seen).toEqual(['gains', 'loses', 'gains']);
    // It is asked for once while it is had.
    await reopen();
    expect(seen).toHaveLength(3);
  });

  it('is lost with its lease, and begins again with another', async () => {
    const { state, timers, seen } = await server();
    state.leases.clear();
    state.holder = undefined;
    await timers.to(3_000);
    expect(state.granted).toEqual([12, 12]);
    expect(seen).toEqual(['gains', 'loses', 'gains']);
    expect(state.holder).toMatchObject({ lease: 2n });
  });

  it('is asked for with another lease where etcd does not know the first', async () => {
    const { state, seen, tell } = await server((each) => {
      each.holder = { lease: 77n, revision: 3 };
    });
    state.leases.clear();
    state.holder = undefined;
    await tell({});
    expect([seen, state.granted]).toEqual([[], [12]]);
    await tell({});
    expect([seen, state.granted]).toEqual([['gains'], [12, 12]]);
  });

  it('is asked for with the same lease after another failure', async () => {
    const { state, seen, tell } = await server((each) => {
      each.holder = { lease: 77n, revision: 3 };
    });
    state.failing = new EtcdError(codes.unavailable, 'away');
    await tell({});
    state.failing = undefined;
    state.holder = undefined;
    await tell({});
    expect([seen, state.granted]).toEqual([['gains'], [12]]);
  });

  it('is given away at the end, and not taken again', async () => {
    const { state, timers, seen, leadership, tell, reopen } = await server();
    await leadership.stop();
    expect([seen, leadership.leads, state.revoked]).toEqual([['gains', 'loses'], false, [1n]]);
    state.holder = undefined;
    await tell({});
    await reopen();
    await timers.to(60_000);
    expect([seen, state.granted]).toEqual([['gains', 'loses'], [12]]);
  });
});

describe('a write', () => {
  function writes(isReached = true) {
    const sent: TxnRequest[] = [];
    const own: WritesOptions['own'] = new Map();
    const underWay: number[] = [];
    const options = {
      etcd: {
        txn: (request: TxnRequest) => {
          sent.push(request);
          underWay.push(own.size);
          return Promise.resolve({ succeeded: true, revision: 7, found: [] });
        },
      },
      ...{ clock: { now: () => 5 }, server: 'one', own },
      follower: {
        reached: (revision: number, ms: number) => {
          expect([revision, ms]).toEqual([7, 5000]);
          return Promise.resolve(isReached);
        },
      },
    } as unknown as WritesOptions;
    return { writes: new Writes(options), sent, own, underWay };
  }
  const write = { values: new Map<string, KubeObject>(), origin: { actor: 'user' } };
  const conditions: readonly Condition[] = [{ key: 'a', revision: 3 }];
  const operations = [{ delete: 'a' }];
  const originOf = ({ then }: TxnRequest): unknown => {
    const { put, value } = then.at(-1) as { put: string; value: string };
    return [put, JSON.parse(value)];
  };

  it('is sent with its origin, and numbered', async () => {
    const rig = writes();
    const calls: string[] = [];
    rig.writes.onCall = () => {
      calls.push('begins');
      return () => calls.push('ends');
    };
    expect(await rig.writes.write(write, { conditions, operations })).toMatchObject({
      revision: 7,
    });
    const again = { conditions, operations, otherwise: [{ get: 'a' }], isRepetition: true };
    await rig.writes.write(write, again);
    const [first, second] = rig.sent as [TxnRequest, TxnRequest];
    expect([first.if, first.then[0], first.else]).toEqual([conditions, operations[0], []]);
    expect(second.else).toEqual([{ get: 'a' }]);
    const about = { server: 'one', time: 5, origin: { actor: 'user' } };
    expect(originOf(first)).toEqual([expect.any(String), { ...about, number: 1 }]);
    expect(originOf(second)).toEqual([
      expect.any(String),
      { ...about, number: 2, isRepetition: true },
    ]);
    expect([rig.underWay, rig.own.size]).toEqual([[1, 1], 0]);
    expect(calls).toEqual(['begins', 'ends', 'begins', 'ends']);
  });

  it('that the watch does not show in time has an uncertain end', async () => {
    const rig = writes(false);
    await expect(rig.writes.write(write, { conditions, operations })).rejects.toMatchObject({
      ...{ isUncertain: true, message: 'etcdserver: request timed out' },
    });
    expect(rig.own.size).toBe(0);
  });
});

describe('a repetition', () => {
  /** Objects that have this revision; transactions with one of `changed` are rejected. */
  async function repeated(count: number, changed: readonly string[] = [], more: object = {}) {
    const sizes: number[] = [];
    let revision = 100;
    const repeater = {
      keys: { of: (bucket: string, key: string) => `${bucket}/${key}` },
      forms: { encode: (value: { text: string }) => value.text },
      peek: (_: string, key: string) =>
        key === 'gone' ? undefined : { metadata: { name: key, resourceVersion: '5' } },
      writes: {
        write: (
          _: unknown,
          {
            conditions,
            operations,
          }: { conditions: readonly Condition[]; operations: readonly unknown[] },
        ) => {
          sizes.push(conditions.length);
          expect(operations).toEqual(
            conditions.map(({ key }) => ({ put: key, value: `again ${key.slice(5)}` })),
          );
          expect(conditions.every((each) => 'revision' in each && each.revision === 5)).toBe(true);
          const succeeded = !conditions.some(({ key }) => changed.includes(key.slice(5)));
          return Promise.resolve({ succeeded, revision: succeeded ? ++revision : revision });
        },
      },
    } as unknown as Repeater;
    const objects: Repeated[] = Array.from({ length: count }, (_, i) => ({
      key: `k${i}`,
      expected: 5,
    }));
    const repetition = {
      accepts: (base: KubeObject) => base.metadata.name !== 'unwanted',
      apply: (base: KubeObject) => ({ text: `again ${base.metadata.name}` }),
      ...{ origin: { actor: 'kubelet' }, ...more },
    } as unknown as Repetition;
    const run = (list: readonly Repeated[]) => repeatAll(repeater, 'pods', list, repetition);
    return { found: await run(objects), sizes, run };
  }

  it.each([
    [0, []],
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
  ])('of %i objects takes transactions of %j', async (count, expected) => {
    const { found, sizes } = await repeated(count);
    expect(sizes).toEqual(expected);
    expect(found).toEqual(
      expected.flatMap((size, i) => Array.from({ length: size }, () => 101 + i)),
    );
  });

  it('leaves out what has changed meanwhile, and finds that by halves', async () => {
    const { found, sizes } = await repeated(4, ['k1']);
    expect(sizes).toEqual([4, 2, 1, 1, 2]);
    expect(found).toEqual([101, undefined, 102, 102]);
  });

  it('leaves out what is gone, is another version, or is not wanted', async () => {
    const { run, sizes } = await repeated(0);
    const list = [
      { key: 'gone', expected: 5 },
      { key: 'a', expected: 4 },
      { key: 'unwanted', expected: 5 },
    ];
    expect(await run(list)).toEqual([undefined, undefined, undefined]);
    expect(sizes).toEqual([]);
    expect(await run([...list, { key: 'a', expected: 5 }])).toEqual([
      ...[undefined, undefined, undefined, 101],
    ]);
  });
});

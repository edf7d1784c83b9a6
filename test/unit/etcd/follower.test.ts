/** How the watch cache follows etcd: from its start, through breaks, and past what etcd has forgotten. */
import { kindsOf } from '#catalog';
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { codes, EtcdError } from '../../../src/etcd/driver/error.ts';
import type { KeyValue, WatchAnswer } from '../../../src/etcd/driver/messages.ts';
import { Follower, type FollowerOptions } from '../../../src/etcd/follower.ts';
import { compactionKey, Keys, originKey } from '../../../src/etcd/keys.ts';

type Watch = Parameters<FollowerOptions['etcd']['watch']>[0];

const kv = (key: string, revision: number, value = ''): KeyValue => ({
  ...{ key, revision, created: revision, version: 1, lease: 0n },
  value: Buffer.from(value),
});
const answer = (more: Partial<WatchAnswer>): WatchAnswer => ({
  ...{ isCreated: false, isCanceled: false, compacted: 0, reason: '', events: [] },
  ...more,
});

async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await Promise.resolve();
}

interface Has {
  /** Etcd's latest revision. */
  revision: number;
  /** What API servers have noted as compacted. */
  noted?: string;
  /** Reads of older revisions are refused. */
  compacted: number;
  objects: KeyValue[];
  origin?: KeyValue;
  failing?: Error;
}

function rig(more: Partial<Has> = {}) {
  const has: Has = { revision: 5, compacted: 0, objects: [], ...more };
  const seen: string[] = [];
  const watches: Watch[] = [];
  const loaded: unknown[] = [];
  let revision = 0;
  let timers: { readonly ms: number; readonly run: () => void; isCancelled: boolean }[] = [];
  const check = (at = has.revision): void => {
    if (has.failing !== undefined) throw has.failing;
    if (at < has.compacted) {
      throw new EtcdError(
        codes.outOfRange,
        'etcdserver: mvcc: required revision has been compacted',
      );
    }
  };
  const options = {
    keys: new Keys('/registry', kindsOf(defaultProfile)),
    now: () => 77,
    onOpen: () => seen.push('open'),
    etcd: {
      range: ({ key, revision: at }: { key: string; revision?: number }) => {
        check(at);
        const found =
          key === compactionKey
            ? has.noted === undefined
              ? []
              : [kv(key, 1, has.noted)]
            : key === originKey && has.origin !== undefined
              ? [has.origin]
              : [];
        return Promise.resolve({ revision: has.revision, found, more: false });
      },
      async *pages({ limit, revision: at }: { limit: number; revision?: number }) {
        check(at);
        seen.push(`read ${at ?? 'latest'}`);
        expect(limit).toBe(1000);
        const found = has.objects.filter((each) => each.revision <= (at ?? Infinity));
        yield { revision: has.revision, found: found.slice(0, 1) };
        // What is written between two pages is of a later revision.
        yield { revision: has.revision + 9, found: found.slice(1) };
      },
      watch: (watch: Watch) => {
        watches.push(watch);
        return () => seen.push('stop');
      },
    },
    cache: {
      revision: () => revision,
      loadState: (state: { revision: number }) => {
        revision = state.revision;
        loaded.push(state);
      },
    },
    apply: {
      decode: (each: KeyValue) => (each.key.endsWith('broken') ? undefined : each.value.toString()),
      together: (at: number, events: readonly unknown[]) => {
        seen.push(`apply ${at}: ${events.length}`);
        revision = at;
      },
      catchUp: (at: number, all: readonly KeyValue[]) => {
        seen.push(`catch up ${at}: ${all.map(({ key }) => key).join(' ')}`);
        revision = at;
      },
    },
    timers: {
      after: (ms: number, run: () => void) => {
        const timer = { ms, run, isCancelled: false };
        timers.push(timer);
        return () => void (timer.isCancelled = true);
      },
    },
  } as unknown as FollowerOptions;
  const follower = new Follower(options);
  /** Lets the timers run that wait; their delays. */
  const pass = async (): Promise<number[]> => {
    const due = timers.filter(({ isCancelled }) => !isCancelled);
    timers = [];
    for (const { run } of due) run();
    await settled();
    return due.map(({ ms }) => ms);
  };
  const tell = async (more: Partial<WatchAnswer>): Promise<void> => {
    watches.at(-1)!.onAnswer(answer(more));
    await settled();
  };
  const write = (...revisions: readonly number[]): Promise<void> =>
    tell({ events: revisions.map((at) => ({ isDeletion: false, kv: kv('/registry/x', at) })) });
  /** Begins, with a cache that shows all at once. */
  const begin = async (): Promise<void> => {
    const begun = follower.begin(1000);
    await settled();
    if (revision < has.revision) await write(has.revision);
    await begun;
  };
  return { follower, has, seen, watches, loaded, pass, tell, write, begin };
}

/** What a promise has resolved to so far. */
async function stateOf(promise: Promise<boolean>): Promise<boolean | 'waits'> {
  let state: boolean | 'waits' = 'waits';
  void promise.then((reached) => (state = reached));
  await settled();
  return state;
}

describe('the cache is filled', () => {
  it.each<[what: string, has: Partial<Has>, from: readonly number[]]>([
    ['from the first revision', { revision: 5 }, [1]],
    ['from the first revision, as far as that is', { revision: 10_001 }, [1]],
    ['from ten thousand revisions ago', { revision: 10_007 }, [7]],
    ['from where it is compacted', { revision: 20_000, noted: '15000' }, [15_000]],
    [
      'from ten thousand revisions ago where less is compacted',
      { revision: 20_000, noted: '9' },
      [10_000],
    ],
    [
      'from ten thousand revisions ago by a note without a number',
      { revision: 20_000, noted: 'x' },
      [10_000],
    ],
    ['from now where the past is gone', { revision: 20_000, compacted: 10_001 }, [20_000]],
  ])('%s', async (_, has, from) => {
    const { begin, seen, watches, follower } = rig(has);
    await begin();
    expect(seen.filter((text) => text.startsWith('read'))).toEqual(from.map((at) => `read ${at}`));
    expect(watches.map(({ start }) => start)).toEqual(from.map((at) => at + 1));
    follower.close();
  });

  it('with the objects, and the time of the last write', async () => {
    const origin = { server: 's', number: 1, time: 42, origin: { actor: 'user' } };
    const { begin, loaded } = rig({
      objects: [
        kv('/registry/pods/default/a', 1, 'one'),
        kv('/registry/pods/default/broken', 1),
        kv('/registry/ranges/serviceips', 1),
      ],
      origin: kv(originKey, 1, JSON.stringify(origin)),
    });
    await begin();
    const place = { bucket: 'pods', key: 'default/a', revision: 1, created: 1, value: 'one' };
    expect(loaded).toEqual([{ revision: 1, time: 42, held: [place] }]);
  });

  it.each([undefined, 'x', '{}'])('with its own time by the origin %s', async (value) => {
    const { begin, loaded } = rig(value === undefined ? {} : { origin: kv(originKey, 1, value) });
    await begin();
    expect(loaded).toEqual([{ revision: 1, time: 77, held: [] }]);
  });

  it('not at all where etcd does not answer', async () => {
    const { follower, watches } = rig({ failing: new EtcdError(codes.unavailable, 'away') });
    await expect(follower.begin(1000)).rejects.toThrow('away');
    expect(watches).toEqual([]);
  });

  it('without the latest writes when their watch is late', async () => {
    const { follower, pass } = rig();
    const begun = follower.begin(1000);
    await settled();
    expect(await pass()).toEqual([1000]);
    await begun;
  });
});

describe('what is written', () => {
  it('is applied by revisions, and reported to who waits for it', async () => {
    const { begin, follower, write, seen, pass } = rig();
    await begin();
    const [six, seven, eight] = [6, 7, 8].map((at) => follower.reached(at, 500)) as [
      Promise<boolean>,
      Promise<boolean>,
      Promise<boolean>,
    ];
    seen.length = 0;
    await write(6, 6, 7);
    expect(seen).toEqual(['apply 6: 2', 'apply 7: 1']);
    expect([await stateOf(six), await stateOf(seven)]).toEqual([true, true]);
    expect(await stateOf(eight)).toBe('waits');
    expect(await pass()).toEqual([500]);
    expect(await stateOf(eight)).toBe(false);
    expect(await stateOf(follower.reached(7, 500))).toBe(true);
  });

  it('is not waited for once it is closed', async () => {
    const { begin, follower, pass } = rig();
    await begin();
    const waiting = follower.reached(6, 500);
    follower.close();
    expect(await stateOf(waiting)).toBe(false);
    expect(await stateOf(follower.reached(6, 500))).toBe(false);
    expect(await stateOf(follower.reached(5, 500))).toBe(true);
    expect(await pass()).toEqual([]);
  });

  it('is seen while the watch is open', async () => {
    const { begin, follower, tell, seen, watches } = rig();
    await begin();
    expect(follower.isOpen).toBe(false);
    await tell({});
    expect([follower.isOpen, seen.includes('open')]).toEqual([false, false]);
    await tell({ isCreated: true });
    expect([follower.isOpen, seen.at(-1)]).toEqual([true, 'open']);
    watches[0]!.onEnd(undefined as never);
    expect(follower.isOpen).toBe(false);
    follower.close();
    expect(seen.at(-1)).toBe('stop');
  });
});

describe('a watch that ends', () => {
  it('is opened again where it was, each time after twice as long, up to a second', async () => {
    const { begin, watches, pass, tell } = rig();
    await begin();
    const pauses: number[] = [];
    for (let breaks = 0; breaks < 7; breaks++) {
      watches.at(-1)!.onEnd(undefined as never);
      pauses.push(...(await pass()));
    }
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1000, 1000]);
    expect(watches).toHaveLength(8);
    expect(watches.at(-1)!.start).toBe(6);
    await tell({ isCreated: true });
    watches.at(-1)!.onEnd(undefined as never);
    expect(await pass()).toEqual([50]);
  });

  it('stays ended once it is closed', async () => {
    const { begin, follower, watches, pass } = rig();
    await begin();
    watches[0]!.onEnd(undefined as never);
    follower.close();
    await pass();
    expect(watches).toHaveLength(1);
  });

  it('because etcd cancels it is opened again', async () => {
    const { begin, tell, seen, watches, pass } = rig();
    await begin();
    seen.length = 0;
    await tell({ isCanceled: true, isCreated: true });
    expect([seen, watches.length]).toEqual([['stop'], 1]);
    expect(await pass()).toEqual([50]);
    expect(watches).toHaveLength(2);
  });

  it('because its revision is compacted is opened after all objects were read', async () => {
    const { begin, tell, seen, watches, has, follower } = rig();
    await begin();
    const waiting = follower.reached(20, 500);
    seen.length = 0;
    has.revision = 20;
    has.objects = [kv('/registry/a', 3), kv('/registry/b', 19)];
    await tell({ isCanceled: true, compacted: 12 });
    expect(seen).toEqual(['stop', 'read latest', 'catch up 20: /registry/a /registry/b']);
    expect(watches.map(({ start }) => start)).toEqual([2, 21]);
    expect(await stateOf(waiting)).toBe(true);
  });

  it('is opened later where these cannot be read', async () => {
    const { begin, tell, has, watches, pass } = rig();
    await begin();
    has.failing = new EtcdError(codes.unavailable, 'away');
    await tell({ isCanceled: true, compacted: 12 });
    expect(watches).toHaveLength(1);
    expect(await pass()).toEqual([50]);
    expect(watches.map(({ start }) => start)).toEqual([2, 6]);
  });
});

/** The record of a server while it grows, as pages read it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { machineTimers, VirtualClock, type Pace, type WallTimers } from '#clock';
import { MemoryStore } from '#store';
import { GrowthReader, type Recorded } from '../../../src/cli/serve/record-reader.ts';

/** Pauses are over at once; time is counted. */
const timers = {
  after: (_: number, run: () => void) => {
    void machineTimers().turn().then(run);
    return () => undefined;
  },
} as unknown as WallTimers;

interface Growth {
  readonly growth: {
    readonly seconds: number;
    readonly entries: readonly { readonly revision: number; readonly atMs: number }[];
    readonly steps: readonly object[];
    readonly checks: readonly object[];
    readonly faults: readonly object[];
  };
  readonly pace?: Pace;
  readonly requests?: { readonly requests: readonly object[]; readonly missed: number };
}

const startMs = 1_000_000;
let clock: VirtualClock;
let store: MemoryStore;
let marks: { steps: object[]; checks: object[]; faults: object[] };
let requests: object[];
let pace: Pace;
let reader: GrowthReader;
beforeEach(() => {
  clock = new VirtualClock({ start: startMs });
  store = new MemoryStore({ clock, window: { revisions: 10 } });
  marks = { steps: [], checks: [], faults: [] };
  requests = [];
  pace = 'manual';
  reader = new GrowthReader(
    {
      ...{ store, seed: 7, startMs, releases: () => ({}) },
      now: () => clock.now(),
      pace: () => pace,
      steps: () => marks.steps,
      checks: () => marks.checks,
      faults: () => marks.faults,
      requests: (from: number) => {
        return { requests: requests.slice(from), missed: 0, next: requests.length };
      },
    } as unknown as Recorded,
    timers,
  );
});

async function put(name: string, text = '', bucket = 'configmaps'): Promise<void> {
  const metadata = { name, uid: name, creationTimestamp: '', resourceVersion: '' };
  const value = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text } };
  await store.put(bucket, name, value, { origin: { actor: 'test' } });
}

const next = async () => JSON.parse((await reader.next())!) as Growth;
const revisionsOf = ({ growth }: Growth): number[] =>
  growth.entries.map(({ revision }) => revision);

describe('a growing record', () => {
  it('begins with what it is of, then has what was written, then what is', async () => {
    await put('a');
    await clock.advanceBy(1500);
    await put('b');
    const { beginning } = JSON.parse((await reader.next())!) as { beginning: object };
    expect(beginning).toMatchObject({ scenario: 'orrery serve', seed: 7 });
    // Before the first write that is kept there was nothing.
    expect((await next()).growth).toMatchObject({ seconds: 1.5, entries: [] });
    const first = await next();
    expect(revisionsOf(first)).toEqual([1, 2]);
    expect(first.growth.entries.map(({ atMs }) => atMs)).toEqual([0, 1500]);
    expect(first.growth.seconds).toBe(1.5);
    expect(first.requests).toBeUndefined();
    await put('c');
    expect(revisionsOf(await next())).toEqual([3]);
  });

  it('has the pace of the clock when that is another, even where nothing happens', async () => {
    await reader.next();
    expect((await next()).pace).toBe('manual');
    await put('a');
    expect((await next()).pace).toBeUndefined();
    pace = 60;
    expect((await next()).pace).toBe(60);
  });

  it('has marks once, and whatever follows the last that was sent', async () => {
    const [one, two, three] = [{ step: 1 }, { step: 2 }, { step: 3 }];
    marks = { steps: [one, two], checks: [{ check: 1 }], faults: [{ fault: 1 }] };
    await reader.next();
    expect((await next()).growth).toMatchObject(marks);
    marks = { ...marks, steps: [two, three] };
    expect((await next()).growth).toMatchObject({ steps: [three], checks: [], faults: [] });
    // What was sent has fallen out of the list.
    marks = { ...marks, checks: [{ check: 8 }, { check: 9 }] };
    expect((await next()).growth).toMatchObject({ steps: [], checks: marks.checks, faults: [] });
    marks = { ...marks, faults: [...marks.faults, { fault: 2 }] };
    expect((await next()).growth).toMatchObject({ faults: [{ fault: 2 }] });
  });

  it('has requests once', async () => {
    requests.push({ number: 1 });
    await reader.next();
    expect((await next()).requests).toEqual({ requests: [{ number: 1 }], missed: 0 });
    requests.push({ number: 2 });
    expect((await next()).requests).toEqual({ requests: [{ number: 2 }], missed: 0 });
  });

  it('says how late it is, even if nothing happens', async () => {
    await reader.next();
    expect((await next()).growth.seconds).toBe(0);
    await clock.advanceBy(2000);
    const { growth } = await next();
    expect(growth).toEqual({ seconds: 2, entries: [], steps: [], checks: [], faults: [] });
  });

  it('comes in pieces where much was written, and in the last has all else', async () => {
    for (const name of ['a', 'b', 'c']) await put(name, 'x'.repeat(600_000));
    await reader.next();
    await reader.next();
    await clock.advanceBy(5000);
    requests.push({ number: 1 });
    const [one, two] = [await next(), await next()];
    expect([revisionsOf(one), revisionsOf(two)]).toEqual([[1, 2], [3]]);
    expect([one.requests, one.growth.seconds]).toEqual([undefined, 0]);
    expect([two.requests?.requests, two.growth.seconds]).toEqual([[{ number: 1 }], 5]);
  });

  it('keeps texts of objects that look like parts of it', async () => {
    await put('a', '"entries":[]');
    requests.push({ text: '"entries":[]' });
    await reader.next();
    const { requests: told } = await next();
    const { growth } = await next();
    expect(JSON.stringify(growth.entries)).toContain('\\"entries\\":[]');
    expect(told?.requests).toEqual([{ text: '"entries":[]' }]);
  });

  it.each<[what: string, end: () => unknown]>([
    ['its reader stops', () => reader.stop()],
    ['the store is closed', () => store.close()],
  ])('ends when %s', async (_, end) => {
    await reader.next();
    await reader.next();
    end();
    expect(await reader.next()).toBeUndefined();
  });

  it('ends for a reader that has lost its place', async () => {
    await put('a');
    await reader.next();
    await reader.next();
    for (let i = 0; i < 50; i++) await put('a', String(i));
    let last: string | undefined = '';
    for (let i = 0; i < 5 && last !== undefined; i++) last = await reader.next();
    expect(last).toBeUndefined();
  });
});

/** A folder of data that is compacted: while a store writes, and by itself. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineTimers, VirtualClock } from '#clock';
import { checkData, compactData, openData, readData, repairData, type Data } from '#durable';
import { CompactedError, MemoryStore, type Store } from '#store';

const origin = { actor: 'test' };
const { turn } = machineTimers();
const object = (name: string, data = '') => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { text: data } },
  metadata: { name, uid: name, creationTimestamp: '2026-01-01T00:00:00Z', resourceVersion: '' },
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-compaction-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Opened {
  readonly data: Data;
  readonly store: Store;
  readonly clock: VirtualClock;
  close(): Promise<void>;
}

const soon = 2000;

/** With a log that is compacted soon, and a store that forgets soon. */
async function open(compactBytes = soon, revisions = 10): Promise<Opened> {
  const failed = (error: Error): void => {
    throw error;
  };
  const options = { durability: 'relaxed', compactBytes, turn, onFailure: failed } as const;
  const data = await openData(folder, options);
  const clock = new VirtualClock({ start: data.time ?? 0 });
  const store = new MemoryStore({ clock, journal: data, window: { revisions } });
  data.loadInto(store);
  const close = async (): Promise<void> => {
    store.close();
    await data.close();
  };
  return { data, store, clock, close };
}

const files = (): string[] => readdirSync(folder).filter((name) => !name.startsWith('lock-'));
const path = (name: string): string => join(folder, name);

/** Waits for the snapshot that a long log leads to: many turns, where the disk is busy. */
async function compacted(): Promise<void> {
  for (let turns = 0; turns < 300_000; turns++) {
    const log = files().findLast((name) => name.startsWith('log-'))!;
    const snapshot = log.replace('log', 'snapshot');
    const isFirst = log === 'log-000001';
    if (isFirst || files().includes(snapshot)) {
      const before = isFirst ? 0 : statSync(path(snapshot)).size;
      if (statSync(path(log)).size < Math.max(soon, before)) return;
    }
    await turn();
  }
  throw new Error(`no snapshot: ${files().join(' ')}`);
}

/** Writes until there are snapshots; what the store then holds, by name. */
async function fill(writes = 200): Promise<Map<string, string>> {
  const { data, store, clock, close } = await open();
  const expected = new Map<string, string>();
  for (let n = 1; n <= writes; n++) {
    const name = `object-${n % 7}`;
    if (n % 11 === 0 && expected.delete(name)) await store.delete('configmaps', name, { origin });
    else {
      await store.put('configmaps', name, object(name, String(n)), { origin });
      expected.set(name, String(n));
    }
    if (n % 10 === 0) await clock.advanceBy(1000);
    if (n % 5 === 0) {
      await data.awaitDurable();
      await compacted();
    }
  }
  await data.awaitDurable();
  await close();
  return expected;
}

async function textsOf(store: Store): Promise<Map<string, string>> {
  const { items } = await store.list('configmaps');
  return new Map(
    items.map((item) => [
      item.metadata.name,
      (item as unknown as { data: { text: string } }).data.text,
    ]),
  );
}

describe('a log that has become long', () => {
  it('is replaced by a snapshot, as far as the store has forgotten', async () => {
    const expected = await fill();
    expect(files().length).toBeLessThan(9);
    expect(files()).not.toContain('log-000001');
    const bytes = files().reduce((sum, name) => sum + statSync(path(name)).size, 0);
    expect(bytes).toBeLessThan(20_000);
    const { store, close } = await open();
    expect(store.revision()).toBe(200);
    expect(await textsOf(store)).toEqual(expected);
    // What the store showed before, it shows again.
    expect(store.compactedRevision()).toBeLessThanOrEqual(190);
    const changes = await store.watch('configmaps', { after: 190 }).next();
    expect(changes.map(({ revision }) => revision)).toEqual([
      191, 192, 193, 194, 195, 196, 197, 198, 199, 200,
    ]);
    await expect(store.get('configmaps', 'object-1', 1)).rejects.toThrow(CompactedError);
    await close();
  });

  it('continues after a restart with the revisions, deletions and expiries that it had', async () => {
    const first = await open(1_000_000);
    await first.store.put('configmaps', 'stays', object('stays'), { origin });
    await first.store.put('events', 'ends', object('ends'), { origin, ttlMs: 5000 });
    await first.store.put('configmaps', 'goes', object('goes'), { origin });
    await first.store.delete('configmaps', 'goes', { origin });
    await first.close();
    expect(await compactData(folder, turn)).toMatchObject({ objects: 2, revision: 4 });
    expect(files()).toEqual(['log-000002', 'snapshot-000002']);
    const { store, clock, close } = await open();
    expect(store.revision()).toBe(4);
    expect(store.isUnchanged('configmaps', 'stays')).toBe(true);
    await expect(
      store.put('configmaps', 'stays', object('stays'), { origin, expected: 0 }),
    ).rejects.toThrow();
    const next = await store.put('configmaps', 'new', object('new'), { origin, expected: 0 });
    expect(next.metadata.resourceVersion).toBe('5');
    await clock.advanceBy(6000);
    expect(store.peek('events', 'ends')).toBeUndefined();
    await close();
  });

  it('is whole however many of its last files are missing bytes', async () => {
    const expected = await fill(60);
    const kept = new Map(files().map((name) => [name, readFileSync(path(name))]));
    const log = files().findLast((name) => name.startsWith('log-'))!;
    await fc.assert(
      fc.asyncProperty(fc.nat(kept.get(log)!.length), fc.boolean(), async (cut, isSnapshot) => {
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
        for (const [name, bytes] of kept) writeFileSync(path(name), bytes);
        writeFileSync(path(log), kept.get(log)!.subarray(0, cut));
        // A snapshot that was under way.
        if (isSnapshot) writeFileSync(path('snapshot-000099.tmp'), 'part');
        const { store, close } = await open(1_000_000);
        expect(store.revision()).toBeGreaterThan(0);
        if (cut === kept.get(log)!.length) expect(await textsOf(store)).toEqual(expected);
        expect(files()).not.toContain('snapshot-000099.tmp');
        await close();
      }),
      { numRuns: 40 },
    );
  });
});

/** What happens to both stores. */
const happening = fc.oneof(
  { weight: 8, arbitrary: fc.record({ put: fc.nat(5), ttlMs: fc.constantFrom(undefined, 2000) }) },
  { weight: 3, arbitrary: fc.record({ remove: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 1500 }) }) },
  { weight: 1, arbitrary: fc.record({ isCompacted: fc.boolean() }) },
);

/** Everything that a store answers about what it still knows: lists, and changes after each revision. */
async function answersOf(store: Store): Promise<unknown> {
  const answers: unknown[] = [store.revision()];
  for (let at = store.compactedRevision(); at <= store.revision(); at++) {
    const { items } = await store.list('configmaps', { revision: at });
    answers.push(
      items,
      [...store.past.changes(at)].map(({ type, key, time }) => [type, key, time]),
    );
  }
  return answers;
}

it('answers as a store does that was never restarted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 60 }), async (happenings) => {
      rmSync(folder, { recursive: true, force: true });
      let kept = await open(700, 15);
      let forgotten = 0;
      const clock = new VirtualClock({ start: 0 });
      const never = new MemoryStore({ clock, window: { revisions: 15 } });
      const both = async (act: (store: Store) => Promise<unknown>): Promise<void> => {
        const [one, other] = await Promise.allSettled([act(kept.store), act(never)]);
        expect(one.status).toBe(other.status);
      };
      for (const each of happenings) {
        if ('put' in each) {
          const { ttlMs } = each;
          const name = `c${each.put}`;
          await both((store) =>
            store.put('configmaps', name, object(name), { origin, ...(ttlMs && { ttlMs }) }),
          );
        } else if ('remove' in each) {
          await both((store) => store.delete('configmaps', `c${each.remove}`, { origin }));
        } else if ('pass' in each) {
          await Promise.all([kept.clock.advanceBy(each.pass), clock.advanceBy(each.pass)]);
          kept.data.mark(clock.now());
        } else {
          await kept.close();
          if (each.isCompacted) ({ revision: forgotten } = await compactData(folder, turn));
          kept = await open(700, 15);
        }
      }
      await kept.close();
      const again = await open(700, 15);
      expect(again.clock.now()).toBe(clock.now());
      const known = Math.max(forgotten, never.compactedRevision());
      // It may still know more: a snapshot takes the place of what both have forgotten.
      expect(again.store.compactedRevision()).toBeLessThanOrEqual(known);
      for (const store of [again.store, never]) await store.compact(known);
      expect(await answersOf(again.store)).toEqual(await answersOf(never));
      await again.close();
    }),
    { numRuns: 60 },
  );
}, 60_000);

describe('orrery data', () => {
  it('checks a sound folder', async () => {
    await fill(60);
    const { problem, revision, files: all } = await checkData(folder);
    expect(problem).toBeUndefined();
    expect(revision).toBe(60);
    expect(all.map((file) => file.path.slice(folder.length + 1))).toEqual(
      files().toSorted(
        (one, other) => one.slice(-6).localeCompare(other.slice(-6)) || (one < other ? 1 : -1),
      ),
    );
  });

  it('repairs damage before a snapshot without a loss of writes', async () => {
    const expected = await fill(60);
    const file = files().filter((name) => name.startsWith('log-'))[0]!;
    damage(path(file), 200);
    await expect(open()).rejects.toThrow(`orrery data check ${folder}`);
    const { problem } = await checkData(folder);
    expect(problem?.text).toMatch(/damaged from byte \d+/);
    expect(problem?.loses).toMatch(/^the past before revision \d+$/);
    expect(await repairData(folder)).toBe(problem?.loses);
    expect(files()).toContain(`${file}.damaged`);
    const { store, close } = await open();
    expect(await textsOf(store)).toEqual(expected);
    await close();
  });

  it('repairs the last log by what is before the damage, and says so', async () => {
    await fill(60);
    const file = files().findLast((name) => name.startsWith('log-'))!;
    const { store, close } = await open(1_000_000);
    for (let n = 0; n < 5; n++) await store.put('pods', `p${n}`, object(`p${n}`), { origin });
    await close();
    const whole = readFileSync(path(file));
    damage(path(file), whole.length - 700);
    const lost = (await checkData(folder)).problem?.loses;
    expect(lost).toMatch(/^the writes behind revision 6[1-4]$/);
    expect(await repairData(folder)).toBe(lost);
    expect(await repairData(folder)).toBeUndefined();
    expect((await readData(folder)).revision()).toBe(Number(/\d+$/.exec(lost!)![0]));
  });

  it('refuses to repair what no other file replaces', async () => {
    await fill(60);
    await compactData(folder, turn);
    damage(path('snapshot-000099'.replace('99', files()[0]!.slice(-2))), 100);
    expect((await checkData(folder)).problem).toMatchObject({
      text: expect.stringMatching(/^damaged from byte \d+; no other state is whole$/) as string,
    });
    await expect(repairData(folder)).rejects.toThrow('no other state is whole');
    await expect(open()).rejects.toThrow('put back a copy');
  });

  it.each(['log', 'snapshot'])('says which %s is missing', async (kind) => {
    await fill(60);
    const [lost] = files().filter((name) => name.startsWith(kind));
    // Without the others of its kind nothing replaces it.
    for (const name of files().filter((each) => each.startsWith('snapshot'))) {
      if (kind === 'snapshot') rmSync(path(name));
    }
    rmSync(path(lost!), { force: true });
    await expect(checkData(folder)).rejects.toThrow(`${lost!}: missing`);
  });
});

function damage(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at]! ^= 4;
  writeFileSync(file, bytes);
}

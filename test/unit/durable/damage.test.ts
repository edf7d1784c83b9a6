/**
 * Folders of data that are damaged in every way that we know: a check says where, a start refuses them alike, or what they hold
 * is what was written, up to some write. Nothing else ever happens.
 */
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineTimers, VirtualClock } from '#clock';
import { checkData, DataError, openData, readData, repairData } from '#durable';
import { MemoryStore, type Store } from '#store';
import { damages, forged, namesIn, recordsOf, write, type Fields } from '../../support/damage.ts';

const origin = { actor: 'test' };
const { turn } = machineTimers();
const writes = 90;

/** A sound folder with several logs and snapshots, and its objects after each revision. */
let sound: string;
const states: string[] = [''];
let place: string;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'orrery-damage-'));
  sound = join(place, 'sound');
  const onFailure = (error: Error): void => {
    throw error;
  };
  const data = await openData(sound, {
    durability: 'relaxed',
    compactBytes: 4000,
    turn,
    onFailure,
  });
  const clock = new VirtualClock({ start: 0 });
  const store = new MemoryStore({ clock, journal: data, window: { revisions: 70 } });
  data.loadInto(store);
  for (let n = 1; n <= writes; n++) {
    const name = `object-${n % 5}`;
    if (n % 9 === 0) await store.delete('configmaps', name, { origin });
    else
      await store.put('configmaps', name, objectOf(name, n), {
        origin,
        ...(n % 4 === 0 && { ttlMs: 9e6 }),
      });
    states.push(textOf(store));
    if (n % 3 === 0) {
      await clock.advanceBy(10);
      data.mark(clock.now());
    }
    await data.kept();
    await compacted();
  }
  await data.close();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Waits for the snapshot that a long log leads to: many turns, where the disk is busy. */
async function compacted(): Promise<void> {
  const isDone = (): boolean => {
    const log = namesIn(sound, 'log-').at(-1)!;
    const isWhole = namesIn(sound, log.replace('log', 'snapshot')).some(
      (name) => !name.endsWith('.tmp'),
    );
    return (log === 'log-000001' || isWhole) && statSync(join(sound, log)).size < 4000;
  };
  for (let turns = 0; turns < 300_000 && !isDone(); turns++) await turn();
}

const objectOf = (name: string, n: number) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { text: String(n) } },
  metadata: { name, uid: name, creationTimestamp: '2026-01-01T00:00:00Z', resourceVersion: '' },
});

function textOf(store: Store): string {
  const held = store.state().held.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return JSON.stringify(held.map(({ key, value, revision }) => [key, value, revision]));
}

let copies = 0;
async function judged(damage: (folder: string) => void): Promise<void> {
  const folder = join(place, `copy-${++copies}`);
  cpSync(sound, folder, { recursive: true });
  for (const name of namesIn(folder, 'lock-')) rmSync(join(folder, name));
  damage(folder);
  try {
    await expectJudged(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A message that says which file is meant, and where in it. */
const located = /(log|snapshot)-\d+: (damaged( from byte \d+.*)?|missing, .*|not a log .*)/;

async function expectJudged(folder: string): Promise<void> {
  const found = await checkData(folder).catch((error: unknown) => error as Error);
  if (found instanceof Error) {
    expect(found).toBeInstanceOf(DataError);
    expect(found.message).toMatch(located);
    await expect(started(folder)).rejects.toThrow(DataError);
    return;
  }
  const { problem, revision } = found;
  if (problem === undefined) {
    expect(await started(folder)).toBe(states[revision]);
    return;
  }
  expect(`${problem.path}: ${problem.text}`).toMatch(located);
  await expect(started(folder)).rejects.toThrow(problem.path);
  await expect(readData(folder)).rejects.toThrow(DataError);
  if (problem.loses === undefined) return;
  expect(await repairData(folder)).toBe(problem.loses);
  expect(await started(folder)).toBe(states[revision]);
}

/** What a server that starts finds. */
async function started(folder: string): Promise<string> {
  const data = await openData(folder, { durability: 'relaxed', turn, onFailure: () => undefined });
  try {
    const store = new MemoryStore({ clock: new VirtualClock({ start: data.time ?? 0 }) });
    data.loadInto(store);
    const text = data.revision === 0 ? '' : textOf(store);
    store.close();
    return text;
  } finally {
    await data.close();
  }
}

const places = {
  kind: fc.constantFrom('log' as const, 'snapshot' as const),
  ...{ file: fc.nat(), at: fc.nat(), other: fc.nat() },
};

describe('a folder of data is refused, with the place, or holds what was written, when', () => {
  it('has several logs and snapshots, and is sound', async () => {
    expect(namesIn(sound, 'log-').length).toBeGreaterThan(3);
    expect(namesIn(sound, 'snapshot').length).toBeGreaterThan(2);
    expect((await checkData(sound)).revision).toBe(writes);
    expect(await started(sound)).toBe(states[writes]);
  });

  it.each(Object.entries(damages))('%s', async (_, damage) => {
    await fc.assert(
      fc.asyncProperty(fc.record(places), (where) => judged((folder) => damage(folder, where))),
      { numRuns: 8 },
    );
  });
});

it.each<[what: string, change: (records: Buffer[]) => Buffer[], text: RegExp]>([
  [
    'that lacks writes in its middle',
    (records) => records.toSpliced(2, 3),
    /^damaged from byte \d+: revision \d+ follows revision \d+$/,
  ],
  [
    'with a write twice',
    (records) => records.toSpliced(1, 0, records[0]!),
    /^damaged from byte \d+: revision (\d+) follows revision \1$/,
  ],
])('a log %s is damaged, and a repair keeps what is before', async (_, change, text) => {
  const folder = join(place, 'one');
  cpSync(sound, folder, { recursive: true });
  try {
    const path = join(folder, namesIn(folder, 'log-').at(-1)!);
    const records = recordsOf(path).filter((record) => record.includes('"revision"'));
    write(
      path,
      change([
        ...records,
        ...records.map(next(records.length)),
        ...records.map(next(2 * records.length)),
      ]),
    );
    const { problem } = await checkData(folder);
    expect(problem?.path).toBe(path);
    expect(problem?.text).toMatch(text);
    expect(problem?.loses).toMatch(/^the writes behind revision \d+$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A later write like this one. */
function next(by: number): (record: Buffer) => Buffer {
  return (record) =>
    forged(record, (head, body) => {
      const revision = (head.revision as number) + by;
      const object = JSON.parse(body) as { metadata: Fields };
      object.metadata.resourceVersion = String(revision);
      return [
        { ...head, revision, time: (head.time as number) + by * 100 },
        JSON.stringify(object),
      ];
    });
}

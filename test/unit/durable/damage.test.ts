/**
 * Folders of data that are damaged in every way that we know: a check says where, a start refuses them alike, or what they hold
 * is what was written, up to some write. Nothing else ever happens.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineTimers, VirtualClock } from '#clock';
import { checkData, DataError, openData, readData, repairData } from '#durable';
import { MemoryStore } from '#store';
import { damages, forged, namesIn, recordsOf, write, type Fields } from '../../support/damage.ts';
import { fillFolder, textOf } from '../../support/data-folder.ts';

const { turn } = machineTimers();
/** A sound folder with several logs and snapshots, and its objects after each revision. */
let sound: string;
let states: readonly string[];
let place: string;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'orrery-damage-'));
  sound = join(place, 'sound');
  states = await fillFolder(sound);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

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
    expect((await checkData(sound)).revision).toBe(states.length - 1);
    expect(await started(sound)).toBe(states.at(-1));
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

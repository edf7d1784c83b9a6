/** What is found wrong with a folder of data, file by file, and what a repair takes away. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkData, repairData } from '#durable';
import type { Change } from '#store';
import { fileHead, markOf, recordOf } from '../../../src/durable/record.ts';
import type { FolderLock } from '../../../src/durable/lock.ts';
import { writeSnapshot } from '../../../src/durable/snapshot.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-check-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string): string => join(folder, name);
const object = (revision: number) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap' },
  metadata: { name: 'a', uid: 'u', creationTimestamp: '', resourceVersion: String(revision) },
});
const write = (revision: number): Buffer => {
  const of = { revision, time: revision, bucket: 'configmaps', key: 'a', origin: { actor: 'x' } };
  return recordOf({ ...of, type: 'updated', value: object(revision) } as Change, undefined);
};
const mark = markOf(2);
const damagedAt = expect.stringMatching(/^damaged from byte \d+$/) as string;
const zeros = Buffer.alloc(5);
/** A record that is as long as before, and wrong. */
const damaged = (record: Buffer): Buffer => {
  const bytes = Buffer.from(record);
  bytes[bytes.length - 1]! ^= 1;
  return bytes;
};

function log(number: number, ...records: readonly Uint8Array[]): void {
  writeFileSync(path(`log-00000${number}`), Buffer.concat([fileHead, ...records]));
}

async function snapshot(number: number, revision: number, isDamaged = false): Promise<void> {
  const value = object(revision);
  const held = [{ bucket: 'configmaps', key: 'a', revision, created: 1, value }];
  const signal = new AbortController().signal;
  const turn = (): Promise<void> => Promise.resolve();
  await writeSnapshot(
    folder,
    number,
    { revision, time: 0, held },
    { turn, signal, lock: unlocked },
  );
  if (!isDamaged) return;
  const file = path(`snapshot-00000${number}`);
  writeFileSync(file, damaged(readFileSync(file)));
}

/** No other process is here. */
const unlocked: FolderLock = {
  ...{ number: 1, isTaken: false },
  beat: () => Promise.resolve(),
  confirm: () => undefined,
  release: () => Promise.resolve(),
};

/** The files of a folder, without the lock that says it is not in use. */
const names = (): string[] => readdirSync(folder).filter((name) => !name.startsWith('lock-'));

interface Expected {
  readonly revision: number;
  /** Of each file: name, records, and what is not whole. */
  readonly files: readonly (readonly [name: string, records: number, more?: object])[];
  readonly problem?: { readonly at: string; readonly text: string; readonly loses?: string };
  /** What is in the folder after a repair; absent: it is refused, or changes nothing. */
  readonly repaired?: readonly string[];
}

const size = (...records: readonly Uint8Array[]): number =>
  records.reduce((sum, { length }) => sum + length, fileHead.length);
const one = write(1).length;

describe('a folder of data', () => {
  it.each<[what: string, make: () => unknown, expected: Expected]>([
    ['is empty', () => undefined, { revision: 0, files: [] }],
    [
      'has one log',
      () => log(1, write(1), mark, write(2), mark),
      { revision: 2, files: [['log-000001', 4]] },
    ],
    ['has a log without writes', () => log(1, mark), { revision: 0, files: [['log-000001', 1]] }],
    [
      'has a log that was just made',
      () => writeFileSync(path('log-000001'), fileHead.subarray(0, 4)),
      { revision: 0, files: [['log-000001', 0, { torn: 4 }]] },
    ],
    [
      'ends in the middle of a write',
      () => log(1, write(1), write(2).subarray(0, 20)),
      { revision: 1, files: [['log-000001', 1, { torn: 20 }]] },
    ],
    [
      'begins with a snapshot',
      async () => {
        await snapshot(2, 5);
        log(2, write(6));
      },
      {
        revision: 6,
        files: [
          ['snapshot-000002', 1],
          ['log-000002', 1],
        ],
      },
    ],
    [
      'has a write without a revision',
      () => log(1, write(0), mark),
      {
        revision: 0,
        files: [['log-000001', 0, { problem: expect.stringContaining('its revision is 0') }]],
        problem: {
          at: 'log-000001',
          text: expect.stringContaining('its revision is 0') as string,
          loses: 'the writes behind revision 0',
        },
        repaired: ['log-000001', 'log-000001.damaged'],
      },
    ],
    [
      'has nothing behind its snapshot',
      async () => {
        await snapshot(2, 5);
        log(2, mark);
      },
      {
        revision: 5,
        files: [
          ['snapshot-000002', 1],
          ['log-000002', 1],
        ],
      },
    ],
    [
      'has a whole past and a damaged snapshot',
      async () => {
        log(1, write(1));
        await snapshot(2, 1, true);
        log(2, write(2));
      },
      {
        revision: 2,
        files: [
          ['log-000001', 1],
          ['snapshot-000002', 0, { problem: damagedAt }],
          ['log-000002', 1],
        ],
      },
    ],
    [
      'is damaged in its only log',
      () => log(1, write(1), damaged(write(2)), write(3)),
      {
        revision: 1,
        files: [['log-000001', 1, { problem: expect.stringMatching(/^damaged from byte/) }]],
        problem: {
          at: 'log-000001',
          text: `damaged from byte ${size(write(1))} to ${size(write(1), write(2))}, with whole records behind it`,
          loses: 'the writes behind revision 1',
        },
        repaired: ['log-000001', 'log-000001.damaged'],
      },
    ],
    [
      'is damaged where it begins',
      () => log(1, damaged(write(1)), write(2)),
      {
        revision: 0,
        files: [['log-000001', 0, { problem: expect.stringMatching(/^damaged from byte/) }]],
        problem: {
          at: 'log-000001',
          text: `damaged from byte ${fileHead.length} to ${fileHead.length + one}, with whole records behind it`,
          loses: 'the writes behind revision 0',
        },
        repaired: ['log-000001', 'log-000001.damaged'],
      },
    ],
    [
      'ends early in a log that another one follows',
      () => {
        log(1, write(1), zeros);
        log(2, write(2));
      },
      {
        revision: 1,
        files: [
          ['log-000001', 1, { problem: expect.stringMatching(/^damaged from byte/) }],
          ['log-000002', 1],
        ],
        problem: {
          at: 'log-000001',
          text: `damaged from byte ${size(write(1))}, with a later log beside it`,
          loses: 'the writes behind revision 1',
        },
        repaired: ['log-000001', 'log-000001.damaged', 'log-000002.damaged'],
      },
    ],
    [
      'has a log that was never begun before another',
      () => {
        log(1, write(1));
        writeFileSync(path('log-000002'), fileHead.subarray(0, 3));
        log(3, write(2));
      },
      {
        revision: 1,
        files: [
          ['log-000001', 1],
          ['log-000002', 0, { problem: 'damaged from byte 0, with a later log beside it' }],
          ['log-000003', 1],
        ],
        problem: {
          at: 'log-000002',
          text: 'damaged from byte 0, with a later log beside it',
          loses: 'the writes behind revision 1',
        },
        repaired: ['log-000001', 'log-000002.damaged', 'log-000003.damaged'],
      },
    ],
    [
      'is damaged before a snapshot',
      async () => {
        log(1, write(1), damaged(write(2)), write(3));
        await snapshot(2, 3);
        log(2, write(4));
      },
      {
        revision: 4,
        files: [
          ['log-000001', 1, { problem: expect.stringMatching(/^damaged from byte/) }],
          ['snapshot-000002', 1],
          ['log-000002', 1],
        ],
        problem: {
          at: 'log-000001',
          text: `damaged from byte ${size(write(1))} to ${size(write(1), write(2))}, with whole records behind it`,
          loses: 'the past before revision 3',
        },
        repaired: ['log-000001.damaged', 'log-000002', 'snapshot-000002'],
      },
    ],
    [
      'is damaged before a snapshot and behind it',
      async () => {
        log(1, zeros);
        await snapshot(2, 3);
        log(2, write(4), zeros);
        log(3, write(5));
      },
      {
        revision: 4,
        files: [
          ['log-000001', 0, { problem: expect.stringMatching(/^damaged from byte/) }],
          ['snapshot-000002', 1],
          ['log-000002', 1, { problem: expect.stringMatching(/^damaged from byte/) }],
          ['log-000003', 1],
        ],
        problem: {
          at: 'log-000001',
          text: `damaged from byte ${fileHead.length}, with a later log beside it`,
          loses: 'the past before revision 3, and the writes behind revision 4',
        },
        repaired: [
          'log-000001.damaged',
          'log-000002',
          'log-000002.damaged',
          'log-000003.damaged',
          'snapshot-000002',
        ],
      },
    ],
    [
      'has a damaged snapshot at its beginning, and a later one',
      async () => {
        await snapshot(2, 3, true);
        log(2, write(4));
        await snapshot(3, 4);
        log(3, write(5));
      },
      {
        revision: 5,
        files: [
          ['snapshot-000002', 0, { problem: damagedAt }],
          ['log-000002', 1],
          ['snapshot-000003', 1],
          ['log-000003', 1],
        ],
        problem: { at: 'snapshot-000002', text: damagedAt, loses: 'the past before revision 4' },
        repaired: [
          'log-000002.damaged',
          'log-000003',
          'snapshot-000002.damaged',
          'snapshot-000003',
        ],
      },
    ],
    [
      'has a damaged snapshot that a start does not read, before damage',
      async () => {
        log(1, write(1));
        await snapshot(2, 1, true);
        log(2, write(2), zeros);
        log(3, write(3));
      },
      {
        revision: 2,
        files: [
          ['log-000001', 1],
          ['snapshot-000002', 0, { problem: damagedAt }],
          ['log-000002', 1, { problem: expect.stringMatching(/^damaged from byte/) }],
          ['log-000003', 1],
        ],
        problem: {
          at: 'log-000002',
          text: `damaged from byte ${size(write(2))}, with a later log beside it`,
          loses: 'the writes behind revision 2',
        },
        repaired: [
          ...['log-000001', 'log-000002', 'log-000002.damaged', 'log-000003.damaged'],
          'snapshot-000002',
        ],
      },
    ],
    [
      'has only a damaged snapshot',
      async () => {
        await snapshot(2, 3, true);
        log(2, write(4));
      },
      {
        revision: 0,
        files: [
          ['snapshot-000002', 0, { problem: damagedAt }],
          ['log-000002', 1],
        ],
        problem: {
          at: 'snapshot-000002',
          text: expect.stringMatching(/^damaged from byte \d+; no other state is whole$/) as string,
        },
      },
    ],
  ])('that %s', async (_, make, { revision, files, problem, repaired }) => {
    await make();
    const before = names();
    const found = await checkData(folder);
    expect(found.revision).toBe(revision);
    expect(found.files).toEqual(
      files.map(([name, records, more]) => ({
        ...{ path: path(name), records, bytes: statSync(path(name)).size },
        ...more,
      })),
    );
    const { at, ...why } = problem ?? {};
    expect(found.problem).toEqual(at === undefined ? undefined : { path: path(at), ...why });
    expect(names()).toEqual(before);
    if (at !== undefined && repaired === undefined) {
      await expect(repairData(folder)).rejects.toThrow(`${path(at)}: ${found.problem!.text}`);
    } else {
      expect(await repairData(folder)).toBe(problem?.loses);
      const after = await checkData(folder);
      expect([after.problem, after.revision]).toEqual([undefined, revision]);
    }
    expect(names()).toEqual(repaired ?? before);
  });

  it('keeps what a repair takes from a log beside it', async () => {
    const rest = [damaged(write(2)), write(3)];
    log(1, write(1), ...rest);
    await repairData(folder);
    expect(readFileSync(path('log-000001'))).toEqual(Buffer.concat([fileHead, write(1)]));
    expect(readFileSync(path('log-000001.damaged'))).toEqual(Buffer.concat(rest));
  });

  it('is free again when it has been looked at, whatever was found', async () => {
    log(1, write(1));
    log(3, write(2));
    for (const look of [checkData, repairData]) {
      for (let times = 0; times < 2; times++) await expect(look(folder)).rejects.toThrow('missing');
    }
    log(2);
    expect((await checkData(folder)).revision).toBe(2);
  });
});

/** Which files of a folder of data are read, which are left over, and which are missing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesOf, logPath, snapshotPath } from '../../../src/durable/folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** `L2 S3` stands for the second log and the third snapshot. */
function make(names: string): void {
  for (const name of names.split(' ').filter((each) => each !== '')) {
    const path = name.startsWith('S') ? snapshotPath : logPath;
    writeFileSync(
      /^[LS]\d+$/.test(name) ? path(folder, Number(name.slice(1))) : join(folder, name),
      '',
    );
  }
}

it.each<[names: string, logs: number[], snapshots: number[], leftovers?: string[]]>([
  ['', [], []],
  ['L1', [1], []],
  ['L1 L2 L3', [1, 2, 3], []],
  ['L1 L2 S2', [1, 2], [2]],
  ['L2 S2', [2], [2]],
  ['L9 L10 S9', [9, 10], [9]],
  ['L1000000 S1000000', [1_000_000], [1_000_000]],
  ['L2 L3 L4 S2 S4', [2, 3, 4], [2, 4]],
  ['L2 L3 S3', [3], [3], ['log-000002']],
  ['L1 L2 S2 snapshot-000003.tmp', [1, 2], [2], ['snapshot-000003.tmp']],
  ['snapshot-000002.tmp', [], [], ['snapshot-000002.tmp']],
  ['L1 lock log-000002.damaged other log-2', [1], []],
])('of %j these are read', (names, logs, snapshots, leftovers = []) => {
  make(names);
  expect(filesOf(folder)).toEqual({
    ...{ logs, snapshots, leftovers: leftovers.map((name) => join(folder, name)) },
  });
});

it.each([
  ['L2', 'snapshot-000002'],
  ['L2 L3', 'snapshot-000002'],
  ['L1 L3', 'log-000002'],
  ['S2', 'log-000002'],
  ['L2 L4 S2', 'log-000003'],
  ['L1 S2', 'log-000002'],
  ['L1 S2 S3', 'log-000002'],
  ['L1 L2 S2 S3', 'log-000003'],
  ['L2 S2 S3 S4', 'log-000003'],
])('of %j %s is missing', (names, lost) => {
  make(names);
  expect(() => filesOf(folder)).toThrow(
    `${join(folder, lost)}: missing, with later files beside it`,
  );
});

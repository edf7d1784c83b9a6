/** What a folder of data holds, read whole. */
import { readFileSync, statSync } from 'node:fs';
import type { StoreState } from '#store';
import { DataError } from './errors.ts';
import { filesOf, logPath, snapshotPath } from './folder.ts';
import { fileHead, keptOf } from './record.ts';
import { checkLog } from './scan.ts';
import { readSnapshot } from './snapshot.ts';

/** A log whose records are whole, up to its end. */
export interface ReadLog {
  readonly number: number;
  readonly path: string;
  readonly records: readonly Buffer[];
  /** The end of the last of them, in bytes; 0 for a file that was made and has nothing yet. */
  readonly end: number;
  /** Bytes behind that. */
  readonly rest: number;
  /** Where a whole record follows the first bad bytes: then these are damaged. */
  readonly resumesAt?: number | undefined;
}

/** A place from which a store can begin. */
export interface Generation {
  /** Of the first log to be read then. */
  readonly number: number;
  /** Of the state at its beginning; 0: nothing. */
  readonly revision: number;
}

export interface Contents {
  /** What the first log follows; absent: nothing. */
  readonly state: StoreState | undefined;
  readonly logs: readonly ReadLog[];
  /** In order; the first is the one that was read. None for a new folder. */
  readonly generations: readonly Generation[];
  /** Bytes of the latest snapshot; 0: there is none. */
  readonly snapshotBytes: number;
  readonly leftovers: readonly string[];
}

/**
 * @param beat called between two files: reading one may take seconds
 * @throws {DataError} when it is damaged, or of a newer version
 */
export async function contentsOf(folder: string, beat: () => Promise<void>): Promise<Contents> {
  const { logs, snapshots, leftovers } = filesOf(folder);
  const [first] = logs;
  const state = first === undefined || first === 1 ? undefined : readSnapshot(folder, first);
  const read: ReadLog[] = [];
  for (const number of logs) {
    await beat();
    const log = readLog(folder, number);
    read.push(log);
    const problem = problemOf(log, number === logs.at(-1));
    if (problem === undefined) continue;
    throw new DataError(
      `${log.path}: ${problem}; nothing was changed: \`orrery data check ${folder}\` says what a repair would lose`,
    );
  }
  const generations = first === undefined ? [] : generationsOf(first, state, snapshots, read);
  const latest = snapshots.at(-1);
  const snapshotBytes = latest === undefined ? 0 : statSync(snapshotPath(folder, latest)).size;
  return { state, logs: read, generations, snapshotBytes, leftovers };
}

function generationsOf(
  first: number,
  state: StoreState | undefined,
  snapshots: readonly number[],
  logs: readonly ReadLog[],
): Generation[] {
  const all = [{ number: first, revision: state?.revision ?? 0 }];
  for (const number of snapshots) {
    if (number <= first) continue;
    const before = logs.filter((log) => log.number < number);
    all.push({ number, revision: lastRevision(before) ?? all[0]!.revision });
  }
  return all;
}

/** What is wrong with a log; undefined when it is sound: only the last may end in the middle of a write. */
export function problemOf(log: ReadLog, isLast: boolean): string | undefined {
  const { end, rest, resumesAt } = log;
  if (resumesAt !== undefined) {
    return `damaged from byte ${end} to ${resumesAt}, with whole records behind it`;
  }
  return rest > 0 && !isLast ? `damaged from byte ${end}, with a later log beside it` : undefined;
}

/** @throws {DataError} for a file that is not a log, or has another version */
export function readLog(folder: string, number: number): ReadLog {
  const path = logPath(folder, number);
  const bytes = readFileSync(path);
  const records: Buffer[] = [];
  // The process ended while it was made.
  if (bytes.length < fileHead.length && fileHead.subarray(0, bytes.length).equals(bytes)) {
    return { number, path, records, end: 0, rest: bytes.length };
  }
  const { end, rest, resumesAt } = checkLog(bytes, path, (record) => void records.push(record));
  return { number, path, records, end, rest, resumesAt };
}

/** The revision of the latest write in some logs; undefined: there is none. */
export function lastRevision(logs: readonly ReadLog[]): number | undefined {
  for (const { records } of logs.toReversed()) {
    for (let at = records.length - 1; at >= 0; at--) {
      const { write } = keptOf(records[at]!);
      if (write !== undefined) return write.of.revision;
    }
  }
  return undefined;
}

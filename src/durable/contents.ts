/** What a folder of data holds, read whole. */
import { statSync } from 'node:fs';
import type { Millis } from '#clock';
import type { StoreState } from '#store';
import { entryOf, Fault, type Entry } from './entry.ts';
import { DataError } from './errors.ts';
import { filesOf, logPath, snapshotPath } from './folder.ts';
import { reading } from './pieces.ts';
import { fileHead, frameBytes } from './record.ts';
import { checkLog } from './scan.ts';
import { readSnapshot } from './snapshot.ts';

/** A log whose records are whole, up to its end. */
export interface ReadLog {
  readonly number: number;
  readonly path: string;
  readonly records: readonly Entry[];
  /** The end of the last of them, in bytes; 0 for a file that was made and has nothing yet. */
  readonly end: number;
  /** Bytes behind that. */
  readonly rest: number;
  /** Where a whole record follows the first bad bytes: then these are damaged. */
  readonly resumesAt?: number | undefined;
  /** Why the record at the end is none, though its bytes are as they were written. */
  readonly fault?: string;
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
  let place: Place = state ?? { revision: 0, time: undefined };
  for (const number of logs) {
    await beat();
    const whole = readLog(folder, number);
    const wrong = number === first && state ? misplaced(state.revision, whole) : undefined;
    if (wrong !== undefined) throw refusal(folder, snapshotPath(folder, number), wrong);
    const { log, after } = followed(whole, place);
    place = after;
    read.push(log);
    const problem = problemOf(log, number === logs.at(-1));
    if (problem !== undefined) throw refusal(folder, log.path, problem);
  }
  const generations = first === undefined ? [] : generationsOf(first, state, snapshots, read);
  const latest = snapshots.at(-1);
  const snapshotBytes = latest === undefined ? 0 : statSync(snapshotPath(folder, latest)).size;
  return { state, logs: read, generations, snapshotBytes, leftovers };
}

function refusal(folder: string, path: string, problem: string): DataError {
  return new DataError(
    `${path}: ${problem}; nothing was changed: \`orrery data check ${folder}\` says what a repair would lose`,
  );
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

/**
 * Returns what is wrong with a log; undefined when it is sound: only the last may end in the middle
 * of a write.
 */
export function problemOf(log: ReadLog, isLast: boolean): string | undefined {
  const { end, rest, resumesAt, fault } = log;
  if (fault !== undefined) return `damaged from byte ${end}: ${fault}`;
  if (resumesAt !== undefined) {
    return `damaged from byte ${end} to ${resumesAt}, with whole records behind it`;
  }
  return rest > 0 && !isLast ? `damaged from byte ${end}, with a later log beside it` : undefined;
}

/** @throws {DataError} for a file that is not a log, has another version, or cannot be read */
export function readLog(folder: string, number: number): ReadLog {
  const path = logPath(folder, number);
  const beginning = reading(path, (file) => file.read(0, fileHead.length));
  const records: Entry[] = [];
  // The process ended while it was made.
  const { length: rest } = beginning;
  if (rest < fileHead.length && fileHead.subarray(0, rest).equals(beginning)) {
    return { number, path, records, end: 0, rest };
  }
  let fault: string | undefined;
  let end = fileHead.length;
  const whole = checkLog(path, (record) => {
    end += frameBytes + record.length;
    const entry = fault === undefined ? entryOf(record, end) : undefined;
    if (entry instanceof Fault) fault = entry.text;
    else if (entry !== undefined) records.push(entry);
  });
  const log = { number, path, records, ...whole };
  return fault === undefined ? log : cut(log, records.length, fault);
}

/** Up to where a log is followed: the next write has the next revision, and time does not go back. */
export interface Place {
  /** Undefined: any may be next. */
  readonly revision: number | undefined;
  readonly time: Millis | undefined;
}

/** Returns a log as far as it follows what is before it, and where it ends. */
export function followed(
  log: ReadLog,
  before: Place,
): { readonly log: ReadLog; readonly after: Place } {
  let { revision, time = -Infinity } = before;
  for (const [at, entry] of log.records.entries()) {
    const isNext =
      entry.revision === undefined || revision === undefined || entry.revision === revision + 1;
    const fault = !isNext
      ? `revision ${entry.revision} follows revision ${revision}`
      : entry.time < time
        ? `its time is ${time - entry.time} ms before the time of the record before it`
        : undefined;
    if (fault !== undefined) return { log: cut(log, at, fault), after: { revision, time } };
    ({ time } = entry);
    revision = entry.revision ?? revision;
  }
  return { log, after: { revision, time } };
}

/**
 * Returns why a state cannot be the one at the beginning of a log; undefined: it may be. Of the
 * state, the log, and what is before both, two agree: where the log lacks its first writes, the state
 * is right.
 */
export function misplaced(revision: number, log: ReadLog, before?: Place): string | undefined {
  const next = log.records.find((entry) => entry.revision !== undefined)?.revision;
  const last = before?.revision;
  const isWrong =
    next === undefined
      ? last !== undefined && last !== revision
      : revision + 1 !== next && (revision >= next || last === next - 1);
  return isWrong
    ? `damaged: the state is of revision ${revision}, not of ${last ?? next! - 1}`
    : undefined;
}

/** Returns a log without its records from one of them on. */
function cut(log: ReadLog, at: number, fault: string): ReadLog {
  const records = log.records.slice(0, at);
  const end = records.at(-1)?.end ?? fileHead.length;
  const { number, path } = log;
  return { number, path, records, end, rest: log.end + log.rest - end, fault };
}

/** Returns the revision of the latest write in some logs; undefined: there is none. */
export function lastRevision(logs: readonly ReadLog[]): number | undefined {
  for (const { records } of logs.toReversed()) {
    const last = records.findLast(({ revision }) => revision !== undefined);
    if (last !== undefined) return last.revision;
  }
  return undefined;
}

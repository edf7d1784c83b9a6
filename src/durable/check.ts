/** What a folder of data holds, what is wrong with it, and its repair. */
import { readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import type { Millis } from '#clock';
import { followed, misplaced, problemOf, readLog, type Place, type ReadLog } from './contents.ts';
import { DataError } from './errors.ts';
import { filesOf, snapshotPath } from './folder.ts';
import { lockFolder, type FolderLock, type OnWait } from './lock.ts';
import { readReleases } from './release.ts';
import { readSnapshot } from './snapshot.ts';

export interface FolderCheck {
  /** In the order in which they are read. */
  readonly files: readonly FileCheck[];
  /** Of the latest write that a start would find, after a repair where it needs one; 0: none. */
  readonly revision: number;
  /** The name of the release that wrote it last; absent where nothing says it. */
  readonly release?: string;
  readonly problem?: Problem;
}

export interface FileCheck {
  readonly path: string;
  readonly bytes: number;
  /** Objects of a snapshot, or records of a log. */
  readonly records: number;
  /** Bytes of a write that was under way when the process ended: the next start drops them. */
  readonly torn?: number;
  readonly problem?: string;
}

export interface Problem {
  readonly path: string;
  readonly text: string;
  /** What would be lost; absent: it cannot be repaired. */
  readonly loses?: string;
}

/** A repair puts aside what it takes away. */
const aside = '.damaged';

/** Changes nothing. @throws {DataError} for a folder that is in use, of a newer version, or lacks a file */
export function checkData(folder: string, onWait?: OnWait): Promise<FolderCheck> {
  return locked(folder, onWait, async (lock) => {
    const examined = await examine(folder, lock);
    const { files, best } = examined;
    const problem = problemIn(examined);
    const release = readReleases(folder).at(-1)?.name;
    return {
      ...{ files, revision: best?.end ?? 0 },
      ...(release !== undefined && { release }),
      ...(problem !== undefined && { problem }),
    };
  });
}

/**
 * Makes a damaged folder readable. What it takes away stays beside it, in files that end in `.damaged`.
 * @returns what was lost; undefined when the folder was sound
 * @throws {DataError} when it cannot be repaired
 */
export function repairData(folder: string, onWait?: OnWait): Promise<string | undefined> {
  return locked(folder, onWait, async (lock) => {
    const examined = await examine(folder, lock);
    const problem = problemIn(examined);
    if (problem === undefined) return undefined;
    const { best, logs, states } = examined;
    if (best === undefined) throw new DataError(`${problem.path}: ${problem.text}`);
    const { number: first, bad } = best;
    lock.confirm();
    if (bad !== undefined && bad.end > 0) {
      const bytes = readFileSync(bad.path);
      writeFileSync(bad.path + aside, bytes.subarray(bad.end));
      truncateSync(bad.path, bad.end);
    }
    const isKept = (number: number): boolean =>
      number >= first && (bad === undefined || number < bad.number);
    for (const { number, path } of [...states, ...logs]) {
      if (!isKept(number) && !(number === bad?.number && bad.end > 0))
        renameSync(path, path + aside);
    }
    return problem.loses;
  });
}

async function locked<T>(
  folder: string,
  onWait: OnWait | undefined,
  work: (lock: FolderLock) => Promise<T>,
): Promise<T> {
  const lock = await lockFolder(folder, { onWait });
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

interface State {
  readonly number: number;
  readonly path: string;
  readonly objects: number;
  /** What the store continues from; absent: there is a problem. */
  readonly place?: { readonly revision: number; readonly time: Millis };
  readonly problem?: string;
}

/** What a store finds that begins in one place, up to the first damage. */
interface Reading {
  /** Of the first log. */
  readonly number: number;
  /** The revision before it. */
  readonly begin: number;
  /** The revision of the last write that is found. */
  readonly end: number;
  /** Where it ends too early. */
  readonly bad: ReadLog | undefined;
}

interface Examined {
  readonly files: readonly FileCheck[];
  readonly states: readonly State[];
  readonly logs: readonly ReadLog[];
  /** The one that finds most, and of those the one with the longest past. Absent: nothing can be read. */
  readonly best: Reading | undefined;
}

async function examine(folder: string, lock: FolderLock): Promise<Examined> {
  const { logs: numbers, snapshots } = filesOf(folder);
  const states: State[] = [];
  const logs: ReadLog[] = [];
  for (const number of snapshots) {
    await lock.beat();
    states.push(stateAt(folder, number));
  }
  for (const number of numbers) {
    await lock.beat();
    logs.push(readLog(folder, number));
  }
  const first = numbers[0] ?? 1;
  const isWhole = first === 1;
  const begin = isWhole
    ? nothing
    : (states.find(({ number }) => number === first)?.place ?? anything);
  const shown = allFollowed(logs, begin);
  const fitting = states.map((state) => {
    const at = logs.findIndex(({ number }) => number === state.number);
    return fittingState(state, logs[at]!, state.number === first ? undefined : shown[at]!.before);
  });
  const files = shown.flatMap(({ log }) => [
    ...fitting.filter(({ number }) => number === log.number).map(fileOfState),
    fileOfLog(log, logs),
  ]);
  const starts = [...(isWhole ? [{ number: 1, place: nothing }] : []), ...fitting];
  const readings = starts.flatMap(({ number, place }) =>
    place === undefined ? [] : readingFrom(number, place, logs),
  );
  const most = Math.max(...readings.map(({ end }) => end));
  return { files, states: fitting, logs, best: readings.find(({ end }) => end === most) };
}

/** Before the first write. */
const nothing = { revision: 0, time: undefined };
const anything: Place = { revision: undefined, time: undefined };

/** Each log as far as it follows those before it; behind damage it is not known what should follow. */
function allFollowed(
  logs: readonly ReadLog[],
  begin: Place,
): { readonly log: ReadLog; readonly before: Place }[] {
  let place = begin;
  return logs.map((each) => {
    const before = place;
    const { log, after } = followed(each, before);
    place = problemOf(log, log.number === logs.at(-1)!.number) === undefined ? after : anything;
    return { log, before };
  });
}

/** A state that is whole, but not that of its place, is damaged too. */
function fittingState(state: State, log: ReadLog, before: Place | undefined): State {
  const { number, path, objects, place } = state;
  const problem = place && misplaced(place.revision, log, before);
  return problem === undefined ? state : { number, path, objects, problem };
}

function stateAt(folder: string, number: number): State {
  const path = snapshotPath(folder, number);
  try {
    const { revision, time, held } = readSnapshot(folder, number);
    return { number, path, objects: held.length, place: { revision, time } };
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return {
      number,
      path,
      objects: 0,
      problem: error.message.slice(path.length + 2).split(';', 1)[0]!,
    };
  }
}

function fileOfState({ path, objects, problem }: State): FileCheck {
  const { size: bytes } = statSync(path);
  return { path, bytes, records: objects, ...(problem !== undefined && { problem }) };
}

function fileOfLog(log: ReadLog, all: readonly ReadLog[]): FileCheck {
  const { number, path, records, rest } = log;
  const problem = problemOf(log, number === all.at(-1)!.number);
  return {
    ...{ path, bytes: statSync(path).size, records: records.length },
    ...(problem !== undefined ? { problem } : rest > 0 && { torn: rest }),
  };
}

function readingFrom(
  number: number,
  begin: Place & { readonly revision: number },
  all: readonly ReadLog[],
): Reading {
  let place: Place = begin;
  let bad: ReadLog | undefined;
  for (const each of all.filter((log) => log.number >= number)) {
    const { log, after } = followed(each, place);
    place = after;
    if (problemOf(log, log.number === all.at(-1)!.number) === undefined) continue;
    bad = log;
    break;
  }
  return { number, begin: begin.revision, end: place.revision ?? begin.revision, bad };
}

/** Returns why a start refuses the folder. */
function problemIn({ files, states, logs, best }: Examined): Problem | undefined {
  const base = logs[0]?.number ?? 1;
  if (best !== undefined && best.number === base && best.bad === undefined) return undefined;
  const { path, problem = '' } =
    files.find((file) => file.problem !== undefined && isRead(file.path, base, states, logs)) ??
    files.find((file) => file.problem !== undefined)!;
  if (best === undefined) return { path, text: `${problem}; no other state is whole` };
  const lost = [
    ...(best.number > base ? [`the past before revision ${best.begin}`] : []),
    ...(best.bad === undefined ? [] : [`the writes behind revision ${best.end}`]),
  ];
  return { path, text: problem, loses: lost.join(', and ') };
}

/** A start reads the first snapshot, and all logs. */
function isRead(
  path: string,
  base: number,
  states: readonly State[],
  logs: readonly ReadLog[],
): boolean {
  const state = states.find((each) => each.number === base);
  return path === state?.path || logs.some((log) => log.path === path);
}

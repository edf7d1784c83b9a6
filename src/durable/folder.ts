/**
 * The files of a folder of data. Writes are in logs with consecutive numbers. A snapshot with the number of a log holds
 * the state at its beginning; the first log begins with nothing.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DataError } from './errors.ts';

const digits = 6;
const unfinished = '.tmp';

export const logPath = (folder: string, number: number): string => path(folder, 'log', number);
export const snapshotPath = (folder: string, number: number): string =>
  path(folder, 'snapshot', number);

/** Where a file is written that gets its name once it is whole. */
export const unfinishedPath = (file: string): string => file + unfinished;

function path(folder: string, kind: string, number: number): string {
  return join(folder, `${kind}-${String(number).padStart(digits, '0')}`);
}

export interface Files {
  /** Numbers of the logs, each one more than the one before; none for a new folder. */
  readonly logs: readonly number[];
  /** Numbers of the snapshots: all logs follow the first. Before log 1 there was nothing, without a snapshot. */
  readonly snapshots: readonly number[];
  /** What is no longer needed, or was not finished. */
  readonly leftovers: readonly string[];
}

/** @throws {DataError} when a log is missing */
export function filesOf(folder: string): Files {
  const names = readdirSync(folder);
  const numbers = (kind: string): number[] =>
    names
      .flatMap((name) => new RegExp(`^${kind}-(\\d{${digits},})$`).exec(name)?.[1] ?? [])
      .map(Number)
      .sort((one, other) => one - other);
  const [logs, snapshots] = [numbers('log'), numbers('snapshot')];
  const first = logs[0] === 1 ? 1 : snapshots[0];
  if (first === undefined) {
    if (logs.length > 0) throw missing(snapshotPath(folder, logs[0]!));
    return { logs, snapshots, leftovers: unfinishedIn(folder, names) };
  }
  const last = Math.max(logs.at(-1) ?? 0, snapshots.at(-1) ?? 0);
  const range = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const lost = range.find((number) => !logs.includes(number));
  if (lost !== undefined) throw missing(logPath(folder, lost));
  const old = logs.filter((number) => number < first).map((number) => logPath(folder, number));
  return {
    logs: range,
    snapshots,
    leftovers: [...old, ...unfinishedIn(folder, names)],
  };
}

function unfinishedIn(folder: string, names: readonly string[]): string[] {
  return names.filter((name) => name.endsWith(unfinished)).map((name) => join(folder, name));
}

function missing(file: string): DataError {
  return new DataError(`${file}: missing, with later files beside it; put back a copy of the file`);
}

/** @throws {DataError} for a file that cannot be read: of another user, a folder, too large */
export function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new DataError(`${path}: cannot be read (${(error as Error).message})`);
  }
}

export function remove(files: readonly string[]): void {
  for (const file of files) rmSync(file, { force: true });
}

/** The names in a folder are on the disk once it is flushed itself. */
export async function flushNames(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

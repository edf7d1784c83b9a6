/**
 * The files of a folder's lock. They have consecutive numbers, and the highest one counts: who takes the folder makes the next
 * one, which only one of several can, and removes those before it. The highest is never removed, so no process that is late
 * can take a number twice, or remove the file of another than it has read.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DataError, unwritable } from './errors.ts';
import type { Owner } from './owner.ts';

/** What a lock says. Its text changes with each beat. */
export interface LockRecord {
  /** Of one who has taken the folder, once. */
  readonly id: string;
  readonly owner: Owner;
  readonly beat: number;
  /** Its owner has given the folder back. */
  readonly isFree?: true;
}

export interface LockFile {
  readonly number: number;
  readonly text: string;
  /** Absent: it is only being written, or it is that of an earlier version. */
  readonly record: LockRecord | undefined;
}

const digits = 6;
const pattern = new RegExp(`^lock-(\\d{${digits},})$`);
/** That of earlier versions. */
const oldName = 'lock';

export function lockPath(folder: string, number: number): string {
  return join(folder, number === 0 ? oldName : `lock-${String(number).padStart(digits, '0')}`);
}

/**
 * Returns the lock that counts; undefined: no process has had the folder yet. @throws {DataError}
 * when there is no folder
 */
export function latestLock(folder: string): LockFile | undefined {
  for (;;) {
    const number = numbersIn(folder).at(-1);
    if (number === undefined) return undefined;
    const file = readLock(folder, number);
    // It was removed meanwhile: then there is a later one.
    if (file !== undefined) return file;
  }
}

/** Returns undefined where there is none. */
export function readLock(folder: string, number: number): LockFile | undefined {
  try {
    const text = readFileSync(lockPath(folder, number), 'utf8');
    return { number, text, record: recordIn(text) };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/**
 * Makes the next lock. @returns whether it is the caller's: another process may have been faster
 */
export function makeLock(folder: string, number: number, record: LockRecord): boolean {
  try {
    writeFileSync(lockPath(folder, number), textOf(record), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(folder, error);
  }
  const numbers = numbersIn(folder);
  if (numbers.at(-1) !== number) {
    // This process was late: the number had been given, and its file been removed.
    rmSync(lockPath(folder, number), { force: true });
    return false;
  }
  for (const each of numbers.filter((other) => other < number)) {
    rmSync(lockPath(folder, each), { force: true });
  }
  return true;
}

/**
 * Writes a lock again, opening it by its name: on a network file system that shows what other machines have done.
 * @returns false when it is another process's by now, or gone
 */
export async function rewriteLock(
  folder: string,
  number: number,
  record: LockRecord,
): Promise<boolean> {
  try {
    const file = await open(lockPath(folder, number), 'r+');
    try {
      if (!isOf(await file.readFile('utf8'), record.id)) return false;
      await file.write(textOf(record), 0);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/**
 * Returns whether a lock is still the one with this id. It is opened: see {@link rewriteLock}. Asked
 * around each flush, and not worth a trip to another thread.
 */
export function isStill(folder: string, number: number, id: string): boolean {
  const path = lockPath(folder, number);
  try {
    return isOf(readFileSync(path, 'utf8'), id);
  } catch (error) {
    if (isGone(error)) return false;
    if (!isTooManyFiles(error)) throw unwritable(folder, error);
    // Clients have taken all file descriptors. Its name needs none.
    return existsSync(path);
  }
}

function isTooManyFiles(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EMFILE' || code === 'ENFILE';
}

/** Later beats are as long or longer, so each covers the one before. */
function textOf(record: LockRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** By its beginning: the end may be just being written. */
function isOf(text: string, id: string): boolean {
  return text.startsWith(`{"id":${JSON.stringify(id)},`);
}

function recordIn(text: string): LockRecord | undefined {
  try {
    const record = JSON.parse(text) as LockRecord | number;
    return typeof record === 'object' && typeof record.owner?.pid === 'number' ? record : undefined;
  } catch {
    return undefined;
  }
}

function numbersIn(folder: string): number[] {
  try {
    const names = readdirSync(folder);
    const old = names.includes(oldName) ? [0] : [];
    const numbers = names.flatMap((name) => pattern.exec(name)?.[1] ?? []).map(Number);
    return [...old, ...numbers.sort((one, other) => one - other)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new DataError(`${folder}: no such folder`);
    throw error;
  }
}

/** On a network file system a file that is open may have been removed, too. */
function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ESTALE';
}

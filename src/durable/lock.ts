/**
 * A folder belongs to one user at a time: a process, or one of several clusters in it; wherever these run, in containers or
 * on other machines. Its owner writes a file once a second. Who finds that file takes the folder at once when its owner is
 * shown to have ended, and else when it has not been written for ten seconds.
 */
import { machineTimers, machineWall, makeSecret, type Wall, type WallTimers } from '#clock';
import { DataError } from './errors.ts';
import {
  isStill,
  latestLock,
  makeLock,
  readLock,
  rewriteLock,
  type LockFile,
} from './lock-files.ts';
import { lifeOf, thisProcess, type Owner } from './owner.ts';

/** How often the owner says that it runs. */
export const beatMs = 1000;
const pollMs = 500;
/** This many looks in a row, {@link pollMs} apart, must find it silent: a process that was paused itself sees the others again. */
const mostSilent = 20;

/** Told when it takes seconds to see whether another process has the folder. */
export type OnWait = (text: string) => void;

export interface LockOptions {
  readonly wall?: Wall;
  readonly timers?: WallTimers;
  readonly onWait?: OnWait;
  /** Called once when another process has taken the folder: this one was paused too long. */
  readonly onLost?: (error: DataError) => void;
}

export interface FolderLock {
  /** Of its file; no owner before had it. */
  readonly number: number;
  /** Whether the owner before was only silent: where it still runs, its late writes must not count. */
  readonly isTaken: boolean;
  /** Says that the owner runs; for one that is too busy for its timer. */
  beat(): Promise<void>;
  /** @throws {DataError} when another process has taken the folder */
  confirm(): void;
  release(): Promise<void>;
}

const endless = new AbortController().signal;

/** @throws {DataError} when there is no such folder, or another has it */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<FolderLock> {
  const { wall = machineWall } = options;
  const owner = thisProcess();
  const id = makeSecret();
  for (;;) {
    const last = latestLock(folder);
    const isTaken = last !== undefined && (await isSilent(folder, last, owner, wall, options));
    const number = (last?.number ?? 0) + 1;
    if (makeLock(folder, number, { id, owner, beat: 0 })) {
      return new HeldLock(folder, number, isTaken, id, owner, options);
    }
  }
}

/** @returns true when its owner may still run, false when it does not @throws {DataError} when it does */
async function isSilent(
  folder: string,
  last: LockFile,
  here: Owner,
  wall: Wall,
  { onWait }: LockOptions,
): Promise<boolean> {
  if (last.record?.isFree === true) return false;
  const life = last.record === undefined ? 'unknown' : lifeOf(last.record.owner, here);
  if (life === 'ended') return false;
  if (life === 'runs') throw inUse(folder, last, here);
  onWait?.(
    `${folder}: waits up to ${(pollMs * mostSilent) / 1000} s to see whether ${nameOf(last, here)} still uses it`,
  );
  for (let looks = 0; looks < mostSilent; looks++) {
    await wall.sleep(pollMs, endless);
    const now = readLock(folder, last.number);
    // Somebody has taken it, or given it back: the caller finds out who.
    if (now === undefined || now.record?.isFree === true) return true;
    if (now.text !== last.text) throw inUse(folder, now, here);
  }
  return true;
}

function inUse(folder: string, file: LockFile, here: Owner): DataError {
  const owner = file.record?.owner;
  const isHere =
    owner !== undefined &&
    (['space', 'host', 'pid', 'start'] as const).every((name) => owner[name] === here[name]);
  return new DataError(
    isHere
      ? `${folder}: this process uses it already; close or dispose of that first`
      : `${folder}: ${nameOf(file, here)} uses it; stop that first`,
  );
}

function nameOf({ record }: LockFile, here: Owner): string {
  if (record === undefined) return 'another process';
  const { pid, host, space } = record.owner;
  return space !== undefined && space === here.space
    ? `process ${pid}`
    : `process ${pid} on ${host}`;
}

class HeldLock implements FolderLock {
  readonly number: number;
  readonly isTaken: boolean;
  readonly #folder: string;
  readonly #id: string;
  readonly #owner: Owner;
  readonly #timers: WallTimers;
  readonly #onLost: (error: DataError) => void;
  #beats = 0;
  /** One after the other. */
  #beating: Promise<boolean> = Promise.resolve(true);
  /** Given back, or lost. */
  #isOver = false;
  #stopTimer: () => void = () => undefined;

  constructor(
    folder: string,
    number: number,
    isTaken: boolean,
    id: string,
    owner: Owner,
    { timers = machineTimers(), onLost = () => undefined }: LockOptions,
  ) {
    this.#folder = folder;
    this.number = number;
    this.isTaken = isTaken;
    this.#id = id;
    this.#owner = owner;
    this.#timers = timers;
    this.#onLost = onLost;
    this.#beatLater();
  }

  async beat(): Promise<void> {
    this.#beating = this.#beating.then(() => this.#write());
    if (!(await this.#beating)) this.#lose();
  }

  confirm(): void {
    if (!this.#isOver && isStill(this.#folder, this.number, this.#id)) return;
    throw this.#lose();
  }

  async release(): Promise<void> {
    if (this.#isOver) return;
    this.#end();
    await this.#beating;
    await this.#write(true);
  }

  #beatLater(): void {
    this.#stopTimer = this.#timers.after(beatMs, () => {
      void this.beat().then(() => {
        if (!this.#isOver) this.#beatLater();
      });
    });
  }

  /** @returns false when another process has the folder. Where it cannot be written now, it stays this process's. */
  #write(isFree?: true): Promise<boolean> {
    const record = {
      id: this.#id,
      owner: this.#owner,
      beat: ++this.#beats,
      ...(isFree && { isFree }),
    };
    return rewriteLock(this.#folder, this.number, record).catch(() => true);
  }

  #lose(): DataError {
    const error = new DataError(
      `${this.#folder}: another process has taken it, because this one was paused for ten seconds or more; ` +
        'what was acknowledged is kept',
    );
    if (!this.#isOver) {
      this.#end();
      this.#onLost(error);
    }
    return error;
  }

  #end(): void {
    this.#isOver = true;
    this.#stopTimer();
  }
}

/** Who has a folder of data, and whether that process can be shown to run, or to have ended. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, as it writes itself into a lock. */
export interface Owner {
  /**
   * Where its number counts: the boot of the machine with the namespaces of processes and of time. A number means the same
   * process for all who have the same one. Absent where the system does not say it: then only the heartbeat counts.
   */
  readonly space?: string;
  /** For messages. */
  readonly host: string;
  readonly pid: number;
  /** When it began, in the system's own unit: a later process with the same number has another one. */
  readonly start?: string;
}

export function thisProcess(): Owner {
  const space = spaceHere();
  const start = statOf('self')?.start;
  return {
    ...{ host: hostname(), pid: process.pid },
    ...(space !== undefined && { space }),
    ...(start !== undefined && { start }),
  };
}

/** `unknown`: it runs elsewhere, or the system does not say enough. */
export type Life = 'runs' | 'ended' | 'unknown';

/** Returns whether an owner runs, as far as this process can prove it. */
export function lifeOf({ space, pid, start }: Owner, here: Owner = thisProcess()): Life {
  if (space === undefined || space !== here.space) return 'unknown';
  if (!isThere(pid)) return 'ended';
  if (start === undefined || !isProcOfThisSpace()) return 'unknown';
  const now = statOf(String(pid));
  if (now === undefined) return 'unknown';
  return start === now.start && !hasEnded(now) ? 'runs' : 'ended';
}

/** A process that was killed keeps its number until its parent has asked for its end. */
function hasEnded({ state }: Stat): boolean {
  return state === 'Z' || state === 'X';
}

/** Returns whether there is a process with this number. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function spaceHere(): string | undefined {
  const boot = textOf('/proc/sys/kernel/random/boot_id')?.trim();
  const processes = linkOf('/proc/self/ns/pid');
  if (!boot || processes === undefined) return undefined;
  return [boot, processes, linkOf('/proc/self/ns/time') ?? ''].join(' ');
}

/** `/proc` may be that of another namespace, where the numbers are others: then a process has several here. */
function isProcOfThisSpace(): boolean {
  const status = textOf('/proc/self/status')?.split('\n') ?? [];
  return status.includes(`NSpid:\t${process.pid}`);
}

interface Stat {
  readonly state: string;
  readonly start: string | undefined;
}

/**
 * Returns the third field of `stat` and the 22nd; the second is a name, which may have blanks and
 * parentheses.
 */
function statOf(pid: string): Stat | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0]!, start: fields[19] };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** What a process does, and until when it surely sleeps, as Linux says it. Elsewhere it is not known. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import type { Wall } from '#clock';
import { sleepIn, type ReadTime, type Sleep } from './system-call.ts';

/** Whether it can be seen that a process works. */
export const canSeeWork = existsSync('/proc/self/stat');

export interface ProcessLook {
  /** A thread of it, or of a process that it has started, computes or waits for a processor. */
  readonly isWorking: boolean;
  /** None of them has run since the look before. */
  readonly isUnmoved: boolean;
  /** How long none of them runs by itself, ms: only if it is sent something. 0: that is not known. */
  readonly sleepsForMs: number;
}

interface Thread {
  /** How often it has gone to sleep or lost its processor. */
  readonly switches: string;
  /** It sleeps since then, or for less time. */
  readonly sinceMs: number;
  /** As long as it does not run, it is in the same call. */
  readonly sleep: Sleep;
}

/** Where it cannot be seen: it does not work, as far as is known. */
export const unseen: ProcessLook = { isWorking: false, isUnmoved: false, sleepsForMs: 0 };

const working: ProcessLook = { isWorking: true, isUnmoved: false, sleepsForMs: 0 };

export class ProcessWatch {
  readonly #pid: number;
  readonly #wall: Pick<Wall, 'now'>;
  #threads: ReadonlyMap<string, Thread> = new Map();
  /** When all threads were looked at. */
  #lookedMs: number;

  constructor(pid: number, wall: Pick<Wall, 'now'>) {
    this.#pid = pid;
    this.#wall = wall;
    this.#lookedMs = wall.now();
  }

  look(): ProcessLook {
    if (!canSeeWork) return unseen;
    const nowMs = this.#wall.now();
    const threads = new Map<string, Thread>();
    let isUnmoved = true;
    let sleepsForMs = Infinity;
    for (const { pid, tid } of threadsOf(this.#pid)) {
      const status = textOf(`/proc/${pid}/task/${tid}/status`);
      const [, state = ''] = /\nState:\s+(\S)/.exec(status) ?? [];
      // What the others do does not matter then; the next look compares with the one before.
      if (state === 'R' || state === 'D') return working;
      if (state === 'Z' || state === '') continue;
      const switches = status.slice(status.indexOf('\nvoluntary_ctxt_switches'));
      const known = this.#threads.get(tid);
      const isSame = known?.switches === switches;
      const thread = isSame
        ? known
        : { switches, sinceMs: this.#lookedMs, sleep: sleepOf(pid, tid) };
      threads.set(tid, thread);
      isUnmoved &&= isSame;
      sleepsForMs = Math.min(sleepsForMs, leftOf(thread, nowMs));
    }
    this.#threads = threads;
    this.#lookedMs = nowMs;
    return { isWorking: false, isUnmoved, sleepsForMs };
  }
}

/** What is left when its time is up and it has not run yet. */
const dueMs = 1;

function leftOf({ sleep, sinceMs }: Thread, nowMs: number): number {
  if (sleep === undefined) return 0;
  const left = 'forMs' in sleep ? sleep.forMs - (nowMs - sinceMs) : sleep.untilMs - monotonicMs();
  return Math.max(dueMs, left);
}

/** No earlier than the monotonic clock: it also counts while the machine is suspended. */
function monotonicMs(): number {
  const seconds = Number.parseFloat(textOf('/proc/uptime'));
  return Number.isNaN(seconds) ? Infinity : seconds * 1000;
}

function sleepOf(pid: number, tid: string): Sleep {
  let memory: number | undefined;
  const read: ReadTime = (address) => {
    try {
      memory ??= openSync(`/proc/${pid}/mem`, 'r');
      const bytes = Buffer.alloc(8);
      return readSync(memory, bytes, 0, 8, address) === 8 ? bytes.readBigInt64LE() : undefined;
    } catch {
      return undefined;
    }
  };
  try {
    return sleepIn(textOf(`/proc/${pid}/task/${tid}/syscall`), process.arch, read);
  } finally {
    if (memory !== undefined) closeSync(memory);
  }
}

/** Of a process and of those that it has started. */
function* threadsOf(pid: number): Iterable<{ readonly pid: number; readonly tid: string }> {
  for (const tid of entriesOf(`/proc/${pid}/task`)) {
    yield { pid, tid };
    for (const child of childrenOf(pid, tid)) yield* threadsOf(child);
  }
}

/** A process with all that it has started. */
export function processesOf(pid: number): readonly number[] {
  const children = entriesOf(`/proc/${pid}/task`).flatMap((tid) => childrenOf(pid, tid));
  return [pid, ...children.flatMap((child) => processesOf(child))];
}

function childrenOf(pid: number, tid: string): readonly number[] {
  return (textOf(`/proc/${pid}/task/${tid}/children`).match(/\d+/g) ?? []).map(Number);
}

export function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

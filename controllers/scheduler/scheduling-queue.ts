/**
 * The pods that wait for a node. Each is active (to be tried next), backing off, or unschedulable:
 * waiting for a change that could help, or for its time to be tried anyway. Mirrors the priority
 * queue of v1.24.
 *
 * It rides on a work queue that has the pods as keys, wakes them and carries the causes; the order
 * among active pods is decided here.
 */
import type { Clock, Millis } from '#clock';
import type { Cause } from '#values';
import type { WorkQueue } from '#runtime';
import { Heap } from './heap.ts';
import type { Candidate } from './pod-info.ts';

const BACKOFF_FIRST_MS = 1000;
const BACKOFF_MAX_MS = 10_000;
/** After so long an unschedulable pod is tried again whatever happened. */
const UNSCHEDULABLE_MAX_MS = 300_000;
/** How often v1.24 looks whose back-off, or whose stay as unschedulable, is over. */
const BACKOFF_LOOK_MS = 1000;
const UNSCHEDULABLE_LOOK_MS = 30_000;

export interface QueuedPod {
  readonly candidate: Candidate;
  /** How often it has been tried. */
  readonly attempts: number;
  /** When it came here: first, or back from its last try. */
  readonly since: Millis;
  /** Names of the filters that rejected it last; empty: anything may help. */
  readonly refusedBy: ReadonlySet<string>;
  /** Orders pods that came at one instant. */
  readonly order: number;
}

interface Entry extends QueuedPod {
  place: 'active' | 'backing off' | 'unschedulable' | 'left';
}

export interface SchedulingQueueOptions {
  readonly clock: Clock;
  readonly work: WorkQueue;
}

/** What {@link SchedulingQueue.take} answers for a key that was woken. */
export type Turn = QueuedPod | 'not yet' | 'after others';

export class SchedulingQueue {
  readonly #clock: Clock;
  readonly #work: WorkQueue;
  /** The instant from which the periods of looking are counted. */
  readonly #start: Millis;
  readonly #entries = new Map<string, Entry>();
  /** Some of its members have left; they are skipped. */
  readonly #active = new Heap<Entry>(comesBefore);
  /** Those of `#entries` that are unschedulable, as most changes concern them alone. */
  readonly #unschedulable = new Map<string, Entry>();
  #orders = 0;

  constructor({ clock, work }: SchedulingQueueOptions) {
    this.#clock = clock;
    this.#work = work;
    this.#start = clock.now();
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** A pod that has not been tried yet. */
  add(candidate: Candidate, cause: Cause): void {
    this.remove(candidate.key);
    const entry = this.#enter({ candidate, attempts: 0, refusedBy: new Set() }, 'active');
    this.#activate(entry, cause);
  }

  /** A waiting pod changed in a way that may help it. */
  update(candidate: Candidate, cause: Cause): void {
    const old = this.#entries.get(candidate.key);
    if (old === undefined) {
      this.add(candidate, cause);
      return;
    }
    const entry: Entry = { ...old, candidate };
    this.remove(candidate.key);
    this.#entries.set(candidate.key, entry);
    if (entry.place === 'active') this.#activate(entry, cause);
    else if (entry.place === 'unschedulable') this.#retry(entry, cause);
  }

  remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    // The active heap may keep the entry for a while.
    entry.place = entry.place === 'active' ? 'left' : entry.place;
    this.#entries.delete(key);
    this.#unschedulable.delete(key);
  }

  /**
   * Takes out the pod whose key was woken, if it may be tried now and is the first of those that
   * may. A pod that comes `after others` is still active; its key must be woken again.
   */
  take(key: string): Turn {
    const entry = this.#entries.get(key);
    if (entry === undefined) return 'not yet';
    if (entry.place !== 'active' && !this.#promote(entry)) return 'not yet';
    if (this.#first() !== entry) return 'after others';
    this.#active.pop();
    this.remove(key);
    return entry;
  }

  /** Puts a pod back that was taken, tried and found no place. */
  putBack(tried: QueuedPod, refusedBy: ReadonlySet<string>): void {
    const { candidate } = tried;
    const attempts = tried.attempts + 1;
    const entry = this.#enter({ candidate, attempts, refusedBy }, 'unschedulable');
    this.#unschedulable.set(candidate.key, entry);
    this.#wake(entry, this.#flushTime(entry), { timer: 'unschedulable for five minutes' });
  }

  /**
   * The cluster changed: unschedulable pods that it may have helped are tried again, after their
   * back-off.
   */
  retryIf(mayHelp: (waiting: QueuedPod) => boolean, cause: Cause): void {
    if (this.#unschedulable.size === 0) return;
    for (const entry of [...this.#unschedulable.values()]) {
      if (mayHelp(entry)) this.#retry(entry, cause);
    }
  }

  #enter(
    pod: Pick<QueuedPod, 'candidate' | 'attempts' | 'refusedBy'>,
    place: Entry['place'],
  ): Entry {
    const { candidate, attempts, refusedBy } = pod;
    const [since, order] = [this.#clock.now(), this.#orders++];
    const entry: Entry = { candidate, attempts, since, refusedBy, order, place };
    this.#entries.set(candidate.key, entry);
    return entry;
  }

  #retry(entry: Entry, cause: Cause): void {
    this.#unschedulable.delete(entry.candidate.key);
    if (backoffEnd(entry) > this.#clock.now()) {
      entry.place = 'backing off';
      this.#wake(entry, this.#backoffOver(entry), cause);
    } else {
      this.#activate(entry, cause);
    }
  }

  #activate(entry: Entry, cause: Cause): void {
    this.#makeActive(entry);
    this.#work.add(entry.candidate.key, cause);
  }

  #makeActive(entry: Entry): void {
    entry.place = 'active';
    this.#unschedulable.delete(entry.candidate.key);
    this.#active.push(entry);
  }

  /** Makes a woken pod active if its time has come; a wake-up that came too early is set again. */
  #promote(entry: Entry): boolean {
    const due = entry.place === 'backing off' ? this.#backoffOver(entry) : this.#flushTime(entry);
    if (due <= this.#clock.now()) {
      this.#makeActive(entry);
      return true;
    }
    this.#wake(entry, due, { timer: entry.place });
    return false;
  }

  #wake({ candidate }: Entry, due: Millis, cause: Cause): void {
    this.#work.addAfter(candidate.key, due - this.#clock.now(), cause);
  }

  #first(): Entry | undefined {
    let first = this.#active.peek();
    while (first !== undefined && first.place !== 'active') {
      this.#active.pop();
      first = this.#active.peek();
    }
    return first;
  }

  #backoffOver(entry: Entry): Millis {
    return this.#nextLook(backoffEnd(entry), BACKOFF_LOOK_MS);
  }

  /** Strictly later than the longest stay. */
  #flushTime({ since }: Entry): Millis {
    return this.#nextLook(since + UNSCHEDULABLE_MAX_MS + 1, UNSCHEDULABLE_LOOK_MS);
  }

  /** The first check at that time or later. */
  #nextLook(time: Millis, periodMs: number): Millis {
    return this.#start + Math.ceil((time - this.#start) / periodMs) * periodMs;
  }
}

/** Until when a pod is left alone: 1 s after its first try, doubling up to 10 s. */
function backoffEnd({ since, attempts }: QueuedPod): Millis {
  return since + Math.min(BACKOFF_FIRST_MS * 2 ** (attempts - 1), BACKOFF_MAX_MS);
}

/** By priority, then by time. */
function comesBefore(a: Entry, b: Entry): boolean {
  if (a.candidate.priority !== b.candidate.priority) {
    return a.candidate.priority > b.candidate.priority;
  }
  return a.since !== b.since ? a.since < b.since : a.order < b.order;
}

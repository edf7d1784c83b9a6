import type { Millis, Timer } from './clock.ts';

/** Below this many entries a heap is not worth compacting. */
const COMPACT_FROM = 64;

/** A timer in the heap. It is also the handle that the caller gets, so it costs one object. */
export class HeapTimer implements Timer {
  readonly due: Millis;
  /** Counts the timers of a clock; decides between timers that are due together. */
  readonly sequence: number;
  readonly name: string;
  readonly quiet: boolean;
  /** Set at the instant at which it is due: only such timers can keep time from moving on. */
  readonly immediate: boolean;
  readonly #heap: TimerHeap;
  /**
   * The call; dropped when it is fired or cancelled, so that what it closes over can be collected.
   */
  #run: (() => void) | undefined;

  constructor(
    heap: TimerHeap,
    run: () => void,
    at: { due: Millis; sequence: number; name: string; quiet: boolean; immediate: boolean },
  ) {
    this.#heap = heap;
    this.#run = run;
    this.due = at.due;
    this.sequence = at.sequence;
    this.name = at.name;
    this.quiet = at.quiet;
    this.immediate = at.immediate;
  }

  /** Cancelled, or already taken out to be fired. */
  get dead(): boolean {
    return this.#run === undefined;
  }

  cancel(): void {
    if (this.#run === undefined) return;
    this.#run = undefined;
    this.#heap.noteCancelled();
  }

  /** Takes the call out of the timer; from then on the timer does nothing. */
  takeRun(): () => void {
    const run = this.#run!;
    this.#run = undefined;
    return run;
  }
}

/**
 * Timers ordered by (due, creation) in a binary heap. A cancelled timer stays where it is until it
 * comes to the top; when more than half are cancelled, they are all removed in one pass, so that
 * setting and cancelling has constant amortised cost and memory stays bounded.
 */
export class TimerHeap {
  #entries: HeapTimer[] = [];
  #sequence = 0;
  #cancelled = 0;

  /** Adds a timer; see {@link HeapTimer} for the fields. */
  add(
    run: () => void,
    at: { due: Millis; name: string; quiet: boolean; immediate: boolean },
  ): HeapTimer {
    const timer = new HeapTimer(this, run, {
      due: at.due,
      sequence: this.#sequence++,
      name: at.name,
      quiet: at.quiet,
      immediate: at.immediate,
    });
    this.#entries.push(timer);
    this.#siftUp(this.#entries.length - 1);
    return timer;
  }

  /** The next timer to fire, left in its place. */
  peek(): HeapTimer | undefined {
    let top = this.#entries[0];
    while (top !== undefined && top.dead) {
      this.#removeTop();
      this.#cancelled--;
      top = this.#entries[0];
    }
    return top;
  }

  /** Takes out the next timer to fire. */
  pop(): HeapTimer | undefined {
    const top = this.peek();
    if (top !== undefined) this.#removeTop();
    return top;
  }

  /** Called by a timer of this heap when it is cancelled. */
  noteCancelled(): void {
    this.#cancelled++;
    if (this.#cancelled * 2 > this.#entries.length && this.#entries.length >= COMPACT_FROM) {
      this.#compact();
    }
  }

  #compact(): void {
    this.#entries = this.#entries.filter((timer) => !timer.dead);
    this.#cancelled = 0;
    for (let i = (this.#entries.length >> 1) - 1; i >= 0; i--) this.#siftDown(i);
  }

  #removeTop(): void {
    const last = this.#entries.pop()!;
    if (this.#entries.length === 0) return;
    this.#entries[0] = last;
    this.#siftDown(0);
  }

  #siftUp(from: number): void {
    const entries = this.#entries;
    const timer = entries[from]!;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!firesBefore(timer, entries[parent]!)) break;
      entries[at] = entries[parent]!;
      at = parent;
    }
    entries[at] = timer;
  }

  #siftDown(from: number): void {
    const entries = this.#entries;
    const timer = entries[from]!;
    const length = entries.length;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= length) break;
      if (child + 1 < length && firesBefore(entries[child + 1]!, entries[child]!)) child++;
      if (!firesBefore(entries[child]!, timer)) break;
      entries[at] = entries[child]!;
      at = child;
    }
    entries[at] = timer;
  }
}

function firesBefore(a: HeapTimer, b: HeapTimer): boolean {
  return a.due < b.due || (a.due === b.due && a.sequence < b.sequence);
}

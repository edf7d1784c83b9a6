/**
 * Pure work over long lists, in parts. After each pause the work starts over, and its lists continue
 * where they stopped: so functions that know nothing of pauses can be interrupted anywhere.
 */

import type { Parts } from './parts.ts';

/** About how many elements are changed between two pauses. */
const atOnce = 1024;
/**
 * Up to this length, a list in at most one such list is changed as a whole, and again after each
 * pause: to remember where it stopped costs more.
 */
const short = 16;
const shortWithin = 2;

/** Thrown to pause. The work did not fail. */
const pause = new Error('a pause');

/** The passes over lists that some work makes, in their order, which is the same each time. */
interface Passes {
  readonly made: Pass<unknown>[];
  /** How many of them have begun, or begun again. */
  begun: number;
}

interface Pass<S> {
  /** The index of the next element. */
  next: number;
  /** What came of the elements before it. */
  readonly made: S;
  /** Those that are made for the next element. */
  readonly within: Passes;
}

/** The work in progress: nothing waits inside it, so there is one at most. */
let current: Work | undefined;

/**
 * The result of the work, at once; or the rest of it, where the work has paused.
 *
 * @param work does the same each time and passes long lists by {@link mapShared} and {@link gather}. What it catches and
 *   does not know, it throws again. Its callbacks may be called twice with the same
 */
export function restarting<T>(work: () => T): T | Parts<T> {
  const own = new Work();
  const result = attempt(own, work);
  return result === pause ? restOf(own, work) : (result as T);
}

function* restOf<T>(own: Work, work: () => T): Parts<T> {
  for (;;) {
    yield;
    own.startOver();
    const result = attempt(own, work);
    if (result !== pause) return result as T;
  }
}

function attempt<T>(own: Work, work: () => T): T | typeof pause {
  const outer = current;
  current = own;
  try {
    return work();
  } catch (error) {
    if (error !== pause) throw error;
    return pause;
  } finally {
    current = outer;
  }
}

/** The list with every element mapped; the same list when no element changes. */
export function mapShared<T>(
  list: readonly T[],
  change: (element: T, index: number) => T,
): readonly T[] {
  return current === undefined ? mapAll(list, change) : current.map(list, change);
}

function mapAll<T>(list: readonly T[], change: (element: T, index: number) => T): readonly T[] {
  let changed: T[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const element = list[index]!;
    const next = change(element, index);
    if (next !== element) (changed ??= [...list])[index] = next;
  }
  return changed ?? list;
}

/** What comes of a list, element by element. @param start makes what `add` adds to */
export function gather<T, S>(
  list: readonly T[],
  start: () => S,
  add: (made: S, element: T, index: number) => void,
): S {
  return current === undefined ? gatherAll(list, start, add) : current.gather(list, start, add);
}

/**
 * What a pure function makes, once: where the work starts over, it is there already. For what is
 * needed before a long list is passed, such as the list itself.
 */
export function once<S>(make: () => S): S {
  return current === undefined ? make() : current.once(make);
}

function gatherAll<T, S>(
  list: readonly T[],
  start: () => S,
  add: (made: S, element: T, index: number) => void,
): S {
  const made = start();
  for (let index = 0; index < list.length; index++) add(made, list[index]!, index);
  return made;
}

class Work {
  /** Made for the first long list. */
  #whole: Passes | undefined;
  #around: Passes | undefined;
  #left = atOnce;
  /** How many short lists the current element is in, one within the other. */
  #within = 0;
  /** Whether a pass has got further since the work started over: else it must not pause. */
  #advances = false;

  startOver(): void {
    if (this.#whole !== undefined) this.#whole.begun = 0;
    this.#left = atOnce;
    this.#advances = false;
  }

  map<T>(list: readonly T[], change: (element: T, index: number) => T): readonly T[] {
    if (this.#isShort(list)) {
      this.#within++;
      try {
        return mapAll(list, change);
      } finally {
        this.#within--;
      }
    }
    const { changed } = this.gather(
      list,
      (): { changed?: T[] } => ({}),
      (made, element, index) => {
        const next = change(element, index);
        if (next !== element) (made.changed ??= [...list])[index] = next;
      },
    );
    return changed ?? list;
  }

  gather<T, S>(
    list: readonly T[],
    start: () => S,
    add: (made: S, element: T, index: number) => void,
  ): S {
    if (this.#isShort(list)) {
      this.#within++;
      try {
        return gatherAll(list, start, add);
      } finally {
        this.#within--;
      }
    }
    return this.#pass(list, start, add);
  }

  once<S>(make: () => S): S {
    return nextOf((this.#around ??= this.#whole = { made: [], begun: 0 }), make).made;
  }

  #isShort({ length }: readonly unknown[]): boolean {
    if (length > short || this.#within >= shortWithin) return false;
    this.#left -= length;
    return true;
  }

  #pass<T, S>(
    list: readonly T[],
    start: () => S,
    add: (made: S, element: T, index: number) => void,
  ): S {
    const around = (this.#around ??= this.#whole = { made: [], begun: 0 });
    const shortAround = this.#within;
    const pass = nextOf(around, start);
    const { within } = pass;
    this.#around = within;
    this.#within = 0;
    try {
      for (; pass.next < list.length; pass.next++) {
        if (this.#left <= 0 && this.#advances) throw pause;
        within.begun = 0;
        add(pass.made, list[pass.next]!, pass.next);
        within.made.length = 0;
        this.#left--;
        this.#advances = true;
      }
    } finally {
      this.#around = around;
      this.#within = shortAround;
    }
    return pass.made;
  }
}

function nextOf<S>(around: Passes, start: () => S): Pass<S> {
  const known = around.made[around.begun++];
  if (known !== undefined) return known as Pass<S>;
  const pass: Pass<S> = { next: 0, made: start(), within: { made: [], begun: 0 } };
  around.made.push(pass);
  return pass;
}

/**
 * Pure work over long lists, in parts. After each pause the work starts over, and its lists continue
 * where they stopped: so functions that know nothing of pauses can be interrupted anywhere.
 */

/** How many elements are changed between two pauses. */
const atOnce = 1024;

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
 * The result of the work, with pauses.
 *
 * @param work does the same each time and passes long lists by {@link mapShared} and {@link gather}. What it catches and
 *   does not know, it throws again. Its callbacks may be called twice with the same
 */
export function* restarting<T>(work: () => T): Generator<undefined, T, undefined> {
  const own = new Work();
  for (;;) {
    const outer = current;
    current = own;
    try {
      return work();
    } catch (error) {
      if (error !== pause) throw error;
    } finally {
      current = outer;
    }
    yield;
    own.startOver();
  }
}

/** The list with every element mapped; the same list when no element changes. */
export function mapShared<T>(
  list: readonly T[],
  change: (element: T, index: number) => T,
): readonly T[] {
  if (current !== undefined) return current.map(list, change);
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
  if (current !== undefined) return current.gather(list, start, add);
  const made = start();
  for (let index = 0; index < list.length; index++) add(made, list[index]!, index);
  return made;
}

class Work {
  readonly #whole: Passes = { made: [], begun: 0 };
  #around = this.#whole;
  #left = atOnce;

  startOver(): void {
    this.#whole.begun = 0;
    this.#left = atOnce;
  }

  map<T>(list: readonly T[], change: (element: T, index: number) => T): readonly T[] {
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
    const around = this.#around;
    const pass = nextOf(around, start);
    const { within } = pass;
    this.#around = within;
    try {
      for (; pass.next < list.length; pass.next++) {
        if (this.#left <= 0) throw pause;
        within.begun = 0;
        add(pass.made, list[pass.next]!, pass.next);
        within.made.length = 0;
        this.#left--;
      }
    } finally {
      this.#around = around;
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

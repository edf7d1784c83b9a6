/** Walks over values that may hold long lists: what these hold is walked through afterwards, in parts. */
import { Pace, type Resumable } from './resumable.ts';

/** Up to this length, a list is walked through where the walk meets it. */
const short = 16;

interface LongList {
  readonly length: number;
  readonly step: (index: number) => void;
}

/** The long lists that a walk has met. A walk without it passes all lists where it meets them. */
export class LongLists {
  /** Made for the first list: most walks meet none. */
  #pace: Pace | undefined;
  #met: LongList[] | undefined;

  /** Whether a list of that length is left for later. */
  isLong(length: number): boolean {
    return length > short;
  }

  /**
   * Leaves a long list for later.
   *
   * @param step does what the walk does with one element. What all of them make together is whole when the walk is
   *   done: the walk itself must not read it
   */
  leave(length: number, step: (index: number) => void): void {
    (this.#met ??= []).push({ length, step });
  }

  /** Whether any list is left. */
  get areLeft(): boolean {
    return this.#met !== undefined;
  }

  /** Passes the lists that were left, and those inside, in the order of a walk that leaves none. */
  *passing(): Resumable<void> {
    const met = this.#met ?? [];
    const pace = (this.#pace ??= new Pace());
    this.#met = undefined;
    for (const { length, step } of met) {
      for (let index = 0; index < length; index++) {
        try {
          step(index);
        } finally {
          if (this.areLeft) yield* this.passing();
        }
        if (pace.isDue()) yield;
      }
    }
  }
}

/**
 * Walks through a value at once, or returns the rest of the walk, where it has met long lists. What it
 * throws is what the walk in one go throws first.
 */
export function walkResumably<T>(walk: (lists: LongLists) => T): T | Resumable<T> {
  const lists = new LongLists();
  let result: T;
  try {
    result = walk(lists);
  } catch (error) {
    if (!lists.areLeft) throw error;
    return failing(lists, error);
  }
  return lists.areLeft ? completing(lists, result) : result;
}

function* completing<T>(lists: LongLists, result: T): Resumable<T> {
  yield* lists.passing();
  return result;
}

/** What the walk has met before its error may have an error too. */
function* failing(lists: LongLists, error: unknown): Resumable<never> {
  yield* lists.passing();
  throw error;
}

/**
 * The list with every element mapped. The same list when no element changes, except for a long one
 * that is left for later.
 */
export function mapShared<T>(
  list: readonly T[],
  change: (element: T, index: number) => T,
  lists?: LongLists,
): readonly T[] {
  if (lists?.isLong(list.length) === true) {
    const created = [...list];
    lists.leave(list.length, (index) => void (created[index] = change(list[index]!, index)));
    return created;
  }
  let changed: T[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const element = list[index]!;
    const next = change(element, index);
    if (next !== element) (changed ??= [...list])[index] = next;
  }
  return changed ?? list;
}

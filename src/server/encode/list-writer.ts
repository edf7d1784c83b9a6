import type { KubeObject } from '#values';

const openBrace = Buffer.from('{');
const comma = Buffer.from(',');
const listEnd = Buffer.from(']}\n');
const nothing = Buffer.alloc(0);

/** Bytes of a slice of objects that are encoded already: copying them takes no time to speak of. */
const copiedLength = 256 * 1024;

/** Longer lists, in bytes, are not kept. */
const keptLength = 4 * 1024 * 1024;

/**
 * Of longer lists, in items, the bytes of each are not kept: with 100,000 they are as much memory as
 * the objects, and make the collection of garbage look at all of it again and again.
 */
const keptItems = 10_000;

/** The items of a list, and their bytes with the end of the list. */
interface Written {
  readonly items: readonly KubeObject[];
  readonly slices: readonly Buffer[];
}

type WholeOf = (object: KubeObject, isKept: boolean) => Buffer;

/**
 * Lists of one kind from objects that are encoded already. Clients that poll get the slices of the
 * last list again while its items are the same versions and memory is not needed otherwise.
 */
export class ListWriter {
  readonly #whole: WholeOf;
  readonly #start: number;
  #last: WeakRef<Written> | undefined;

  /**
   * @param whole an object in one line, with the line break, kept for others or not
   * @param start where the fields begin that items of lists have, in bytes
   */
  constructor(whole: WholeOf, start: number) {
    this.#whole = whole;
    this.#start = start;
  }

  /** @param head the list up to its first item */
  *slices(head: string, items: readonly KubeObject[]): Generator<Buffer> {
    yield Buffer.from(head);
    const last = this.#last?.deref();
    if (items.length === 0) yield listEnd;
    else if (last !== undefined && areSame(last.items, items)) yield* last.slices;
    else yield* this.#writing(items);
  }

  *#writing(items: readonly KubeObject[]): Generator<Buffer> {
    const slices: Buffer[] = [];
    let total = 0;
    let wholes: Buffer[] = [];
    let length = 0;
    const isKept = items.length <= keptItems;
    for (const [index, object] of items.entries()) {
      const whole = this.#whole(object, isKept);
      const isLast = index === items.length - 1;
      wholes.push(whole);
      length += whole.length;
      if (length < copiedLength && !isLast) continue;
      const slice = joined(slices.length === 0 ? nothing : comma, wholes, this.#start, isLast);
      total += slice.length;
      if (total <= keptLength) slices.push(slice);
      yield slice;
      [wholes, length] = [[], 0];
    }
    if (total <= keptLength) this.#last = new WeakRef({ items, slices });
  }
}

/**
 * Returns whether both lists have the same versions of the same objects: versions are immutable.
 */
function areSame(some: readonly KubeObject[], others: readonly KubeObject[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}

/**
 * Consecutive items of a list, written into one buffer: joining four parts for each item takes as
 * long as everything else about a list.
 */
function joined(before: Buffer, wholes: readonly Buffer[], start: number, isLast: boolean): Buffer {
  const after = isLast ? listEnd : nothing;
  // An item has a brace and a comma more, except for the last comma, and no line break.
  const each = wholes.length * (openBrace.length + comma.length - start - 1) - comma.length;
  const own = wholes.reduce((sum, whole) => sum + whole.length, each);
  const bytes = Buffer.allocUnsafe(before.length + own + after.length);
  let at = before.copy(bytes);
  for (const [index, whole] of wholes.entries()) {
    if (index > 0) bytes[at++] = comma[0]!;
    bytes[at++] = openBrace[0]!;
    at += whole.copy(bytes, at, start, whole.length - 1);
  }
  after.copy(bytes, at);
  return bytes;
}

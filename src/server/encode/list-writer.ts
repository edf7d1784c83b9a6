import type { KubeObject } from '#values';

const openBrace = Buffer.from('{');
const comma = Buffer.from(',');
const listEnd = Buffer.from(']}\n');

/** Bytes of a slice of objects that are encoded already: copying them takes no time to speak of. */
const copiedLength = 256 * 1024;

/** Longer lists, in bytes, are not kept. */
const keptLength = 4 * 1024 * 1024;

/**
 * Of longer lists, in items, the bytes of each are not kept: with 100,000 they are as much memory as
 * the objects, and make the collection of garbage look at all of it again and again.
 */
const keptItems = 10_000;

/** Consecutive items of a list, and their bytes: with a comma before them, unless they are the first. */
interface Part {
  readonly items: readonly KubeObject[];
  readonly isFirst: boolean;
  readonly bytes: Buffer;
}

/** By their first item. */
type Parts = ReadonlyMap<KubeObject, Part>;

const noParts: Parts = new Map();

type WholeOf = (object: KubeObject, isKept: boolean) => Buffer;

/**
 * Lists of one kind from objects that are encoded already. Clients that poll get the parts of the last
 * list again whose items are the same versions, while memory is not needed otherwise.
 */
export class ListWriter {
  readonly #whole: WholeOf;
  readonly #start: number;
  #last: WeakRef<Parts> | undefined;

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
    const last = this.#last?.deref() ?? noParts;
    const parts = new Map<KubeObject, Part>();
    let total = 0;
    for (let from = 0; from < items.length;) {
      const part = partAt(last, items, from) ?? this.#write(items, from, last);
      total += part.bytes.length;
      if (total <= keptLength) parts.set(items[from]!, part);
      yield part.bytes;
      from += part.items.length;
    }
    if (parts.size > 0 && total <= keptLength) this.#last = new WeakRef(parts);
    yield listEnd;
  }

  /** Writes the items up to the next ones that were written before, or as many as make a slice. */
  #write(items: readonly KubeObject[], from: number, last: Parts): Part {
    const wholes: Buffer[] = [];
    const isKept = items.length <= keptItems;
    let length = 0;
    let to = from;
    do {
      const whole = this.#whole(items[to++]!, isKept);
      wholes.push(whole);
      length += whole.length;
    } while (to < items.length && length < copiedLength && !last.has(items[to]!));
    const isFirst = from === 0;
    return { items: items.slice(from, to), isFirst, bytes: joined(isFirst, wholes, this.#start) };
  }
}

/** Finds a part of the list before that has the same versions of the same objects: versions never change. */
function partAt(last: Parts, items: readonly KubeObject[], from: number): Part | undefined {
  const part = last.get(items[from]!);
  if (part?.isFirst !== (from === 0)) return undefined;
  return part.items.every((item, at) => item === items[from + at]) ? part : undefined;
}

/**
 * Consecutive items of a list, written into one buffer: joining four parts for each item takes as
 * long as everything else about a list.
 */
function joined(isFirst: boolean, wholes: readonly Buffer[], start: number): Buffer {
  // An item has a brace and a comma more, except for the first comma, and no line break.
  const each = wholes.length * (openBrace.length + comma.length - start - 1);
  const own = wholes.reduce((sum, whole) => sum + whole.length, each);
  const bytes = Buffer.allocUnsafe(isFirst ? own - comma.length : own);
  let at = 0;
  for (const [index, whole] of wholes.entries()) {
    if (index > 0 || !isFirst) bytes[at++] = comma[0]!;
    bytes[at++] = openBrace[0]!;
    at += whole.copy(bytes, at, start, whole.length - 1);
  }
  return bytes;
}

/**
 * A list under change, in pieces: inserting and removing moves the elements of one piece, not of
 * the list, so that thousands of changes to a long list take no longer than as many to a short one.
 */

/** The initial length of a piece; one that grows to twice this is halved. */
const pieceLength = 512;

interface Position {
  readonly piece: number;
  readonly offset: number;
}

export class ListDraft<T> {
  readonly #pieces: T[][] = [];
  #length: number;

  constructor(items: readonly T[]) {
    this.#length = items.length;
    for (let start = 0; start < items.length; start += pieceLength) {
      this.#pieces.push(items.slice(start, start + pieceLength));
    }
    if (items.length === 0) this.#pieces.push([]);
  }

  get length(): number {
    return this.#length;
  }

  /** The index must be that of an element, here and in the other methods. */
  get(index: number): T {
    const { piece, offset } = this.#find(index);
    return this.#pieces[piece]![offset]!;
  }

  set(index: number, item: T): void {
    const { piece, offset } = this.#find(index);
    this.#pieces[piece]![offset] = item;
  }

  /** Inserts before the element with this index; after the last one for the length. */
  insert(index: number, item: T): void {
    const { piece, offset } = this.#find(index);
    const items = this.#pieces[piece]!;
    items.splice(offset, 0, item);
    this.#length++;
    if (items.length >= 2 * pieceLength)
      this.#pieces.splice(piece + 1, 0, items.splice(pieceLength));
  }

  remove(index: number): void {
    const { piece, offset } = this.#find(index);
    const items = this.#pieces[piece]!;
    items.splice(offset, 1);
    this.#length--;
    if (items.length === 0 && this.#pieces.length > 1) this.#pieces.splice(piece, 1);
  }

  toArray(): T[] {
    return this.#pieces.flat(1) as T[];
  }

  #find(index: number): Position {
    const last = this.#pieces.length - 1;
    let piece = 0;
    let offset = index;
    // The position after the last element belongs to the last piece.
    while (piece < last && offset >= this.#pieces[piece]!.length) {
      offset -= this.#pieces[piece]!.length;
      piece++;
    }
    return { piece, offset };
  }
}

/** Answers in slices: others have their turn between them, and no answer is one long text. */
import type { KubeObject } from '#kinds';

/** Bytes one behind the other; undefined is a pause and no bytes. */
export type Slices = Iterable<Buffer | undefined> | AsyncIterable<Buffer | undefined>;

/** A list or a table, whose items take their shape as they are written. */
export interface Listing {
  /** Its other fields. */
  readonly head: object;
  /** Which field the items stand in: the last one. */
  readonly field: 'items' | 'rows';
  /** At least one. */
  readonly items: readonly KubeObject[];
  readonly shape: (item: KubeObject) => object;
}

/** Bytes, or characters, of a slice. */
export const sliceLength = 64 * 1024;

/** In one piece, for what takes no slices. */
export function wholeListing({ head, field, items, shape }: Listing): object {
  return { ...head, [field]: items.map(shape) };
}

/** Among texts: others may have their turn here. */
export const pause = '';

/** Text in slices: short ones are put together. */
export function* textSlices(texts: Iterable<string>): Generator<Buffer | undefined> {
  let gathered = '';
  for (const text of texts) {
    gathered += text;
    if (text === pause) yield;
    if (gathered.length < sliceLength) continue;
    yield Buffer.from(gathered);
    gathered = '';
  }
  if (gathered !== '') yield Buffer.from(gathered);
}

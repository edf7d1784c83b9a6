/** Answers in slices: other requests run between them, and no answer is one long string. */
import type { KubeObject } from '#values';

/** Consecutive bytes; undefined is a pause. */
export type Slices = Iterable<Buffer | undefined> | AsyncIterable<Buffer | undefined>;

/** A list or a table, whose items are encoded while they are written. */
export interface Listing {
  /** Its other fields. */
  readonly head: object;
  /** The field that holds the items: the last one. */
  readonly field: 'items' | 'rows';
  /** At least one. */
  readonly items: readonly KubeObject[];
  readonly shape: (item: KubeObject) => object;
}

/** Bytes, or characters, of a slice. */
export const sliceLength = 64 * 1024;

/** In one piece, for consumers that take no slices. */
export function wholeListing({ head, field, items, shape }: Listing): object {
  return { ...head, [field]: items.map(shape) };
}

/** Between texts: other requests may run here. */
export const pause = '';

/** Text in slices: short texts are joined. */
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

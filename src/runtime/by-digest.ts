/** The order in which v1.24's endpoints controllers write lists whose order has no meaning. */
import { md5 } from '#machine';

/**
 * Sorted by the digests of the dumps, which are texts in the style of Go: stable, but without a
 * meaning. The digests are taken only where there is something to sort.
 */
export function byDigest<T>(values: readonly T[], dump: (value: T) => string): readonly T[] {
  if (values.length < 2) return values;
  return values
    .map((value) => ({ value, digest: digestOf(dump(value)) }))
    .sort((a, b) => (a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : 0))
    .map(({ value }) => value);
}

/** MD5 in hexadecimal, which sorts like the bytes. */
export function digestOf(text: string): string {
  return md5(text);
}

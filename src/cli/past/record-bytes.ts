/** The bytes of files that may be run records. */

/** The maximum length of a string, and so of a record. */
export const MOST_BYTES = 500_000_000;

/** Returns whether they begin as what gzip writes does. */
export function isCompressed(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Digests of files, which name what is in them. */
// A digest, not randomness: the same bytes always give the same text.
// eslint-disable-next-line no-restricted-imports
import { createHash } from 'node:crypto';

/** Returns the SHA-256 of all parts after one another, in hexadecimal. */
export function digestOf(...parts: readonly (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

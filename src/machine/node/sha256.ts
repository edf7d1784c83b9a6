// A digest, not randomness: the same text always gives the same bytes.
// eslint-disable-next-line no-restricted-imports
import { hash } from 'node:crypto';

/** Returns the SHA-256 of a text in UTF-8, in hexadecimal. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

// A digest, not randomness: the same text always gives the same bytes.
// eslint-disable-next-line no-restricted-imports
import { hash } from 'node:crypto';

/** Returns the MD5 of a text in UTF-8, in hexadecimal. */
export function md5(text: string): string {
  return hash('md5', text, 'hex');
}

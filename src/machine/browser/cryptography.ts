import type { Cryptography } from '../cryptography.ts';

/** A page's own works only asynchronously. @throws {Error} always */
export function cryptography(): Cryptography {
  throw new Error('certificates need a server: they are neither checked nor signed in a browser');
}

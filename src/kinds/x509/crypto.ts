// eslint-disable-next-line no-restricted-imports -- verifies signatures, and signs with given keys
import type * as nodeCrypto from 'node:crypto';

/** Node's cryptography, loaded when it is first needed: most starts do without it. */
export function crypto(): typeof nodeCrypto {
  return process.getBuiltinModule('node:crypto');
}

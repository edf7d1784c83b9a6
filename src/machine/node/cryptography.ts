// eslint-disable-next-line no-restricted-imports -- types: signatures of given keys
import type * as nodeCrypto from 'node:crypto';
import type { Cryptography } from '../cryptography.ts';

/** Node's, loaded when it is first needed: most starts do without it. */
export function cryptography(): Cryptography {
  const crypto: typeof nodeCrypto = process.getBuiltinModule('node:crypto');
  return {
    sha256: (bytes) => crypto.createHash('sha256').update(bytes).digest(),
    verifies(hash, key, signed, signature) {
      try {
        const publicKey = crypto.createPublicKey({
          key: Buffer.from(key),
          type: 'spki',
          format: 'der',
        });
        return crypto.verify(hash, signed, publicKey, signature);
      } catch {
        return false;
      }
    },
    certificateBytes: (certificate) => new crypto.X509Certificate(certificate).raw,
    signingKey(pem) {
      const key = crypto.createPrivateKey(pem);
      return {
        type: key.asymmetricKeyType,
        sign: (bytes) => crypto.sign('sha256', bytes, key),
      };
    },
  };
}

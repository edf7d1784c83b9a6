/** Which keys certificates of pods may have. */
import { elementsOf, oidText, tags } from './elements.ts';

const ed25519 = '1.3.101.112';
const elliptic = '1.2.840.10045.2.1';
const rsa = '1.2.840.113549.1.1.1';
const curves = ['1.2.840.10045.3.1.7', '1.3.132.0.34', '1.3.132.0.35'];
const rsaBits = [3072, 4096];

/** What is wrong with a public key, and the value that a message shows; undefined: nothing. */
export function keyFault(
  publicKey: Uint8Array,
): { readonly shown?: string; readonly why: string } | undefined {
  const [algorithm, key] = elementsOf(elementsOf(publicKey)[0]!.content);
  const [type, parameter] = elementsOf(algorithm!.content);
  switch (oidText(type!.content)) {
    case ed25519:
      return undefined;
    case elliptic: {
      const curve = parameter?.tag === tags.oid ? oidText(parameter.content) : '';
      if (curves.includes(curve)) return undefined;
      return {
        shown: 'curve P-224',
        why: 'elliptic public keys must use curve P256, P384, or P521',
      };
    }
    case rsa: {
      const bits = modulusBits(key!.content.subarray(1));
      if (rsaBits.includes(bits)) return undefined;
      const shown = `${bits}-bit modulus`;
      return { shown, why: 'RSA keys must have modulus size 3072 or 4096' };
    }
    default:
      return { why: 'unknown public key type; supported types are Ed25519, ECDSA, and RSA' };
  }
}

function modulusBits(key: Uint8Array): number {
  const [modulus] = elementsOf(elementsOf(key)[0]!.content);
  const bytes = modulus!.content;
  return (bytes.length - (bytes[0] === 0 ? 1 : 0)) * 8;
}

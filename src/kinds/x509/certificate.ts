/** Certificates, put together and signed. */
// eslint-disable-next-line no-restricted-imports -- a type; keys are given
import type { KeyObject } from 'node:crypto';
import { crypto } from './crypto.ts';
import { bits, bytesOf, extension, integer, oid, sequence, tagged, time } from './der.ts';
import type { Issuer } from './issuer.ts';

export interface CertificateContents {
  readonly signer: Pick<Issuer, 'keyId' | 'subject'> & { readonly key: KeyObject };
  /** As encoded. */
  readonly subject: Buffer;
  /** As encoded, with its algorithm. */
  readonly publicKey: Buffer;
  /** What the serial number is derived from: each certificate of a signer needs another text. */
  readonly serialSeed: Buffer;
  /** Ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly extensions: readonly Buffer[];
}

/** Signature algorithms by key type. */
const algorithmOf = {
  ec: '1.2.840.10045.4.3.2',
  rsa: '1.2.840.113549.1.1.11',
} as const;

/** Supported key types of an authority. */
export const signingKeys: readonly string[] = Object.keys(algorithmOf);

/** @param contents with a signer's key of one of {@link signingKeys}. @returns PEM */
export function signCertificate(contents: CertificateContents): string {
  const { signer, subject, publicKey, serialSeed, from, to, extensions } = contents;
  const type = signer.key.asymmetricKeyType as keyof typeof algorithmOf;
  const none = type === 'rsa' ? [bytesOf(0x05)] : [];
  const algorithm = sequence(oid(algorithmOf[type]), ...none);
  const body = sequence(
    tagged(0, integer(Buffer.from([2]))), // version 3
    integer(serialOf(serialSeed)),
    algorithm,
    signer.subject,
    sequence(time(from), time(to)),
    subject,
    publicKey,
    tagged(3, sequence(...extensions)),
  );
  const signature = crypto().sign('sha256', body, signer.key);
  return pemText('CERTIFICATE', sequence(body, algorithm, bits(signature)));
}

/** Positive, and short enough for clients. */
function serialOf(seed: Buffer): Buffer {
  const serial = digest(seed).subarray(0, 16);
  serial[0] = (serial[0]! & 0x3f) | 0x40;
  return serial;
}

/** Identifies a key; any digest works. */
export function keyIdOf(publicKey: Buffer): Buffer {
  return digest(publicKey).subarray(0, 20);
}

function digest(bytes: Buffer): Buffer {
  return crypto().createHash('sha256').update(bytes).digest();
}

/** The extension with the uses of the key. @param flags as a bit string, unused bits first */
export function keyUsage(flags: Buffer): Buffer {
  return extension('2.5.29.15', bytesOf(0x03, flags), true);
}

export function authorityKeyId(keyId: Buffer): Buffer {
  return extension('2.5.29.35', sequence(bytesOf(0x80, keyId)));
}

function pemText(type: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${type}-----\n${lines.join('\n')}\n-----END ${type}-----\n`;
}

/** Certificates: an authority that clients trust, and server certificates that it signs. */
// eslint-disable-next-line no-restricted-imports -- keys from a seed would be public
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import type { Millis } from '#clock';
import { alternativeNames } from './alternative-names.ts';
import {
  bits,
  bytesOf,
  extension,
  integer,
  isTrue,
  oid,
  sequence,
  set,
  tagged,
  time,
  utf8,
} from './der.ts';
import { readIssuer, type Issuer } from './read-der.ts';

/** A certificate and its key, both in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const day = 86_400_000;
const authorityLifetime = 3_650 * day;
const servingLifetime = 365 * day;

const serverAuth = oid('1.3.6.1.5.5.7.3.1');
/** The first number says how many of the last bits are unused. */
const usages = {
  digitalSignature: Buffer.from([7, 0x80]),
  certificatesAndRevocations: Buffer.from([1, 0x06]),
} as const;

/** Signature algorithms by key type. */
const algorithms: Readonly<Record<string, Buffer>> = {
  ec: sequence(oid('1.2.840.10045.4.3.2')),
  rsa: sequence(oid('1.2.840.113549.1.1.11'), bytesOf(0x05)),
};

/** Supported key types of an authority. */
export const signingKeys: readonly string[] = Object.keys(algorithms);

/**
 * A self-signed authority with an EC P-256 key, for ten years.
 *
 * @param now the machine's time, ms since 1970
 */
export function makeAuthority(now: Millis): Certificate {
  const key = newKey();
  const subject = nameOf('orrery-ca');
  const keyId = keyIdOf(key);
  return signed({
    signer: { subject, keyId, key },
    subject,
    key,
    from: now - day,
    to: now + authorityLifetime,
    extensions: [
      extension('2.5.29.19', sequence(isTrue), true),
      usage(usages.certificatesAndRevocations),
      extension('2.5.29.14', bytesOf(0x04, keyId)),
    ],
  });
}

/**
 * A server's certificate with a new EC P-256 key, signed by an authority; for a year, but not
 * longer than the authority is valid. Takes a few milliseconds.
 *
 * @param authority with a key of one of {@link signingKeys}
 * @param names host names and addresses under which the server is reached
 * @param now the machine's time, ms since 1970
 */
export function makeServing(
  authority: Certificate,
  names: readonly string[],
  now: Millis,
): Certificate {
  const key = newKey();
  const issuer = readIssuer(new X509Certificate(authority.cert).raw);
  return signed({
    signer: { ...issuer, key: createPrivateKey(authority.key) },
    subject: nameOf('orrery'),
    key,
    from: Math.max(now - day, issuer.validity.from),
    to: Math.min(now + servingLifetime, issuer.validity.to),
    extensions: [
      extension('2.5.29.19', sequence(), true),
      usage(usages.digitalSignature),
      extension('2.5.29.37', sequence(serverAuth)),
      extension('2.5.29.14', bytesOf(0x04, keyIdOf(key))),
      ...(issuer.keyId === undefined ? [] : [authorityKeyId(issuer.keyId)]),
      extension('2.5.29.17', alternativeNames(names)),
    ],
  });
}

interface Contents {
  readonly signer: Omit<Issuer, 'validity'> & { readonly key: KeyObject };
  readonly subject: Buffer;
  readonly key: KeyObject;
  readonly from: Millis;
  readonly to: Millis;
  readonly extensions: readonly Buffer[];
}

function signed({ signer, subject, key, from, to, extensions }: Contents): Certificate {
  const algorithm = algorithms[signer.key.asymmetricKeyType!]!;
  const publicKey = publicPart(key);
  const body = sequence(
    tagged(0, integer(Buffer.from([2]))), // version 3
    integer(serialOf(publicKey)),
    algorithm,
    signer.subject,
    sequence(time(from), time(to)),
    subject,
    publicKey,
    tagged(3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, signer.key);
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(body, algorithm, bits(signature))),
  };
}

function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

function publicPart(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

function nameOf(commonName: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), utf8(commonName))));
}

function usage(flags: Buffer): Buffer {
  return extension('2.5.29.15', bytesOf(0x03, flags), true);
}

function authorityKeyId(keyId: Buffer): Buffer {
  return extension('2.5.29.35', sequence(bytesOf(0x80, keyId)));
}

/** Identifies a key; any digest works. */
function keyIdOf(key: KeyObject): Buffer {
  return digest(publicPart(key)).subarray(0, 20);
}

/** Each key is used once, so its serial is unique too. Positive, and short enough for clients. */
function serialOf(publicKey: Buffer): Buffer {
  const serial = digest(publicKey).subarray(0, 16);
  serial[0] = (serial[0]! & 0x3f) | 0x40;
  return serial;
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

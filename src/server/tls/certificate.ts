/** Certificates: an authority that clients trust, and server certificates that it signs. */
// eslint-disable-next-line no-restricted-imports -- keys from a seed would be public
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import type { Millis } from '#clock';
import type { SigningKey } from '#machine';
import {
  authorityKeyId,
  der,
  keyIdOf,
  keyUsage,
  readIssuer,
  signCertificate,
  type CertificateContents,
} from '#values';
import type { User } from '../auth/user.ts';
import { alternativeNames } from './alternative-names.ts';

const { bytesOf, extension, isTrue, oid, sequence, set, utf8 } = der;

/** A certificate and its key, both in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const day = 86_400_000;
const authorityLifetime = 3_650 * day;
const servingLifetime = 365 * day;

const serverAuth = oid('1.3.6.1.5.5.7.3.1');
const clientAuth = oid('1.3.6.1.5.5.7.3.2');
/** The first number says how many of the last bits are unused. */
const usages = {
  digitalSignature: Uint8Array.from([7, 0x80]),
  certificatesAndRevocations: Uint8Array.from([1, 0x06]),
} as const;

/**
 * Returns a self-signed authority with an EC P-256 key, for ten years.
 *
 * @param now the machine's time, ms since 1970
 */
export function makeAuthority(now: Millis, name = 'orrery-ca'): Certificate {
  const key = newKey();
  const subject = nameOf(name);
  const keyId = keyIdOf(publicPart(key));
  return signed({
    signer: { subject, keyId, key: signing(key) },
    subject,
    key,
    from: now - day,
    to: now + authorityLifetime,
    extensions: [
      extension('2.5.29.19', sequence(isTrue), true),
      keyUsage(usages.certificatesAndRevocations),
      extension('2.5.29.14', bytesOf(0x04, keyId)),
    ],
  });
}

/**
 * Returns a server's certificate with a new EC P-256 key, signed by an authority; for a year, but not
 * longer than the authority is valid. Takes a few milliseconds.
 *
 * @param authority with a key of one of {@link signingKeys}
 * @param names host names and addresses under which the server is reached
 * @param now the machine's time, ms since 1970
 * @param end when it ends at the latest; default: in a year
 */
export function makeServing(
  authority: Certificate,
  names: readonly string[],
  now: Millis,
  end?: Millis,
): Certificate {
  const extra = [extension('2.5.29.17', alternativeNames(names))];
  return issued(authority, { subject: nameOf('orrery'), usage: serverAuth, extra }, now, end);
}

/**
 * Returns a client's certificate with a new EC P-256 key, signed by an authority; otherwise like
 * {@link makeServing}. The common name is the user's, organizations are the groups.
 *
 * @param now the machine's time, ms since 1970
 */
export function makeClient(
  authority: Certificate,
  { name, groups }: User,
  now: Millis,
): Certificate {
  const subject = sequence(
    ...groups.map((group) => set(sequence(oid('2.5.4.10'), utf8(group)))),
    set(sequence(oid('2.5.4.3'), utf8(name))),
  );
  return issued(authority, { subject, usage: clientAuth, extra: [] }, now);
}

interface CertificateRequest {
  readonly subject: Uint8Array;
  readonly usage: Uint8Array;
  readonly extra: readonly Uint8Array[];
}

function issued(
  authority: Certificate,
  { subject, usage, extra }: CertificateRequest,
  now: Millis,
  end: Millis = now + servingLifetime,
): Certificate {
  const key = newKey();
  const issuer = readIssuer(new X509Certificate(authority.cert).raw);
  return signed({
    signer: { ...issuer, key: signing(createPrivateKey(authority.key)) },
    subject,
    key,
    from: Math.max(now - day, issuer.validity.from),
    to: Math.min(end, issuer.validity.to),
    extensions: [
      extension('2.5.29.19', sequence(), true),
      keyUsage(usages.digitalSignature),
      extension('2.5.29.37', sequence(usage)),
      extension('2.5.29.14', bytesOf(0x04, keyIdOf(publicPart(key)))),
      ...(issuer.keyId === undefined ? [] : [authorityKeyId(issuer.keyId)]),
      ...extra,
    ],
  });
}

/** Each key is used once, so that its serial number is unique too. */
function signed({ key, ...contents }: Contents): Certificate {
  const publicKey = publicPart(key);
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: signCertificate({ ...contents, publicKey, serialSeed: publicKey }),
  };
}

type Contents = Omit<CertificateContents, 'publicKey' | 'serialSeed'> & { readonly key: KeyObject };

function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

function signing(key: KeyObject): SigningKey {
  return { type: key.asymmetricKeyType, sign: (bytes) => sign('sha256', bytes, key) };
}

function publicPart(key: KeyObject): Uint8Array {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

function nameOf(commonName: string): Uint8Array {
  return sequence(set(sequence(oid('2.5.4.3'), utf8(commonName))));
}

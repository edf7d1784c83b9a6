/** Certificate requests (PKCS #10), as far as their checks and signers read them. */
import { cryptography } from '#machine';
import { latin1Text, utf8Text } from '../text/bytes.ts';
import { elementsOf, inside, oidText, tags, type Element } from './elements.ts';
import { pemBlocks } from './pem.ts';

export interface CertificateRequest {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly dnsNames: readonly string[];
  readonly emailAddresses: readonly string[];
  readonly uris: readonly string[];
  readonly ipAddresses: number;
  /** As encoded. */
  readonly subject: Uint8Array;
  readonly publicKey: Uint8Array;
  /** The content of the extension with the alternative names, if there is one. */
  readonly alternativeNames: Uint8Array | undefined;
  /** What is signed, how, and the signature. */
  readonly signed: Uint8Array;
  readonly algorithm: string;
  readonly signature: Uint8Array;
}

const commonName = '2.5.4.3';
const organization = '2.5.4.10';
const extensionRequest = '1.2.840.113549.1.9.14';
const subjectAltName = '2.5.29.17';

/** The first block of the text has to be a request. @throws {Error} in Go's words */
export function parseCertificateRequest(pem: string): CertificateRequest {
  const [block] = pemBlocks(pem);
  if (block?.type !== 'CERTIFICATE REQUEST') {
    throw new Error('PEM block type must be CERTIFICATE REQUEST');
  }
  const [request] = elementsOf(block.bytes);
  const [body, algorithm, signature] = inside(request, tags.sequence);
  const [version, subject, publicKey, attributes] = inside(body, tags.sequence);
  if (version?.tag !== tags.integer || publicKey?.tag !== tags.sequence) throw wrongTags();
  if (signature?.tag !== tags.bits) throw wrongTags();
  const names = namesIn(subject);
  const alternativeNames = alternativeNamesIn(attributes);
  return {
    commonName: names.find(([type]) => type === commonName)?.[1] ?? '',
    organizations: names.filter(([type]) => type === organization).map(([, text]) => text),
    ...readAlternativeNames(alternativeNames),
    subject: subject!.whole,
    publicKey: publicKey.whole,
    alternativeNames,
    signed: body!.whole,
    algorithm: oidText(inside(algorithm, tags.sequence)[0]?.content ?? new Uint8Array()),
    signature: signature.content.subarray(1),
  };
}

function wrongTags(): Error {
  return new Error("asn1: structure error: tags don't match");
}

/** Attributes of the subject, by type. */
function namesIn(subject: Element | undefined): readonly (readonly [type: string, text: string])[] {
  return inside(subject, tags.sequence).flatMap((set) =>
    inside(set, tags.set).map((attribute) => {
      const [type, value] = inside(attribute, tags.sequence);
      if (type?.tag !== tags.oid || value === undefined) throw wrongTags();
      return [oidText(type.content), utf8Text(value.content)] as const;
    }),
  );
}

function alternativeNamesIn(attributes: Element | undefined): Uint8Array | undefined {
  if (attributes?.tag !== tags.attributes) return undefined;
  for (const attribute of elementsOf(attributes.content)) {
    const [type, values] = inside(attribute, tags.sequence);
    if (type === undefined || oidText(type.content) !== extensionRequest) continue;
    for (const extensions of inside(values, tags.set)) {
      for (const extension of inside(extensions, tags.sequence)) {
        const parts = inside(extension, tags.sequence);
        const value = parts.at(-1);
        if (oidText(parts[0]?.content ?? new Uint8Array()) !== subjectAltName) continue;
        if (value?.tag !== tags.octets) throw wrongTags();
        return value.content;
      }
    }
  }
  return undefined;
}

const email = 0x81;
const dns = 0x82;
const uri = 0x86;
const ip = 0x87;

function readAlternativeNames(
  content: Uint8Array | undefined,
): Pick<CertificateRequest, 'dnsNames' | 'emailAddresses' | 'ipAddresses' | 'uris'> {
  const names = content === undefined ? [] : inside(elementsOf(content)[0], tags.sequence);
  const texts = (expected: number): string[] =>
    names.filter(({ tag }) => tag === expected).map((name) => latin1Text(name.content));
  return {
    dnsNames: texts(dns),
    emailAddresses: texts(email),
    uris: texts(uri),
    ipAddresses: names.filter(({ tag }) => tag === ip).length,
  };
}

/** By algorithm: the hash, and the message for a signature that does not fit. */
const algorithms: ReadonlyMap<string, readonly [hash: string | null, failure: string]> = new Map([
  ['1.2.840.113549.1.1.5', ['sha1', 'crypto/rsa: verification error']],
  ['1.2.840.113549.1.1.11', ['sha256', 'crypto/rsa: verification error']],
  ['1.2.840.113549.1.1.12', ['sha384', 'crypto/rsa: verification error']],
  ['1.2.840.113549.1.1.13', ['sha512', 'crypto/rsa: verification error']],
  ['1.2.840.10045.4.1', ['sha1', 'x509: ECDSA verification failure']],
  ['1.2.840.10045.4.3.2', ['sha256', 'x509: ECDSA verification failure']],
  ['1.2.840.10045.4.3.3', ['sha384', 'x509: ECDSA verification failure']],
  ['1.2.840.10045.4.3.4', ['sha512', 'x509: ECDSA verification failure']],
  ['1.3.101.112', [null, 'x509: Ed25519 verification failure']],
]);

/** The request must be signed with its own key. @throws {Error} in Go's words */
export function checkSignature({
  algorithm,
  publicKey,
  signed,
  signature,
}: CertificateRequest): void {
  const known = algorithms.get(algorithm);
  if (known === undefined)
    throw new Error('x509: cannot verify signature: algorithm unimplemented');
  const [hash, failure] = known;
  if (cryptography().verifies(hash, publicKey, signed, signature)) return;
  throw new Error(failure);
}

const edwards = '1.3.101.112';
const elliptic = '1.2.840.10045.2.1';

/** Returns whether a signature of a text is of the key; those of RSA are taken for that. */
export function provesPossession(
  publicKey: Uint8Array,
  signature: Uint8Array,
  signed: Uint8Array,
): boolean {
  const [algorithm] = inside(elementsOf(publicKey)[0], tags.sequence);
  const type = oidText(inside(algorithm, tags.sequence)[0]!.content);
  if (type !== edwards && type !== elliptic) return true;
  const hash = type === edwards ? null : 'sha256';
  return cryptography().verifies(hash, publicKey, signed, signature);
}

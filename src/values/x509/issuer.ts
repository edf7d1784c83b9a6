/** Reads the fields of certificates that signing with them, and checks of them, need. */
import { compareBytes, latin1Text } from '../text/bytes.ts';
import { parseTime } from '../time/time.ts';
import { elementsOf, type Element } from './elements.ts';

export interface Issuer {
  /** Its subject, which becomes the issuer of what it signs. */
  readonly subject: Uint8Array;
  /** Its subject key identifier, if it has one. */
  readonly keyId: Uint8Array | undefined;
  /** Ms since 1970. */
  readonly validity: { readonly from: number; readonly to: number };
}

const versionTag = 0xa0;
const extensionsTag = 0xa3;
/** With two digits for the year. */
const shortTimeTag = 0x17;
/** 2.5.29.14 */
const subjectKeyId = Uint8Array.of(0x55, 0x1d, 0x0e);
/** 2.5.29.19 */
const basicConstraints = Uint8Array.of(0x55, 0x1d, 0x13);
const booleanTag = 0x01;

/** @param der a whole certificate that has been validated */
export function readIssuer(der: Uint8Array): Issuer {
  const fields = fieldsOf(der);
  // Serial, algorithm, issuer, validity, subject; the version before them is optional.
  const [validity, subject] = fields.slice(fields[0]!.tag === versionTag ? 4 : 3);
  const [from, to] = elementsOf(validity!.content).map(timeOf);
  return {
    subject: subject!.whole,
    keyId: keyIdOf(fields),
    validity: { from: from!, to: to! },
  };
}

function timeOf({ tag, content }: Element): number {
  const text = latin1Text(content);
  const century = tag === shortTimeTag ? (text < '50' ? '20' : '19') : '';
  return parseTime(
    (century + text).replace(/^(\d{4})(..)(..)(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}

/** Whether a certificate that has been validated may sign others. */
export function isAuthority(der: Uint8Array): boolean {
  const value = extensionIn(fieldsOf(der), basicConstraints);
  const [first] = value === undefined ? [] : elementsOf(elementsOf(value)[0]!.content);
  return first?.tag === booleanTag && first.content[0] !== 0;
}

/** The public key of a certificate that has been validated, as encoded. */
export function publicKeyOf(der: Uint8Array): Uint8Array {
  const fields = fieldsOf(der);
  return fields[fields[0]!.tag === versionTag ? 6 : 5]!.whole;
}

function fieldsOf(der: Uint8Array): readonly Element[] {
  const [certificate] = elementsOf(der);
  return elementsOf(elementsOf(certificate!.content)[0]!.content);
}

function keyIdOf(fields: readonly Element[]): Uint8Array | undefined {
  const value = extensionIn(fields, subjectKeyId);
  return value === undefined ? undefined : elementsOf(value)[0]!.content;
}

/** What an extension holds. */
function extensionIn(fields: readonly Element[], id: Uint8Array): Uint8Array | undefined {
  const wrapped = fields.find(({ tag }) => tag === extensionsTag);
  if (wrapped === undefined) return undefined;
  for (const { content } of elementsOf(elementsOf(wrapped.content)[0]!.content)) {
    const parts = elementsOf(content);
    if (compareBytes(parts[0]!.content, id) === 0) return parts.at(-1)!.content;
  }
  return undefined;
}

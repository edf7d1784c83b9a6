/** A certificate for this run of the server, signed by its own key. */
// eslint-disable-next-line no-restricted-imports -- keys from a seed would be known to everybody
import { generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Millis } from '#clock';
import {
  bits,
  bytesOf,
  extension,
  integer,
  oid,
  sequence,
  set,
  tagged,
  time,
  utf8,
} from './der.ts';

export interface Certificate {
  /** PEM. */
  readonly key: string;
  /** PEM; also what clients are to trust. */
  readonly cert: string;
}

const day = 86_400_000;
const lifetime = 365 * day;

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));
const commonName = oid('2.5.4.3');
const isTrue = bytesOf(0x01, Buffer.from([0xff]));

/**
 * An EC P-256 key and a certificate for it, in a few milliseconds.
 *
 * @param names host names and addresses under which the server is reached
 * @param now the machine's time, ms since 1970
 */
export function makeCertificate(names: readonly string[], now: Millis): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sequence(set(sequence(commonName, utf8('orrery'))));
  const body = sequence(
    tagged(0, integer(Buffer.from([2]))), // version 3
    integer(serialOf(now)),
    ecdsaWithSha256,
    subject,
    sequence(time(now - day), time(now + lifetime)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions(names))),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, ecdsaWithSha256, bits(signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(certificate),
  };
}

function extensions(names: readonly string[]): readonly Buffer[] {
  const authority = sequence(isTrue);
  // Digital signature and signing of certificates.
  const usage = bytesOf(0x03, Buffer.from([2, 0x84]));
  const serverAuth = sequence(oid('1.3.6.1.5.5.7.3.1'));
  return [
    extension('2.5.29.19', authority, isTrue),
    extension('2.5.29.15', usage, isTrue),
    extension('2.5.29.37', serverAuth),
    extension('2.5.29.17', sequence(...names.map(alternativeName))),
  ];
}

/** Only IPv6 addresses have colons; asking node for them costs a start milliseconds. */
function alternativeName(name: string): Buffer {
  const isAddress = name.includes(':') || isIPv4(name);
  return isAddress ? bytesOf(0x87, addressBytes(name)) : bytesOf(0x82, Buffer.from(name));
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const front = groupsOf(head);
  const back = tail === undefined ? [] : groupsOf(tail);
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** Differs from run to run, so that clients don't take one certificate for another. */
function serialOf(now: Millis): Buffer {
  const serial = Buffer.alloc(8);
  serial.writeBigUInt64BE(BigInt(Math.trunc(now)));
  return serial.subarray(2);
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

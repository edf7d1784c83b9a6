/** What signing needs of the certificate of an authority, whatever form it has. */
import { describe, expect, it } from 'vitest';
import { formatTime, parseTime, readIssuer } from '#values';
import * as der from '../../../../src/values/x509/der.ts';

const text = (tag: number, content: string): Uint8Array =>
  der.bytesOf(tag, new TextEncoder().encode(content));
const octets = (content: Uint8Array): Uint8Array => der.bytesOf(0x04, content);

const subject = der.sequence(der.set(der.sequence(der.oid('2.5.4.3'), der.utf8('authority'))));
const keyId = Uint8Array.of(7, 8, 9);
const usual = {
  version: true,
  from: der.time(parseTime('2026-01-01T00:00:00Z')),
  to: der.time(parseTime('2050-01-01T00:00:00Z')),
  extensions: [] as Uint8Array[] | undefined,
};

function certificate(more: Partial<typeof usual> = {}): Uint8Array {
  const { version, from, to, extensions } = { ...usual, ...more };
  const other = der.sequence(der.utf8('other'));
  const body = der.sequence(
    ...(version ? [der.tagged(0, der.integer(Uint8Array.of(2)))] : []),
    der.integer(Uint8Array.of(1)),
    other,
    der.sequence(der.utf8('issuer')),
    der.sequence(from, to),
    subject,
    other,
    ...(extensions === undefined ? [] : [der.tagged(3, der.sequence(...extensions))]),
  );
  return der.sequence(body, other, der.bits(Uint8Array.of(1)));
}

describe('a certificate', () => {
  it.each([true, false])('has a subject, with a version or without (%s)', (version) => {
    const issuer = readIssuer(certificate({ version }));
    expect(Buffer.from(issuer.subject)).toEqual(Buffer.from(subject));
    expect(formatTime(issuer.validity.from)).toBe('2026-01-01T00:00:00Z');
    expect(formatTime(issuer.validity.to)).toBe('2050-01-01T00:00:00Z');
  });

  it.each([
    [0x17, '491231235959Z', '2049-12-31T23:59:59Z'],
    [0x17, '500101000000Z', '1950-01-01T00:00:00Z'],
    [0x17, '991231235959Z', '1999-12-31T23:59:59Z'],
    [0x17, '000102030405Z', '2000-01-02T03:04:05Z'],
    [0x18, '20491231235959Z', '2049-12-31T23:59:59Z'],
    [0x18, '21200102030405Z', '2120-01-02T03:04:05Z'],
  ])('with the tag %i and the time %s ends at %s', (tag, written, end) => {
    const { validity } = readIssuer(certificate({ to: text(tag, written) }));
    expect(formatTime(validity.to)).toBe(end);
  });

  const id = der.extension('2.5.29.14', octets(keyId));
  const constraints = der.extension('2.5.29.19', der.sequence(der.isTrue), true);
  it.each<[what: string, extensions: Uint8Array[] | undefined, keyId: Uint8Array | undefined]>([
    ['without extensions', undefined, undefined],
    ['with none of them', [], undefined],
    ['with others', [constraints], undefined],
    ['that has one', [id], keyId],
    ['that has one behind others', [constraints, id], keyId],
    ['that has one before others', [id, constraints], keyId],
    ['whose is marked as critical', [der.extension('2.5.29.14', octets(keyId), true)], keyId],
  ])('%s gives the id of its key', (_, extensions, expected) => {
    const found = readIssuer(certificate({ extensions })).keyId;
    expect(found && Buffer.from(found)).toEqual(expected && Buffer.from(expected));
  });
});

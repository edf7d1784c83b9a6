/** The binary encoding of certificates, byte by byte. */
import { describe, expect, it } from 'vitest';
import { parseTime } from '#values';
import * as der from '../../../../src/values/x509/der.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('a value', () => {
  it.each<[string, Uint8Array, string]>([
    ['a sequence', der.sequence(Uint8Array.of(1), Uint8Array.of(2, 3)), '3003010203'],
    ['an empty sequence', der.sequence(), '3000'],
    ['a set', der.set(Uint8Array.of(9)), '310109'],
    ['a number', der.integer(Uint8Array.of(0x7f)), '02017f'],
    ['a number that would be negative', der.integer(Uint8Array.of(0x80)), '02020080'],
    ['text', der.utf8('é'), '0c02c3a9'],
    ['bits', der.bits(Uint8Array.of(0xff)), '030200ff'],
    ['a tag of the context', der.tagged(3, Uint8Array.of(1)), 'a30101'],
    ['true', der.isTrue, '0101ff'],
    ['the common name', der.oid('2.5.4.3'), '0603550403'],
    ['an algorithm', der.oid('1.2.840.10045.2.1'), '06072a8648ce3d0201'],
    ['a large part', der.oid('1.3.127.128.16383.16384'), '06092b7f8100ff7f818000'],
    ['a time', der.time(parseTime('2022-01-02T03:04:05Z')), '170d3232303130323033303430355a'],
    [
      'the last time of two digits',
      der.time(parseTime('2049-12-31T23:59:59Z')),
      '170d3439313233313233353935395a',
    ],
    [
      'the first time of four digits',
      der.time(parseTime('2050-01-01T00:00:00Z')),
      '180f32303530303130313030303030305a',
    ],
    ['an extension', der.extension('2.5.29.15', Uint8Array.of(7)), '30080603551d0f040107'],
    [
      'a critical extension',
      der.extension('2.5.29.15', Uint8Array.of(7), true),
      '300b0603551d0f0101ff040107',
    ],
  ])('%s', (_, bytes, expected) => {
    expect(hex(bytes)).toBe(expected);
  });

  it.each([
    [0, '00'],
    [1, '01'],
    [127, '7f'],
    [128, '8180'],
    [255, '81ff'],
    [256, '820100'],
    [65_535, '82ffff'],
    [65_536, '83010000'],
  ])('of %i bytes says its length as %s', (length, expected) => {
    const bytes = der.bytesOf(0x04, new Uint8Array(length));
    expect(hex(bytes.subarray(1, bytes.length - length))).toBe(expected);
  });
});

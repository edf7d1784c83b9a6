import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { posix } from 'node:path';
import {
  base64Length,
  compareBytes,
  concatBytes,
  folderOfPath,
  fromBase64,
  hexText,
  isAbsolute,
  joinPaths,
  latin1Text,
  normalizePath,
  splitPath,
  toBase64,
  toBase64Url,
  utf8Bytes,
  utf8Length,
  utf8Text,
} from '#values';

/** Any units, halves of pairs included. */
const texts = fc
  .string({ unit: 'binary', maxLength: 40 })
  .chain((text) =>
    fc.constantFrom(text, `${text}\ud83d`, `\udc00${text}`, `${text}\ud800\ud83d\ude00`),
  );
const bytes = fc.uint8Array({ maxLength: 60 });
const odd = fc.string({
  unit: fc.constantFrom(...'ABCYZabcz019+/-_', '=', ' ', '\n', 'é', '!'),
  maxLength: 40,
});

describe('bytes', () => {
  it('of texts are those of Buffer, and back', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const buffer = Buffer.from(text);
        expect(utf8Length(text)).toBe(buffer.length);
        expect([...utf8Bytes(text)]).toEqual([...buffer]);
      }),
    );
  });

  it('become the texts that Buffer makes of them', () => {
    fc.assert(
      fc.property(bytes, (some) => {
        const buffer = Buffer.from(some);
        expect(utf8Text(some)).toBe(buffer.toString());
        expect(latin1Text(some)).toBe(buffer.toString('latin1'));
        expect(hexText(some)).toBe(buffer.toString('hex'));
        expect(toBase64(some)).toBe(buffer.toString('base64'));
        expect(toBase64Url(some)).toBe(buffer.toString('base64url'));
        expect(base64Length(toBase64(some))).toBe(some.length);
        expect([...fromBase64(toBase64Url(some))]).toEqual([...some]);
      }),
    );
    const long = new Uint8Array(10_000).fill(228);
    expect(latin1Text(long)).toBe('ä'.repeat(10_000));
  });

  it('are read from odd base64 as Buffer reads it', () => {
    fc.assert(
      fc.property(odd, (text) => {
        expect(hexText(fromBase64(text))).toBe(Buffer.from(text, 'base64').toString('hex'));
      }),
      { numRuns: 1000 },
    );
  });

  it('are compared and joined like Buffers', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(compareBytes(a, b)).toBe(Buffer.compare(a, b));
        expect([...concatBytes(a, b)]).toEqual([...a, ...b]);
      }),
    );
  });
});

describe('paths', () => {
  const paths = fc.string({
    unit: fc.constantFrom('/', '.', '..', 'a', 'b.yaml', ' '),
    maxLength: 9,
  });

  it('are those of node:path', () => {
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        expect(normalizePath(a)).toBe(posix.normalize(a));
        expect(joinPaths(a, b)).toBe(posix.join(a, b));
        expect(isAbsolute(a)).toBe(posix.isAbsolute(a));
        if (a.includes('//')) return; // there, folders may end with slashes
        const { dir, base } = posix.parse(a);
        expect(splitPath(a)).toEqual({ folder: dir, name: base });
        expect(folderOfPath(a)).toBe(posix.dirname(a));
      }),
      { numRuns: 1000 },
    );
  });
});

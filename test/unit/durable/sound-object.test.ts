import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSoundObject } from '../../../src/durable/sound-object.ts';

const revision = 17;
const object = {
  kind: 'ConfigMap',
  metadata: { name: 'a', labels: { 'ü"\\': '\n' }, resourceVersion: '17' },
  data: { flags: [true, false, null, [], {}, -1.5, 0, 1200], text: `${'x'.repeat(90)}\t` },
};

/** At each distance from the beginning of memory, as words are looked at from there. */
function looksSound(text: string): boolean {
  const found = [0, 1, 2, 3].map((offset) =>
    isSoundObject(Buffer.from(`${' '.repeat(offset)}${text}`).subarray(offset), 0, revision),
  );
  expect(new Set(found).size).toBe(1);
  return found[0]!;
}

function isSound(text: Buffer): boolean {
  try {
    const parsed = JSON.parse(text.toString('utf8')) as unknown;
    const { metadata } = parsed as typeof object;
    return (
      !Array.isArray(parsed) &&
      typeof metadata.name === 'string' &&
      metadata.name !== '' &&
      metadata.resourceVersion === String(revision)
    );
  } catch {
    return false;
  }
}

describe('the quick look at a kept object', () => {
  it('knows an object as a store writes it', () => {
    expect(looksSound(JSON.stringify(object))).toBe(true);
  });

  it.each([
    ['another version', JSON.stringify(object).replace('"17"', '"18"')],
    ['a version with a zero in front', JSON.stringify(object).replace('"17"', '"017"')],
    ['a version that is a number', JSON.stringify(object).replace('"17"', '17')],
    ['no name', JSON.stringify(object).replace('"name"', '"names"')],
    ['an empty name', JSON.stringify(object).replace('"a"', '""')],
    ['a second name', JSON.stringify(object).replace('"name"', '"name":1,"name"')],
    ['a second metadata', JSON.stringify(object).replace('"data"', '"metadata"')],
    ['no metadata', JSON.stringify(object).replace('"metadata"', '"meta"')],
    ['something behind it', `${JSON.stringify(object)}}`],
    ['a text without an end', JSON.stringify(object).slice(0, -12)],
    ['a line break in a long text', JSON.stringify(object).replace('\\t', '\n')],
    ['a list in its place', '[]'],
    ['nothing', ''],
  ])('does not vouch for one with %s', (_, text) => {
    expect(looksSound(text)).toBe(false);
  });

  it('vouches for nothing that a parser refuses or reads otherwise', () => {
    const whole = Buffer.from(JSON.stringify(object));
    const change = fc.record({
      at: fc.nat(whole.length - 1),
      bytes: fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.string({ maxLength: 3 })),
      removed: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const text = changes.reduce(
          (found, { at, bytes, removed }) =>
            Buffer.concat([
              found.subarray(0, at),
              Buffer.from(bytes as string),
              found.subarray(at + removed),
            ]),
          whole,
        );
        if (isSoundObject(text, 0, revision)) expect(isSound(text)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('knows every object as JSON has it', () => {
    const value = fc.jsonValue({ maxDepth: 5 });
    fc.assert(
      fc.property(value, fc.string(), (data, text) => {
        const made = JSON.stringify({ ...object, data, text });
        // Exponents are left to a parser.
        if (!/\de/.test(made) && !made.includes('\\u')) {
          expect(isSoundObject(Buffer.from(made), 0, revision)).toBe(true);
        }
      }),
    );
  });
});

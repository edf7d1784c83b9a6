/** Values that no well-meant client sends. */
import * as fc from 'fast-check';

/** Keys that mean something to JavaScript. */
export const magicKeys: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  'toJSON',
  'length',
  '',
];

/** Names that mean something to file systems, paths and Kubernetes. */
export const names: readonly string[] = [
  'a',
  'b',
  'fuzz-1',
  'default',
  'kube-system',
  'UPPER',
  '.',
  '..',
  '%2e%2e',
  'a/b',
  'a%2fb',
  '-',
  'x'.repeat(300),
  'ä',
  '\u0000',
  '\ud83d\ude00',
  'null',
  'undefined',
  '0',
  '*',
];

export const junkText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...names, ...magicKeys) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12, unit: 'binary' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '1',
      '-1',
      '1e400',
      '99999999999999999999',
      '100%',
      '1Gi',
      '1e308Ei',
      '0.0000000000000001n',
      '2026-11-20T20:00:00Z',
      '9999-99-99T99:99:99Z',
      '0001-01-01T00:00:00Z',
      '10.0.0.1',
      '::1',
      'TCP',
      'True',
      '*/5 * * * *',
      'a=b',
      '${jndi:x}',
      '<script>&\u2028',
      '\ud800',
    ),
  },
);

export const junkNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, -(2 ** 63), 2 ** 64),
  fc.constantFrom(1e308, 5e-324, 0.1, 1.5, 65_536, 1e21, -1e21),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Sets a field whatever its name: an assignment to `__proto__` would not. */
export function withField(object: object, key: string, value: unknown): object {
  const copy = { ...object };
  Object.defineProperty(copy, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

const key = fc.oneof(fc.constantFrom(...magicKeys), junkText);

/** Any JSON, with magic keys; small. */
export const junk: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'junk', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    junkNumber,
    junkText,
    fc.array(tie('value'), { maxLength: 3, depthIdentifier: 'junk' }),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 3, depthIdentifier: 'junk' })
      .map((fields) =>
        fields.reduce((object, [name, value]) => withField(object, name, value), {}),
      ),
  ),
})).value;

/** JSON text nested so deep that no parser should follow it. */
export const deepText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('[', '{"a":', '{"spec":', '[{"metadata":'),
    fc.constantFrom(10, 500, 998, 1000, 1001, 5000, 100_000),
    fc.boolean(),
  )
  .map(([open, depth, isClosed]) => {
    const close = [...open]
      .reverse()
      .map((character) => (character === '[' ? ']' : character === '{' ? '}' : ''))
      .join('');
    return open.repeat(depth) + '1' + (isClosed ? close.repeat(depth) : '');
  });

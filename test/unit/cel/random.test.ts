/** Random rules: none throws, hangs, or costs more than was estimated. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JSONSchemaProps } from '#types';
import { Declared } from '../../../src/cel/declared.ts';
import { Meter } from '../../../src/cel/meter.ts';
import { CelError, read } from '../../../src/cel/values.ts';
import { Structure } from '../../../src/schema/structure/structure.ts';
import { compiled, refusals, ruled } from '../../support/rules.ts';

const schema: JSONSchemaProps = {
  type: 'object',
  properties: {
    n: { type: 'integer' },
    b: { type: 'boolean' },
    t: { type: 'string', maxLength: 8 },
    list: { type: 'array', maxItems: 4, items: { type: 'integer' } },
    texts: { type: 'array', maxItems: 4, items: { type: 'string', maxLength: 5 } },
    inner: {
      type: 'object',
      properties: { n: { type: 'integer' }, t: { type: 'string', maxLength: 3 } },
    },
  },
};

const values = fc.record(
  {
    n: fc.integer({ min: -3, max: 3 }),
    b: fc.boolean(),
    t: fc.string({ maxLength: 8 }),
    list: fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 4 }),
    texts: fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }),
    inner: fc.record({ n: fc.integer({ min: 0, max: 3 }), t: fc.string({ maxLength: 3 }) }),
  },
  { requiredKeys: [] },
);

/** Rules of the right types. */
const rules = fc.letrec<Record<'bool' | 'int' | 'ints' | 'text' | 'texts', string>>((tie) => ({
  bool: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom('true', 'false', 'self.b', 'has(self.n)', 'has(self.inner.n)'),
    fc
      .tuple(tie('int'), fc.constantFrom('<', '<=', '==', '!=', '>'), tie('int'))
      .map((p) => `(${p.join(' ')})`),
    fc
      .tuple(tie('text'), fc.constantFrom('<', '==', '!='), tie('text'))
      .map((p) => `(${p.join(' ')})`),
    fc.tuple(tie('bool'), fc.constantFrom('&&', '||'), tie('bool')).map((p) => `(${p.join(' ')})`),
    fc.tuple(tie('bool'), tie('bool'), tie('bool')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    tie('bool').map((a) => `!${a}`),
    fc
      .tuple(tie('ints'), fc.constantFrom('all', 'exists', 'exists_one'), tie('bool'))
      .map(([list, macro, condition]) => `${list}.${macro}(x, x > 0 && ${condition})`),
    fc.tuple(tie('int'), tie('ints')).map(([a, list]) => `(${a} in ${list})`),
    fc.tuple(tie('ints'), tie('ints')).map(([a, b]) => `(${a} == ${b})`),
    // Not startsWith and endsWith: v1.24 estimates them by the length of what is looked for.
    fc
      .tuple(
        tie('text'),
        fc.constantFrom('contains', 'matches'),
        fc.constantFrom("'a'", "'b+'", "''"),
      )
      .map(([a, call, b]) => `${a}.${call}(${b})`),
    tie('texts').map((list) => `${list}.isSorted()`),
  ),
  int: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom('0', '1', '-2', 'self.n', 'self.inner.n', 'self.list[0]'),
    fc
      .tuple(tie('int'), fc.constantFrom('+', '-', '*', '/', '%'), tie('int'))
      .map((p) => `(${p.join(' ')})`),
    fc.tuple(tie('bool'), tie('int'), tie('int')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    tie('ints').map((list) => `size(${list})`),
    tie('ints').map((list) => `${list}.sum()`),
    tie('text').map((text) => `${text}.size()`),
  ),
  ints: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom('self.list', '[1, 2]', '[self.n]'),
    fc.tuple(tie('ints'), tie('ints')).map(([a, b]) => `(${a} + ${b})`),
    fc
      .tuple(tie('ints'), tie('bool'))
      .map(([list, condition]) => `${list}.filter(y, y < 2 || ${condition})`),
    fc.tuple(tie('ints'), tie('int')).map(([list, result]) => `${list}.map(z, z + ${result})`),
  ),
  text: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom("'a'", "''", 'self.t', 'self.inner.t', 'self.texts[0]'),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a} + ${b})`),
    tie('text').map((a) => `${a}.upperAscii()`),
    fc
      .tuple(tie('text'), fc.constantFrom("'a', 'bb'", "'', '-'", "'aa', ''"))
      .map(([a, by]) => `${a}.replace(${by})`),
    tie('int').map((a) => `string(${a})`),
    tie('texts').map((list) => `${list}.join(',')`),
  ),
  texts: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom('self.texts', "['b', 'a']"),
    fc.tuple(tie('texts'), tie('text')).map(([list, text]) => `${list}.map(w, w + ${text})`),
    tie('text').map((text) => `${text}.split(',')`),
  ),
}));

const declared = Declared.of(new Structure(schema))!;

describe('random rules', () => {
  it('compile, and give a bool or an error that types cannot exclude', () => {
    fc.assert(
      fc.property(rules.bool, values, (rule, value) => {
        const { program, fault } = compiled(schema, rule);
        expect(fault).toBeUndefined();
        const result = program!.run({ variables: [read(value, declared)], meter: new Meter() });
        if (result instanceof CelError) {
          expect(result.message).toMatch(
            /^(no such key|index out of|division|modulus|integer overflow)/,
          );
        } else expect(typeof result).toBe('boolean');
      }),
      { numRuns: 400 },
    );
  });

  it('cost at most what was estimated', () => {
    fc.assert(
      fc.property(rules.bool, values, (rule, value) => {
        // v1.24 takes an empty text to be split into nothing.
        fc.pre(!rule.includes('split'));
        const { program, mostCost } = compiled(schema, rule);
        const meter = new Meter();
        program!.run({ variables: [read(value, declared)], meter });
        expect(meter.cost).toBeLessThanOrEqual(mostCost);
      }),
      { numRuns: 400 },
    );
  });
});

describe('garbled rules', () => {
  const parts = [
    ...[
      'self',
      'oldSelf',
      '.',
      'n',
      't',
      'list',
      'all',
      'map',
      'has',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
    ],
    ...[
      ',',
      ':',
      '?',
      '+',
      '-',
      '*',
      '/',
      '%',
      '!',
      '&&',
      '||',
      '==',
      '<',
      ' in ',
      '1',
      '1u',
      '2.5',
    ],
    ...["'a'", 'b"b"', "r'\\d'", "'", '"""', '\\', '\n', '//', 'x', 'null', 'true', '👑', '\ud800'],
  ];
  it('are refused or evaluated, never worse', () => {
    const garbled = fc
      .array(fc.constantFrom(...parts), { maxLength: 24 })
      .map((list) => list.join(''));
    fc.assert(
      fc.property(garbled, values, (rule, value) => {
        refusals(ruled(schema, rule, 'm'), value, value);
      }),
      { numRuns: 1500 },
    );
  });

  it('meet values of other types than their schema says', () => {
    fc.assert(
      fc.property(rules.bool, fc.object(), (rule, value) => {
        refusals(ruled(schema, rule, 'm'), { ...value, n: value, list: value });
      }),
      { numRuns: 300 },
    );
  });
});

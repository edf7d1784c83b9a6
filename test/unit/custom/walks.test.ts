import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JSONSchemaProps } from '#types';
import { dropNulls, fillDefaults } from '../../../src/custom/defaults.ts';
import { prune } from '../../../src/custom/prune.ts';
import { Structure } from '../../../src/schema/structure/structure.ts';

const keeps = { 'x-kubernetes-preserve-unknown-fields': true } as const;
const text = { type: 'string' } as const;

describe('pruning', () => {
  it.each<[string, JSONSchemaProps, unknown, unknown, readonly string[]]>([
    ['fields that are not described', { properties: { a: text } }, { a: 1, b: 2 }, { a: 1 }, ['b']],
    [
      'in lists',
      { properties: { l: { items: { properties: { a: text } } } } },
      { l: [{ a: 1, b: 2 }, 3] },
      { l: [{ a: 1 }, 3] },
      ['l[0].b'],
    ],
    [
      'in the values of maps',
      { additionalProperties: { properties: { a: text } } },
      { x: { a: 1, b: 2 } },
      { x: { a: 1 } },
      ['x.b'],
    ],
    [
      'inside values of any kind, which keep their names',
      { additionalProperties: true },
      { x: { a: 1 }, y: 2 },
      { x: {}, y: 2 },
      ['x.a'],
    ],
    ['nothing where unknown fields are kept', keeps, { a: { b: 1 } }, { a: { b: 1 } }, []],
    [
      'but what is described there',
      { ...keeps, properties: { a: { properties: { b: text } } } },
      { a: { b: 1, c: 2 }, d: { e: 3 } },
      { a: { b: 1 }, d: { e: 3 } },
      ['a.c'],
    ],
    [
      'in embedded objects all but their type and metadata',
      { properties: { e: { 'x-kubernetes-embedded-resource': true } } },
      { e: { kind: 'Pod', metadata: { x: 1 }, spec: {} } },
      { e: { kind: 'Pod', metadata: { x: 1 } } },
      ['e.spec'],
    ],
  ])('removes %s', (_, props, value, pruned, paths) => {
    const unknown: string[] = [];
    const left = prune(new Structure(props), value, (path) => unknown.push(path));
    expect(left).toEqual(pruned);
    expect(unknown).toEqual(paths);
  });
});

describe('nulls', () => {
  const nullable = { ...text, nullable: true };
  it.each<[string, JSONSchemaProps, unknown, unknown]>([
    ['goes where it may not be', { properties: { a: text } }, { a: null }, {}],
    ['stays where it may be', { properties: { a: nullable } }, { a: null }, { a: null }],
    [
      'stays for a default to come',
      { properties: { a: { ...text, default: 'x' } } },
      { a: null },
      { a: null },
    ],
    ['stays in lists, for the checks', { items: text }, [null], [null]],
    ['stays where nothing is known', keeps, { a: null }, { a: null }],
  ])('a null %s', (_, props, value, left) => {
    expect(dropNulls(new Structure(props), value)).toEqual(left);
  });
});

describe('defaults', () => {
  const a = { ...text, default: 'x' };
  it.each<[string, JSONSchemaProps, unknown, unknown]>([
    ['absent fields', { properties: { a } }, {}, { a: 'x' }],
    ['nulls that may not be', { properties: { a } }, { a: null }, { a: 'x' }],
    [
      'no nulls that may be',
      { properties: { a: { ...a, nullable: true } } },
      { a: null },
      { a: null },
    ],
    ['nothing in absent objects', { properties: { o: { properties: { a } } } }, {}, {}],
    [
      'default objects too',
      { properties: { o: { default: {}, properties: { a } } } },
      {},
      { o: { a: 'x' } },
    ],
    ['the items of lists', { items: { properties: { a } } }, [{}], [{ a: 'x' }]],
    [
      'the values of maps',
      { additionalProperties: { properties: { a } } },
      { k: {} },
      { k: { a: 'x' } },
    ],
    ['no zero values', { properties: { a } }, { a: '' }, { a: '' }],
  ])('fill %s', (_, props, value, filled) => {
    expect(fillDefaults(new Structure(props), value)).toEqual(filled);
  });

  it('leave a field alone that is named like what all objects inherit', () => {
    const structure = new Structure({ properties: { constructor: a } });
    expect(fillDefaults(structure, {})).toEqual({ constructor: 'x' });
  });
});

const names = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, 'x', 1, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
})).value;
const schemas = fc.letrec<{ schema: JSONSchemaProps }>((tie) => ({
  schema: fc.record(
    {
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
      additionalProperties: fc.oneof({ maxDepth: 2 }, fc.constant(true), tie('schema')),
      items: fc.oneof({ maxDepth: 2 }, fc.constant({ type: 'string' }), tie('schema')),
      nullable: fc.boolean(),
      default: fc.constantFrom<unknown>('x', {}, [], { a: {} }),
      'x-kubernetes-preserve-unknown-fields': fc.constant(true),
      'x-kubernetes-embedded-resource': fc.boolean(),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JSONSchemaProps>,
})).schema;

it('changes an object once: what was pruned and filled in stays the same object', () => {
  fc.assert(
    fc.property(schemas, values, (props, value) => {
      const structure = new Structure(props);
      const walk = (given: unknown): unknown =>
        fillDefaults(structure, dropNulls(structure, prune(structure, given)));
      const pruned = prune(structure, value);
      expect(prune(structure, pruned)).toBe(pruned);
      const filled = fillDefaults(structure, value);
      expect(fillDefaults(structure, filled)).toBe(filled);
      // Defaults of definitions are pruned; these are not.
      const whole = walk(walk(value));
      expect(walk(whole)).toBe(whole);
    }),
  );
});

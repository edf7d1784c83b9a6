/** What a schema's structure keeps, and what it takes away. */
import { expect, it } from 'vitest';
import type { JSONSchemaProps } from '#types';
import { escapeName } from '../../../src/cel/names.ts';
import { dropNulls } from '../../../src/custom/defaults.ts';
import { Structure } from '../../../src/schema/structure/structure.ts';

const text: JSONSchemaProps = { type: 'string' };
it('the parts of a schema are made once', () => {
  const structure = new Structure({
    ...{ properties: { a: text }, additionalProperties: text, items: text, not: text },
    ...{ pattern: 'x', allOf: [text], anyOf: [text], oneOf: [text] },
  });
  const parts = (): readonly unknown[] => [
    ...[structure.fields, structure.others, structure.items, structure.not, structure.pattern],
    ...[structure.all('allOf'), structure.all('anyOf'), structure.all('oneOf')],
  ];
  const first = parts();
  for (const [index, part] of parts().entries()) expect(part).toBe(first[index]);
});

it('nulls go from objects in lists', () => {
  const structure = new Structure({ items: { properties: { a: text, b: { nullable: true } } } });
  expect(dropNulls(structure, [{ a: null, b: null }, null])).toEqual([{ b: null }, null]);
});

it('words of the grammar are escaped as names of fields', () => {
  const words = [
    ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for'],
    ...['function', 'if', 'import', 'let', 'loop', 'package', 'namespace', 'return', 'var'],
    ...['void', 'while'],
  ];
  expect(words.map(escapeName)).toEqual(words.map((word) => `__${word}__`));
  expect(['a__b', 'a.b', 'a-b', 'a/b', '', '1a', 'a b'].map(escapeName)).toEqual([
    ...['a__underscores__b', 'a__dot__b', 'a__dash__b', 'a__slash__b'],
    ...[undefined, undefined, undefined],
  ]);
});

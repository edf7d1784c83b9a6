/** Texts as the room sees them: what YAML has that plain values have not is gone. */
import { describe, expect, it } from 'vitest';
import { isMap, plainOf, type Node } from '../../../src/scenario/source/node.ts';
import { parseText, type Dialect } from '../../../src/scenario/source/parse.ts';

function rootOf(text: string, dialect: Dialect = 'scenario'): Node {
  const { roots, problems } = parseText(text, dialect);
  expect(problems).toEqual([]);
  return roots[0]!;
}

describe('text that is not YAML', () => {
  const advice = "; inside { } and [ ] quote it: '${...}'";
  it.each<[text: string, isSlip: boolean]>([
    ['[${b}]', true],
    ['{${b}}', true],
    ['{ a: ${b} }', true],
    ['x: [1, ${b}]', true],
    ['x: 1\ny: { a: ${b} }\nz: 2', true],
    ['{ a: b', false],
    ["{ a: '${b}' ", false],
    ['{ a: "${b}" ', false],
    ['a${b}: c: d', false],
    ['a: b: c', false],
  ])('%j is a variable without quotes: %s', (text, isSlip) => {
    const { roots, problems } = parseText(text, 'scenario');
    expect(roots).toEqual([]);
    expect(problems.map(({ message }) => message.endsWith(advice))).toEqual([isSlip]);
  });
});

describe('nodes', () => {
  it.each<[string, unknown, Dialect?]>([
    ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
    ['a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}', { a: { b: 1, c: 2 }, d: { b: 1, c: 3 } }],
    ['d: {<<: [{a: 1}, {a: 2, b: 2}]}', { d: { a: 1, b: 2 } }],
    ['? a\n? b', { a: null, b: null }],
    ['{1: a, true: b, ~: c, [x]: d}', { 1: 'a', true: 'b', '': 'c', '["x"]': 'd' }],
    ['{"__proto__": 1}', JSON.parse('{"__proto__":1}')],
    ['[yes, 012, 2020-01-01]', [true, 10, '2020-01-01'], 'manifest'],
    ['!!omap [a: 1, b: 2]', [{ a: 1 }, { b: 2 }], 'manifest'],
  ])('%j', (text, value, dialect) => {
    const plain = plainOf(rootOf(text, dialect));
    expect(plain).toEqual(value);
    expect(Object.keys(plain as object)).toEqual(Object.keys(value as object));
  });

  it('know where they stand, in aliases where the anchor is', () => {
    const text = 'a: &x [1, "two"]\nb: *x\n';
    const root = rootOf(text);
    const written = (node: Node | undefined) => text.slice(node?.place.start, node?.place.end);
    expect(isMap(root) && [written(root.get('a')), written(root.get('b'))]).toEqual([
      '[1, "two"]',
      '[1, "two"]',
    ]);
    expect(isMap(root) && [root.has('c'), root.get('c'), root.scalar('a')]).toEqual([
      false,
      undefined,
      undefined,
    ]);
  });
});

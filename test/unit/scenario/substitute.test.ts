/** Variables in nodes: what has none stays the same node, so that work on it can be shared. */
import { describe, expect, it } from 'vitest';
import type { Checker } from '../../../src/scenario/shape/checker.ts';
import { isList, isMap, plainOf, type Node } from '../../../src/scenario/source/node.ts';
import { parseText } from '../../../src/scenario/source/parse.ts';
import { Scope } from '../../../src/scenario/variables/scope.ts';
import { substitute } from '../../../src/scenario/variables/substitute.ts';

const scope = new Scope(new Map<string, unknown>(Object.entries({ a: 1, b: 'x', list: [1, 2] })));
const checker = {
  markInvalid(_: Node, __: number, message: string) {
    throw new Error(message);
  },
} as unknown as Checker;

const read = (text: string): Node => parseText(text, 'scenario').roots[0]!;
const filled = (node: Node): Node => substitute(node, scope, checker);

describe('variables', () => {
  it.each<[text: string, value: unknown]>([
    ["'${a}'", 1],
    ["'${a} '", '1 '],
    ["' ${a}'", ' 1'],
    ["'${a}${b}'", '1x'],
    ["'$${a}'", '${a}'],
    ["'${list}'", [1, 2]],
    ["{ '${b}': 1 }", { x: 1 }],
    ["{ k: '${b}' }", { k: 'x' }],
    ["{ '${b}': '${a}' }", { x: 1 }],
    ["{ j: 1, k: '${b}', l: }", { j: 1, k: 'x', l: null }],
    ["[0, '${a}', [{ k: '${b}' }]]", [0, 1, [{ k: 'x' }]]],
    ["{ k: ['${list}'] }", { k: [[1, 2]] }],
  ])('in %s come to %j', (text, value) => {
    expect(plainOf(filled(read(text)))).toEqual(value);
  });

  it.each(['text', '5', '~', '{ a: 1, b: , c: { d: e } }', '[1, [2], { a: b }]', "'$a {b}'"])(
    'are not in %s, which stays the same',
    (text) => {
      const node = read(text);
      expect(filled(node)).toBe(node);
    },
  );

  it('leave the parts alone that they are not in', () => {
    const node = read("{ a: [1, 2], b: ['${a}', [3]] }");
    const now = filled(node);
    if (!isMap(node) || !isMap(now)) throw new Error('expected maps');
    expect(now.get('a')).toBe(node.get('a'));
    expect(now.entries[0]).toBe(node.entries[0]);
    const [before, after] = [node.get('b'), now.get('b')];
    if (!isList(before) || !isList(after)) throw new Error('expected lists');
    expect(after.items[1]).toBe(before.items[1]);
    expect([now.place, after.place]).toEqual([node.place, before.place]);
  });
});

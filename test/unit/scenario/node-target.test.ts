/** Which nodes a step is about, when it runs and before. */
import { describe, expect, it } from 'vitest';
import type { Client } from '#runtime';
import { Checker } from '../../../src/scenario/shape/checker.ts';
import {
  checkTarget,
  forgetTarget,
  nodeTarget,
  resolveNodes,
  targetText,
  type NodeTarget,
} from '../../../src/scenario/shape/node-target.ts';
import { text } from '../../../src/scenario/shape/shape.ts';
import type { Node } from '../../../src/scenario/source/node.ts';
import { parseText } from '../../../src/scenario/source/parse.ts';
import type { World } from '../../../src/scenario/world.ts';

const worldOf = (nodes: Readonly<Record<string, string | undefined>>): World =>
  ({ nodes: new Map(Object.entries(nodes)) }) as unknown as World;
const world = (): World => worldOf({ a: undefined, b: 'blue', c: 'blue', d: 'green' });

function problems(target: NodeTarget, known = world()): readonly unknown[] {
  const found: unknown[] = [];
  const checker = {
    problem: (_: Node, message: string, near: { word: string; known: Iterable<string> }) =>
      void found.push([message, near.word, [...near.known]]),
  } as unknown as Checker;
  checkTarget(target, known, undefined as never, checker);
  return found;
}

/** Whose nodes are found by the selector that is asked for. */
function clientWith(found: Readonly<Record<string, readonly string[]>>): Client {
  return {
    list: (_: unknown, { labelSelector }: { readonly labelSelector: string }) =>
      Promise.resolve({
        items: (found[labelSelector] ?? []).map((name) => ({ metadata: { name } })),
      }),
  } as unknown as Client;
}

describe('nodes that a step names', () => {
  const here = 'at this point of the scenario; there are';
  it.each<[NodeTarget, readonly unknown[]]>([
    [{ node: 'a' }, []],
    [{ nodes: ['a', 'b'] }, []],
    [{ group: 'blue' }, []],
    [{ selector: { any: 'label' } }, []],
    [{ node: 'x' }, [[`there is no node "x" ${here} a, b, c, d`, 'x', ['a', 'b', 'c', 'd']]]],
    [
      { nodes: ['a', 'x', 'y'] },
      [
        [`there is no node "x" ${here} a, b, c, d`, 'x', ['a', 'b', 'c', 'd']],
        [`there is no node "y" ${here} a, b, c, d`, 'y', ['a', 'b', 'c', 'd']],
      ],
    ],
    [
      { group: 'red' },
      [[`there is no node of a group "red" ${here} blue, green`, 'red', ['blue', 'green']]],
    ],
  ])('%j', (target, expected) => {
    expect(problems(target)).toEqual(expected);
  });

  it('are missed where there are none', () => {
    const message =
      'there is no node of a group "red" at this point of the scenario; there are none';
    expect(problems({ group: 'red' }, worldOf({ a: undefined }))).toEqual([[message, 'red', []]]);
  });

  it.each<[NodeTarget, readonly string[]]>([
    [{ node: 'a' }, ['b', 'c', 'd']],
    [{ nodes: ['b', 'd'] }, ['a', 'c']],
    [{ group: 'blue' }, ['a', 'd']],
    [{ selector: { any: 'label' } }, ['a', 'b', 'c', 'd']],
  ])('are gone when they are removed: %j', (target, left) => {
    const known = world();
    forgetTarget(target, known);
    expect([...known.nodes.keys()]).toEqual(left);
  });
});

describe('the nodes of a running step', () => {
  const client = clientWith({ 'sim/group=blue': ['b', 'c'], 'disk=ssd,zone=z1': ['d'] });
  it.each<[NodeTarget, readonly string[]]>([
    [{ node: 'x' }, ['x']],
    [{ nodes: ['y', 'x'] }, ['y', 'x']],
    [{ group: 'blue' }, ['b', 'c']],
    [{ selector: { disk: 'ssd', zone: 'z1' } }, ['d']],
  ])('%j', async (target, names) => {
    expect(await resolveNodes(target, client)).toEqual(names);
  });

  it.each<[NodeTarget, string]>([
    [{ group: 'red' }, 'there is no node with sim/group=red'],
    [{ selector: { disk: 'hdd' } }, 'there is no node with disk=hdd'],
  ])('must be there: %j', async (target, message) => {
    await expect(resolveNodes(target, client)).rejects.toThrow(message);
  });
});

it.each<[NodeTarget, string]>([
  [{ node: 'a' }, 'a'],
  [{ nodes: ['a', 'b'] }, 'a, b'],
  [{ group: 'blue' }, 'group blue'],
  [{ selector: { disk: 'ssd', zone: 'z1' } }, 'nodes with disk=ssd,zone=z1'],
  [{ nodes: [...'abcdefgh'] }, 'a, b, c, d, e, f, g, h'],
  [{ nodes: [...'abcdefghij'] }, 'a, b, c, d, e, f, g, h and 2 more'],
])('%j in words', (target, text) => {
  expect(targetText(target)).toBe(text);
});

describe('how a step says which nodes', () => {
  const ways = 'expected one of node, nodes, group, selector (the node, or which nodes), found';
  it.each<[written: string, target: object | undefined, problems: readonly string[]]>([
    ['node-1', { node: 'node-1' }, []],
    ['{ node: node-1 }', { node: 'node-1' }, []],
    ['{ group: blue, grace: x }', { group: 'blue', grace: 'x' }, []],
    ['{ grace: x }', undefined, [`${ways} none of them`]],
    ['{ node: a, group: b }', undefined, [`${ways} node and group`]],
    [
      '{ selector: { a: b }, nodes: [a], node: c }',
      undefined,
      [`${ways} node and nodes and selector`],
    ],
  ])('%s', (written, target, problems) => {
    const found: string[] = [];
    const checker = Object.assign(new Checker({} as never, {} as never), {
      problem: (_: Node, message: string) => void found.push(message),
    });
    const shape = nodeTarget('the node, or which nodes', { grace: text({ doc: 'Whatever.' }) });
    const node = parseText(written, 'scenario').roots[0]!;
    expect([shape.check(node, checker), found]).toEqual([target, problems]);
  });
});

/** The order of the elements of a set, at once and in parts. */
import { describe, expect, it } from 'vitest';
import { inOrder, puttingInOrder } from '../../../../src/api/managed-fields/index.ts';
import { runToEnd } from '#values';

const sorted: readonly (readonly string[])[] = [
  ['.', 'f:a', 'f:b', 'f:ba'],
  ['f:a', 'i:0', 'k:{"a":1}', 'v:1'],
  ['k:{"name":"a"}', 'k:{"name":"a b"}', 'k:{"name":"b"}'],
  ['k:{"a":"x"}', 'k:{"name":"a"}'],
  ['k:{"port":9}', 'k:{"port":80}', 'k:{"port":"80"}'],
  [
    'k:{"port":80,"protocol":"TCP"}',
    'k:{"port":80,"protocol":"UDP"}',
    'k:{"port":443,"protocol":"TCP"}',
  ],
  ['k:{"a":1}', 'k:{"a":1,"b":1}', 'k:{"a":2}'],
  ['v:9', 'v:10', 'v:"1"', 'v:"9"', 'v:true'],
  ['v:"a"', 'v:"a\\"b"', 'v:"b"'],
  ['k:{"name":"a\\u003cb"}', 'k:{"name":"a=b"}'],
];

/** All orders of a few elements. */
function ordersOf(elements: readonly string[]): readonly (readonly string[])[] {
  if (elements.length <= 1) return [elements];
  return elements.flatMap((first, i) =>
    ordersOf(elements.filter((_, at) => at !== i)).map((rest) => [first, ...rest]),
  );
}

describe('elements', () => {
  it.each(sorted.map((elements) => [elements]))('%j are in order', (elements) => {
    expect(inOrder(elements)).toBe(elements);
    for (const order of ordersOf(elements)) {
      expect(inOrder(order)).toEqual(elements);
      for (const run of [1, 2, 3]) expect(runToEnd(puttingInOrder(order, run))).toEqual(elements);
    }
  });

  it('are put in order in parts where there are many', () => {
    const partsOf = (count: number, run: number): number => {
      const elements = Array.from({ length: count }, (_, i) => `f:${count - i}`);
      let parts = 0;
      for (const work = puttingInOrder(elements, run); work.next().done !== true;) parts += 1;
      return parts;
    };
    expect(partsOf(4, 4)).toBe(0);
    // Two runs, their two parts when merged, and the last.
    expect(partsOf(4, 2)).toBe(5);
    expect(partsOf(6, 2)).toBe(3 + 2 + 3 + 1);
  });
});

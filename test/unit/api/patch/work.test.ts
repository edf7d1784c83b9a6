/** Patches that are short for what they do: their work grows as they do, not with its square. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError, type KubeObject } from '#values';
import { schemas } from '#kinds';
import { applyJsonPatch, jsonPatcher } from '../../../../src/api/patch/json-patch.ts';
import { ListDraft } from '../../../../src/api/patch/list-draft.ts';
import { strategicMerge } from '../../../../src/api/patch/strategic.ts';
import { arrange } from '../../../../src/api/patch/strategic-order.ts';
import { elementsPassed, growth } from '../../../support/work.ts';

const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index);

describe('JSON patch', () => {
  test.each([
    ['at the front', () => ({ op: 'add', path: '/list/0', value: 'x' })],
    ['in the middle', (at: number) => ({ op: 'add', path: `/list/${3 * at}`, value: 'x' })],
    ['out of the list', () => ({ op: 'remove', path: '/list/0' })],
    ['from place to place', (at: number) => ({ op: 'move', from: `/list/${at}`, path: '/list/0' })],
    ['over another', (at: number) => ({ op: 'replace', path: `/list/${at}`, value: 'x' })],
  ])('puts elements %s with work that grows as the patch', (_, operation) => {
    const work = (size: number): number => {
      const list = numbers(8 * size);
      return elementsPassed(() => applyJsonPatch({ list }, numbers(size).map(operation)));
    };
    expect(growth(work, 1000)).toBeLessThan(2.5);
  });

  test('leaves alone what it only passes through, however large', () => {
    const data = Object.fromEntries(numbers(1000).map((at) => [`k${at}`, 'x']));
    const document = { data, other: { a: 'b' } };
    const patch = numbers(100).flatMap((at) => [
      { op: 'test', path: `/data/k${at}`, value: 'x' },
      { op: 'copy', from: '/data', path: '/other/copy' },
      { op: 'remove', path: '/other/copy' },
    ]);
    let patched: unknown;
    expect(elementsPassed(() => (patched = applyJsonPatch(document, patch)))).toBeLessThan(2000);
    expect(patched).toBe(document);
  });

  test('keeps fields in the order in which they came', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', '__proto__');
    const operation = fc.record({ op: fc.constantFrom('add', 'remove'), key, value: fc.nat(9) });
    const start = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'));
    fc.assert(
      fc.property(start, fc.array(operation), (keys, operations) => {
        const expected = new Map(keys.map((name): [string, unknown] => [name, 0]));
        const patch: { op: string; path: string; value: number }[] = [];
        for (const { op, key: name, value } of operations) {
          if (op === 'remove' && !expected.delete(name)) continue;
          if (op === 'add') expected.set(name, value);
          patch.push({ op, path: `/x/${name}`, value });
        }
        const document = { x: Object.fromEntries(keys.map((name) => [name, 0])) };
        const { x } = applyJsonPatch(document, patch) as { readonly x: object };
        const fields = new Map(Object.entries(x));
        expect(fields).toEqual(expected);
        // An object that ends up as it was is the one from before, in its order.
        if (x !== document.x) expect([...fields.keys()]).toEqual([...expected.keys()]);
      }),
    );
  });

  test('refuses copies of copies before they grow', () => {
    const current = { kind: 'ConfigMap', x: { text: 'x'.repeat(100) } } as unknown as KubeObject;
    const doubling = numbers(40).map((at) => ({ op: 'copy', from: '/x', path: `/x/c${at}` }));
    let refusal: unknown;
    const work = elementsPassed(() => {
      try {
        jsonPatcher(current, doubling);
      } catch (error) {
        refusal = error;
      }
    });
    expect(refusal).toBeInstanceOf(ApiError);
    expect((refusal as ApiError).code).toBe(422);
    expect(work).toBeLessThan(1e6);
  });

  test.each([
    [3 * 1024 * 1024, undefined],
    [
      3 * 1024 * 1024 + 1,
      'Unable to complete the copy, the accumulated size increase of copy is 3145729, exceeding the limit 3145728',
    ],
  ])('adds up what its copies add: %i bytes', (bytes, message) => {
    const [half, rest] = [Math.floor(bytes / 2), Math.ceil(bytes / 2)];
    // Quotes count, and `<` counts as its escape.
    const document = { a: `<${'x'.repeat(half - 8)}`, b: 'x'.repeat(rest - 2) };
    const patch = ['/a', '/b'].map((from) => ({ op: 'copy', from, path: `${from}2` }));
    const attempt = (): unknown => applyJsonPatch(document, patch);
    if (message === undefined) expect(attempt()).toHaveProperty('b2');
    else expect(attempt).toThrow(message);
  });

  test('leaves copies alone when what they were made of changes', () => {
    const patched = applyJsonPatch({ a: { b: [1] } }, [
      { op: 'add', path: '/a/b/-', value: 2 },
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'add', path: '/a/b/-', value: 3 },
      { op: 'add', path: '/c/b/0', value: 0 },
    ]);
    expect(patched).toEqual({ a: { b: [1, 2, 3] }, c: { b: [0, 1, 2] } });
  });

  test('refuses to nest deeper than bodies may', () => {
    const wrap = numbers(1100).flatMap(() => [
      { op: 'add', path: '/b', value: {} },
      { op: 'move', from: '/a', path: '/b/a' },
      { op: 'move', from: '/b', path: '/a' },
    ]);
    expect(() => applyJsonPatch({ a: 1 }, wrap)).toThrow('exceeded max depth');
  });
});

test('a list under change is like any list', () => {
  const step = fc.tuple(fc.constantFrom('insert', 'remove', 'set'), fc.nat());
  fc.assert(
    fc.property(fc.nat(3000), fc.array(step, { maxLength: 200 }), (length, steps) => {
      const plain = numbers(length);
      const draft = new ListDraft(plain);
      for (const [what, place] of steps) {
        if (what === 'insert') {
          const index = place % (plain.length + 1);
          plain.splice(index, 0, -place);
          draft.insert(index, -place);
        } else if (plain.length > 0) {
          const index = place % plain.length;
          expect(draft.get(index)).toBe(plain[index]);
          if (what === 'remove') {
            plain.splice(index, 1);
            draft.remove(index);
          } else {
            plain[index] = place;
            draft.set(index, place);
          }
        }
      }
      expect(draft.length).toBe(plain.length);
      expect(draft.toArray()).toEqual(plain);
    }),
  );
});

describe('strategic merge', () => {
  const schema = schemas.of('core/v1', 'Pod');

  /** Containers whose names tell how often they are read. */
  function countReads(size: number, patchOf: (items: readonly object[]) => object): number {
    let reads = 0;
    const container = (index: number): object =>
      Object.defineProperties({} as object, {
        name: { enumerable: true, get: () => (reads++, `c${index}`) },
        image: { enumerable: true, value: 'i' },
      });
    const containers = numbers(size).map(container);
    const patch = patchOf(numbers(size).map(container));
    const passed = elementsPassed(() =>
      strategicMerge({ containers }, patch as never, specOf(schema)),
    );
    return reads + passed;
  }

  test.each([
    ['as it was', (items: readonly object[]) => ({ containers: items })],
    ['reversed', (items: readonly object[]) => ({ containers: items.toReversed() })],
    [
      'ordered backwards',
      (items: readonly object[]) => ({ '$setElementOrder/containers': items.toReversed() }),
    ],
    [
      'deleted',
      (items: readonly object[]) => ({
        containers: items.map((item) => ({ ...item, $patch: 'delete' })),
      }),
    ],
  ])('of a long list that is %s works as long as the list', (_, patchOf) => {
    expect(growth((size) => countReads(size, patchOf), 500)).toBeLessThan(2.3);
  });

  test.each([
    ['finalizers', (size: number) => ({ finalizers: texts(2 * size).reverse() })],
    ['finalizers', (size: number) => ({ '$deleteFromPrimitiveList/finalizers': texts(size) })],
  ])('of many scalars in %s works as long as the list', (_, patchOf) => {
    const meta = schemas.of('meta/v1', 'ObjectMeta');
    const work = (size: number): number =>
      elementsPassed(() => strategicMerge({ finalizers: texts(size) }, patchOf(size), meta));
    expect(growth(work, 500)).toBeLessThan(2.3);
  });

  test('orders as an insertion sort does, also by an inconsistent order', () => {
    const item = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(fc.array(item), fc.uniqueArray(item), (merged, stored) => {
        // Nothing is in the order list, so all are sorted by their places in the stored one.
        expect(arrange(merged, [], stored, undefined)).toEqual(insertionSorted(merged, stored));
      }),
    );
  });
});

const texts = (length: number): string[] => numbers(length).map((index) => `a.b/${index}`);

function specOf(pod: ReturnType<typeof schemas.of>): ReturnType<typeof schemas.of> {
  return pod.fields.get('spec')!.schema as ReturnType<typeof schemas.of>;
}

function insertionSorted(items: readonly number[], order: readonly number[]): number[] {
  const isLess = (left: number, right: number): boolean => {
    const [a, b] = [order.indexOf(left), order.indexOf(right)];
    return a < 0 || b < 0 || a < b;
  };
  const list = [...items];
  for (let end = 1; end < list.length; end++) {
    for (let at = end; at > 0 && isLess(list[at]!, list[at - 1]!); at--) {
      [list[at - 1], list[at]] = [list[at]!, list[at - 1]!];
    }
  }
  return list;
}

import fc from 'fast-check';
import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { unsharedWeight } from '../../../src/store/weight.ts';

const object = (parts: object): KubeObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, ...parts }) as never;

describe('the weight of a version', () => {
  it('is at least what its values take when written down', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        // Written down, numbers that are not small integers take a little more than they weigh.
        const written = serialize(data).length - 9 * JSON.stringify(data).length;
        expect(unsharedWeight(object({ data }), undefined)).toBeGreaterThan(written);
      }),
    );
  });

  it('grows with each field and each item by at least a reference', () => {
    const weightOf = (value: unknown): number => unsharedWeight(object({ value }), undefined);
    for (const length of count(200)) {
      const [some, more] = [count(length), count(length + 1)];
      const fields = (all: readonly number[]): object =>
        Object.fromEntries(all.map((n) => [`x${n}`, n]));
      expect(weightOf(more) - weightOf(some)).toBeGreaterThanOrEqual(8);
      expect(weightOf(fields(more)) - weightOf(fields(some))).toBeGreaterThanOrEqual(8);
    }
  });

  it('goes over the fields of an object once', () => {
    let passes = 0;
    const given = Object.fromEntries(count(100).map((n) => [`key-${n}`, 'x']));
    const data = new Proxy(given, {
      ownKeys: (target) => {
        passes++;
        return Reflect.ownKeys(target);
      },
    });
    unsharedWeight(object({ data }), undefined);
    expect(passes).toBe(1);
  });

  const megabyte = 2 ** 20;
  const cases: [string, object][] = [
    ['long texts', { data: { text: 'x'.repeat(megabyte) } }],
    ['many short texts', { list: Array.from({ length: megabyte / 10 }, () => 'x') }],
    ['many fields', { data: Object.fromEntries(count(10_000).map((n) => [`key-${n}`, n])) }],
    ['many objects', { list: count(30_000).map(() => ({})) }],
    ['deep ones', { deep: count(900).reduce<object>((below) => ({ below }), { x: megabyte }) }],
    ['annotations', { metadata: { annotations: { text: 'x'.repeat(megabyte) } } }],
    ['labels', { metadata: { labels: { text: 'x'.repeat(megabyte) } } }],
    ['finalizers', { metadata: { finalizers: count(30_000).map((n) => `example.com/${n}`) } }],
    ['owners', { metadata: { ownerReferences: count(10_000).map((n) => ({ uid: `u${n}` })) } }],
    ['managed fields', { metadata: { managedFields: count(9000).map(() => ({ fieldsV1: {} })) } }],
  ];

  it.each(cases)('is not less than %s in JSON', (_, parts) => {
    const json = Buffer.byteLength(JSON.stringify(parts));
    expect(unsharedWeight(object(parts), undefined)).toBeGreaterThan(json);
  });

  it.each(cases)('leaves out %s that the next version shares', (_, parts) => {
    expect(unsharedWeight(object(parts), object(parts))).toBeLessThan(3000);
    expect(unsharedWeight(object(structuredClone(parts)), object(parts))).toBe(
      unsharedWeight(object(parts), undefined),
    );
  });
});

function count(length: number): readonly number[] {
  return Array.from({ length }, (_, n) => n);
}

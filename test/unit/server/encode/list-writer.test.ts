import type { ConfigMap } from '#types';
import type { KubeObject, NewObject } from '#values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectEncoder } from '../../../../src/server/encode/object-encoder.ts';

const metadata = { resourceVersion: '7' };

function map(number: number, length: number): KubeObject {
  const made: NewObject<ConfigMap> = {
    metadata: { name: `m${number}` },
    data: { text: 'ä'.repeat(length) },
  };
  return made as unknown as KubeObject;
}

function listed(encoder: ObjectEncoder, items: readonly KubeObject[]): string {
  return Buffer.concat([...encoder.list({ items, metadata })]).toString();
}

describe('a list', () => {
  it.each([false, true])('has the items as JSON, untyped: %s', (isUntyped) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 150_000 }), { maxLength: 6 }), (lengths) => {
        const encoder = new ObjectEncoder('v1', 'ConfigMap', { isUntyped });
        const items = lengths.map((length, number) => map(number, length));
        const head = encoder.listHead(metadata);
        const expected = { ...head, items: items.map((item) => encoder.item(item)) };
        expect(listed(encoder, items)).toBe(`${JSON.stringify(expected)}\n`);
        expect(listed(encoder, items)).toBe(`${JSON.stringify(expected)}\n`);
      }),
      { numRuns: 10 },
    );
  });

  it('is written once for those who poll, and again once an item has changed', () => {
    const encoder = new ObjectEncoder('v1', 'ConfigMap');
    const items = [map(1, 10), map(2, 10)];
    const [, first] = [...encoder.list({ items, metadata })];
    const [head, second] = [
      ...encoder.list({ items: [...items], metadata: { ...metadata, continue: 'c' } }),
    ];
    expect(second).toBe(first);
    expect(head!.toString()).toContain('"continue":"c"');
    const changed = [items[0]!, map(2, 11)];
    expect(listed(encoder, changed)).toContain('ä'.repeat(11));
    expect(listed(encoder, items.slice(0, 1))).not.toContain('m2');
  });

  it('has the parts of the one before whose items have not changed', () => {
    const encoder = new ObjectEncoder('v1', 'ConfigMap');
    const long = 140_000;
    const items = [1, 2, 3, 4, 5].map((number) => map(number, long));
    const before = [...encoder.list({ items, metadata })];
    expect(before).toHaveLength(7);
    const changes: readonly (readonly KubeObject[])[] = [
      items.with(2, map(3, 9)),
      items.toSpliced(2, 1),
      items.toSpliced(2, 0, map(6, 9), map(7, long)),
    ];
    for (const changed of changes) {
      const after = [...encoder.list({ items: changed, metadata })];
      for (const at of [1, 2]) expect(after[at] === before[at]).toBe(true);
      for (const at of [-3, -2]) expect(after.at(at) === before.at(at)).toBe(true);
      const fresh = listed(new ObjectEncoder('v1', 'ConfigMap'), changed);
      expect(Buffer.concat(after).toString() === fresh).toBe(true);
    }
    const moved = listed(encoder, items.slice(1));
    expect(moved === listed(new ObjectEncoder('v1', 'ConfigMap'), items.slice(1))).toBe(true);
  });

  it('is not kept when it is large', () => {
    const encoder = new ObjectEncoder('v1', 'ConfigMap');
    const items = Array.from({ length: 5 }, (_, n) => map(n, 500_000));
    const [, first] = [...encoder.list({ items, metadata })];
    const [, second] = [...encoder.list({ items, metadata })];
    // Not compared by expect: it would look for differences byte by byte.
    expect(second === first).toBe(false);
    expect(second!.equals(first!)).toBe(true);
  });

  it.each([
    [10_000, true],
    [10_001, false],
  ])('of %i items keeps the bytes of each for other readers: %j', (count, isKept) => {
    const encoder = new ObjectEncoder('v1', 'ConfigMap');
    const items = Array.from({ length: count }, (_, number) => map(number, 1));
    expect(listed(encoder, items)).toContain('"name":"m9999"');
    // A version never changes, but for a test that asks whether it is written again.
    Object.assign(items[0]!.metadata, { name: 'changed' });
    expect(encoder.whole(items[0]!).includes('changed')).toBe(!isKept);
  });
});

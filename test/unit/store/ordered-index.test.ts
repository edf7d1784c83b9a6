import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeferredIndex } from '../../../src/store/deferred-index.ts';
import { Log } from '../../../src/store/log.ts';
import { OrderedIndex } from '../../../src/store/ordered-index.ts';
import { expectSame } from '../../support/same.ts';

function keysFrom(index: Pick<OrderedIndex<{ key: string }>, 'from'>, from: string): string[] {
  const keys: string[] = [];
  for (const cursor = index.from(from); cursor.current; cursor.advance()) {
    keys.push(cursor.current.key);
  }
  return keys;
}

/** Keys of a small congruential series: many of them from one small number. */
function someKeys(seed: number, count: number): string[] {
  const keys: string[] = [];
  for (let n = seed; keys.length < count; n = (n * 1103515245 + 12345) % 2 ** 31) {
    keys.push((n % 4001).toString(36));
  }
  return keys;
}

describe('OrderedIndex', () => {
  const seed = fc.nat({ max: 1e6 });
  const count = fc.nat({ max: 5000 });
  const key = fc.nat({ max: 4000 }).map((n) => n.toString(36));

  it('holds what a sorted array of many chunks holds', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.tuple(seed, count).map((series) => someKeys(...series)),
        fc.tuple(seed, count).map((series) => someKeys(...series)),
        key,
        key,
        (rising, inserted, deleted, from, to) => {
          const expected = new Set(rising ? inserted.sort() : inserted);
          const index = new OrderedIndex<{ key: string }>();
          for (const key of expected) index.insert({ key });
          const were = deleted.map((key) => index.delete(key));
          expect(were).toEqual(deleted.map((key) => expected.delete(key)));
          const sorted = [...expected].sort();
          expect(keysFrom(index, '')).toEqual(sorted);
          expect(keysFrom(index, from)).toEqual(sorted.filter((key) => key >= from));
          expect(index.first()?.key).toBe(sorted[0]);
          expect(index.count(from, undefined)).toBe(sorted.filter((key) => key >= from).length);
          const between = sorted.filter((key) => key >= from && key < to);
          expect(index.count(from, to)).toBe(between.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is empty again when all is deleted', () => {
    const index = new OrderedIndex<{ key: string }>();
    const keys = Array.from({ length: 2000 }, (_, n) => n.toString(36));
    for (const key of keys) index.insert({ key });
    for (const key of keys) index.delete(key);
    expect(index.first()).toBeUndefined();
    expect(keysFrom(index, '')).toEqual([]);
    expect(index.count('', undefined)).toBe(0);
    index.insert({ key: 'new' });
    expect(keysFrom(index, '')).toEqual(['new']);
  });
});

describe('DeferredIndex', () => {
  it('reads as if every item had been put in its place at once', () => {
    const step = fc.record({
      key: fc.nat({ max: 40 }),
      what: fc.constantFrom('in', 'out', 'read'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const expected = new Set<string>();
        const index = new DeferredIndex<{ key: string }>();
        for (const { key: number, what } of steps) {
          const key = number.toString(36);
          if (what === 'read') {
            expect(keysFrom(index, key)).toEqual([...expected].sort().filter((one) => one >= key));
            expect(index.count('', key)).toBe([...expected].filter((one) => one < key).length);
          } else if (what === 'out') {
            expect(index.delete(key)).toBe(expected.delete(key));
          } else if (!expected.has(key)) {
            expected.add(key);
            index.insert({ key });
          }
        }
      }),
    );
  });
});

describe('Log', () => {
  it('keeps positions while its front is forgotten', () => {
    const log = new Log<number>();
    for (let n = 0; n < 10_000; n++) {
      expectSame(log.append(n), n);
      if (n % 3 !== 0) expectSame(log.shift(), log.first - 1);
    }
    expect(log.end).toBe(10_000);
    expect(log.first).toBe(6666);
    for (let n = log.first; n < log.end; n++) expectSame(log.at(n), n);
    expect(log.firstWhere((n) => n > 7000)).toBe(7001);
    expect(log.firstWhere(() => true)).toBe(6666);
    expect(log.firstWhere(() => false)).toBe(10_000);
  });
});

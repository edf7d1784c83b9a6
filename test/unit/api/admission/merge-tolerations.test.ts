import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deepEqual } from '#values';
import type { Toleration } from '#types';
import { runToEnd } from '#values';
import { mergingTolerations } from '../../../../src/api/admission/merge-tolerations.ts';
import { elementsPassed, growth } from '../../../support/work.ts';

const mergeTolerations = (all: readonly Toleration[]): readonly Toleration[] =>
  runToEnd(mergingTolerations(all));

const toleration = fc.record(
  {
    key: fc.constantFrom('', 'a', 'b'),
    operator: fc.constantFrom('', 'Equal', 'Exists', 'Other'),
    value: fc.constantFrom('', 'x', 'y'),
    effect: fc.constantFrom('', 'NoExecute', 'NoSchedule'),
    tolerationSeconds: fc.constantFrom(-1, 0, 5, 9),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Toleration>;

/** Word for word: of each pair, whether one tolerates all that the other does. */
function mergedByPairs(all: readonly Toleration[]): readonly Toleration[] {
  const merged: Toleration[] = [];
  for (const [index, one] of all.entries()) {
    const isKept = merged.some((kept) => covers(kept, one));
    const later = all.slice(index + 1);
    if (isKept || later.some((other) => !deepEqual(other, one) && covers(other, one))) continue;
    merged.push(one);
  }
  return merged;
}

function covers(wide: Toleration, narrow: Toleration): boolean {
  if (deepEqual(wide, narrow)) return true;
  const isForAllKeys = !wide.key && wide.operator === 'Exists';
  if (!isForAllKeys && (wide.key ?? '') !== (narrow.key ?? '')) return false;
  if (wide.effect && wide.effect !== narrow.effect) return false;
  if (wide.effect === 'NoExecute' && wide.tolerationSeconds != null) {
    if (narrow.tolerationSeconds == null) return false;
    if (narrow.tolerationSeconds > wide.tolerationSeconds) return false;
  }
  if (wide.operator === 'Exists') return true;
  if (wide.operator && wide.operator !== 'Equal') return false;
  return narrow.operator === 'Equal' && (wide.value ?? '') === (narrow.value ?? '');
}

test('leaves what no other covers', () => {
  fc.assert(
    fc.property(fc.array(toleration, { maxLength: 8 }), (all) => {
      expect(mergeTolerations(all)).toEqual(mergedByPairs(all));
    }),
    { numRuns: 2000 },
  );
});

test('works as long as the list', () => {
  const work = (size: number): number =>
    elementsPassed(() =>
      mergeTolerations(
        Array.from({ length: size }, (_, index) => ({
          key: 'k',
          effect: 'NoExecute',
          tolerationSeconds: index,
        })),
      ),
    );
  expect(growth(work, 300)).toBeLessThan(2.5);
});

test('long lists are merged with pauses, short ones without', () => {
  const pauses = (size: number): number => {
    const all = Array.from({ length: size }, (_, index) => ({ key: `k${index}` }));
    return [...mergingTolerations(all)].length;
  };
  expect(pauses(100)).toBe(0);
  expect(pauses(20_000)).toBeGreaterThanOrEqual(60);
});

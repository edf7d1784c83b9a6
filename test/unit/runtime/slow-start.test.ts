import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll, slowStart, throwAny } from '#runtime';

/** The batch sizes that were begun, given which calls fail. */
async function batches(count: number, fails: ReadonlySet<number>) {
  const sizes: number[] = [];
  let open = false;
  const result = await slowStart(count, async (index) => {
    if (!open) {
      open = true;
      sizes.push(0);
      // The whole batch begins in this turn, before any of it ends.
      queueMicrotask(() => (open = false));
    }
    sizes[sizes.length - 1]!++;
    await Promise.resolve();
    if (fails.has(index)) throw new Error(`no ${index}`);
  });
  return { sizes, ...result };
}

describe('slowStart', () => {
  it.each([
    [0, []],
    [1, [1]],
    [6, [1, 2, 3]],
    [7, [1, 2, 4]],
    [20, [1, 2, 4, 8, 5]],
  ])('makes %i calls in batches of %j', async (count, sizes) => {
    expect(await batches(count, new Set())).toEqual({ sizes, succeeded: count, errors: [] });
  });

  it('skips the batches after a failure', async () => {
    const result = await batches(20, new Set([4, 6, 9]));
    expect(result.sizes).toEqual([1, 2, 4]);
    expect(result.succeeded).toBe(5);
    expect(result.errors).toEqual([new Error('no 4'), new Error('no 6')]);
  });

  it('accounts for every call', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(40), fc.uniqueArray(fc.nat(40)), async (count, failing) => {
        const fails = new Set(failing.filter((index) => index < count));
        const { sizes, succeeded, errors } = await batches(count, fails);
        const begun = sizes.reduce((sum, size) => sum + size, 0);
        expect(succeeded + errors.length).toBe(begun);
        expect(begun === count || errors.length > 0).toBe(true);
        const before = sizes.slice(0, -1).reduce((sum, size) => sum + size, 0);
        for (const index of fails) expect(index < before).toBe(false);
      }),
    );
  });
});

describe('forAll', () => {
  it('calls all at once and gives the errors in order', async () => {
    const begun: string[] = [];
    const errors = await forAll(['a', 'b', 'c'], async (item) => {
      begun.push(item);
      await Promise.resolve();
      expect(begun).toHaveLength(3);
      if (item !== 'b') throw item;
    });
    expect(errors).toEqual(['a', 'c']);
  });
});

describe('throwAny', () => {
  it('throws one error as it is, several as a list of their different messages', () => {
    const one = new Error('x');
    expect(() => throwAny([])).not.toThrow();
    expect(() => throwAny([one])).toThrow(one);
    expect(() => throwAny([one, new Error('y'), new Error('x')])).toThrow('[x, y]');
  });
});

/** Lists in which everything is wrong: the work grows with the list, and ends with enough errors. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyConflict,
  checkEach,
  checkKeys,
  checkThen,
  findErrors,
  findingErrors,
  required,
  type FieldErrors,
} from '#values';
import { validateLimits } from '../../../src/kinds/core/quota/validate-limit-range.ts';
import { validateNode } from '../../../src/kinds/core/node/validate-node.ts';
import { validateClusterIps } from '../../../src/kinds/core/service/validate-service-addresses.ts';
import { elementsPassed, growth } from '../../support/work.ts';

const many = (size: number): string[] => Array.from({ length: size }, (_, index) => `x${index}`);

function nodeErrors(podCIDRs: readonly string[]): FieldErrors {
  const errors: FieldErrors = [];
  validateNode(errors, { metadata: { name: 'n' }, spec: { podCIDRs } } as never);
  return errors;
}

test('a long list of bad ranges is shown once, and not for each of them', () => {
  const work = (size: number): number => elementsPassed(() => nodeErrors(many(size)));
  expect(growth(work, 300)).toBeLessThan(2.5);
});

test('errors of long lists end with enough of them', () => {
  expect(nodeErrors(many(20_000)).length).toBeLessThan(10_010);
  const errors: FieldErrors = [];
  validateClusterIps(errors, { ipFamilies: many(20_000) } as never);
  expect(errors.length).toBeLessThan(10_010);
});

/** What is found with pauses, and how often it pauses. */
function foundInTurns(check: (errors: FieldErrors) => void): [FieldErrors, pauses: number] {
  const work = findingErrors(check);
  for (let pauses = 0; ; pauses++) {
    const { done, value } = work.next();
    if (done === true) return [value, pauses];
  }
}

describe('checks that are put off', () => {
  interface Tree {
    readonly parts: readonly Tree[];
  }
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.record({
      parts: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom(
          [],
          many(3000).map(() => ({ parts: [] })),
        ),
        fc.array(tie('tree'), { maxLength: 4 }),
      ),
    }),
  }));

  test('find the same as those that are not, in the same order', () => {
    const checkTree = (errors: FieldErrors, { parts }: Tree, field: string): void => {
      let seen = 0;
      errors.push(required(field));
      checkEach(errors, parts, (part, index) => {
        seen++;
        checkTree(errors, part, `${field}[${index}]`);
      });
      errors.push(required(`${field} behind`));
      checkKeys(errors, { ...parts }, (key) => {
        if (Number(key) % 100 === 0) errors.push(required(`${field}.${key}`));
      });
      checkThen(errors, () => errors.push(required(`${field}, all ${seen}`)));
    };
    fc.assert(
      fc.property(tree, (root) => {
        const check = (errors: FieldErrors): void => checkTree(errors, root, 'x');
        // Enough is enough wherever it is found, but what comes behind it may differ.
        const [found] = foundInTurns(check);
        expect(found.slice(0, 10_000)).toEqual(findErrors(check).slice(0, 10_000));
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['a list', (size: number) => (errors: FieldErrors) => checkEach(errors, many(size), () => {})],
    [
      'a map',
      (size: number) => (errors: FieldErrors) => checkKeys(errors, { ...many(size) }, () => {}),
    ],
    [
      'lists in a list',
      (size: number) => (errors: FieldErrors) =>
        checkEach(errors, many(size / 100), () => checkEach(errors, many(100), () => {})),
    ],
    [
      'limits',
      (size: number) => (errors: FieldErrors) =>
        validateLimits(errors, many(size).map((name) => ({ type: `a.b/${name}` })) as never),
    ],
  ])('pause the more often, the longer it is: %s', (_, checking) => {
    const pauses = (size: number): number => foundInTurns(checking(size))[1];
    expect(pauses(500)).toBe(0);
    expect(pauses(20_000)).toBeGreaterThanOrEqual(19);
    expect(pauses(40_000) / pauses(20_000)).toBeCloseTo(2, 0);
  });
});

test('a refused apply lists no more conflicts than people read', () => {
  const conflicts = many(100_000).map((path) => ({ manager: '"m"', path: `.data.${path}` }));
  const { message, details } = applyConflict(conflicts);
  expect(message).toMatch(
    /^Apply failed with 100000 conflicts: conflicts with "m":\n- \.data\.x0\n/,
  );
  const { length } = details!.causes!;
  expect(length).toBeLessThan(20_000);
  expect(message).toContain(`\nand ${100_000 - length} more`);
});

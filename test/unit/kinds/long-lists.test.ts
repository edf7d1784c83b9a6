/** Lists in which everything is wrong: the work grows with the list, and ends with enough errors. */
import { expect, test } from 'vitest';
import type { FieldErrors } from '#kinds';
import { validateNode } from '../../../src/kinds/validation/node.ts';
import { validateClusterIps } from '../../../src/kinds/validation/service-addresses.ts';
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

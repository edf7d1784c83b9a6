/** Checks of objects that one body can make large: their work grows as the object does. */
import { describe, expect, test } from 'vitest';
import {
  ExactQuantity,
  invalid,
  invalidObject,
  milliOf,
  parseQuantity,
  type FieldErrors,
} from '#values';
import { validateAnnotations, validateLabels } from '../../../src/kinds/object/validate-labels.ts';
import { validateRequirements } from '../../../src/kinds/core/pod/validation/resources.ts';
import { validateSpread } from '../../../src/kinds/core/pod/validation/pod-placement.ts';
import { validateRuntimeClass } from '../../../src/kinds/node/validate-runtime-class.ts';
import { validateVolumes } from '../../../src/kinds/core/volume/validate-volumes.ts';
import { elementsPassed, growth } from '../../support/work.ts';

const many = <T>(size: number, make: (index: number) => T): T[] =>
  Array.from({ length: size }, (_, index) => make(index));

const numbered = (size: number, value: string): Record<string, string> =>
  Object.fromEntries(many(size, (index) => [`a.b/k${index}`, value]));
const bad = Object.fromEntries(many(20_000, (index) => [`k${index}!`, 'x']));

describe('checks go over long lists once', () => {
  test.each<[string, (errors: FieldErrors, size: number) => void]>([
    [
      'constraints on spread',
      (errors, size) =>
        validateSpread(
          errors,
          many(size, (index) => ({
            topologyKey: `k${index}`,
            maxSkew: 1,
            whenUnsatisfiable: 'DoNotSchedule' as const,
          })),
          'spread',
        ),
    ],
    [
      'tolerations of a runtime class',
      (errors, size) =>
        validateRuntimeClass(errors, {
          handler: 'h',
          scheduling: {
            tolerations: many(size, (index) => ({ key: `k${index}`, operator: 'Exists' as const })),
          },
        } as never),
    ],
    [
      'volumes from claims',
      (errors, size) =>
        void validateVolumes(
          errors,
          many(size, (index) => ({
            name: `v${index}`,
            persistentVolumeClaim: { claimName: `c${index}` },
          })),
          'volumes',
          'pod',
        ),
    ],
  ])('%s', (_, check) => {
    const work = (size: number): number => elementsPassed(() => check([], size));
    expect(growth(work, 300)).toBeLessThan(2.5);
  });
});

test('a claim of an ephemeral volume is still not for another', () => {
  const errors: FieldErrors = [];
  const volumes = [
    { name: 'a', ephemeral: { volumeClaimTemplate: { spec: {} } } },
    { name: 'b', persistentVolumeClaim: { claimName: 'pod-a' } },
  ];
  validateVolumes(errors, volumes as never, 'volumes', 'pod');
  expect(errors.map(({ field }) => field)).toContain('volumes[1].persistentVolumeClaim.claimName');
});

test('a refusal lists what fits and counts the rest', () => {
  const errors = many(1000, (index) => invalid(`f${index}`, 'x'.repeat(10_000), 'no'));
  const { message, details } = invalidObject('', 'Pod', 'p', errors);
  expect(message.length).toBeLessThan(600_000);
  expect(details!.causes!.length).toBe(49);
  expect(message).toMatch(/, and 951 more\]$/);
});

test.each<[string, (errors: FieldErrors) => void]>([
  ['labels', (errors) => validateLabels(errors, bad, 'labels')],
  ['annotations', (errors) => validateAnnotations(errors, bad, 'annotations')],
  [
    'amounts',
    (errors) => validateRequirements(errors, { limits: numbered(20_000, '-1') }, 'resources'),
  ],
])('of %s that are wrong no more are looked at than a refusal lists', (_, check) => {
  const errors: FieldErrors = [];
  check(errors);
  expect(errors.length).toBeGreaterThanOrEqual(10_000);
  expect(errors.length).toBeLessThan(10_010);
});

describe('quantities far from one', () => {
  test.each([
    ['1e9999', '1', 1],
    ['1', '1e9999', -1],
    ['-1e9999', '1', -1],
    ['-1e9999', '-1', -1],
    ['0', '1e9999', -1],
    ['0e9999', '0', 0],
    ['10e9998', '1e9999', 0],
    ['2e9999', '10e9998', 1],
    ['1e-9999', '1n', 0],
    ['-1e-9999', '-1n', 0],
  ])('%s against %s', (a, b, order) => {
    expect(parseQuantity(a).cmp(parseQuantity(b))).toBe(order);
  });

  test('are beyond 64 bits, and infinite as plain numbers', () => {
    const huge = parseQuantity('12345678901234567890e9990');
    expect(huge.value()).toBeUndefined();
    expect(huge.milliValue()).toBeUndefined();
    expect(huge.toString()).toBe('12345678901234567890e9990');
    expect(milliOf('1e9999')).toBe(Infinity);
    expect(milliOf('-1e9999')).toBe(-Infinity);
  });

  test.each([
    ['1e99999', '1', '1e99999'],
    ['1', '-1e99999', '-1e99999'],
    ['-7e-9', '1e99999', '1e99999'],
    ['1e99999', '0', '1e99999'],
    ['0e99999', '3', '3'],
    ['3', '0e99999', '3'],
    ['1e900', '1', `1${'0'.repeat(899)}1`],
    ['1e99999', '1e99998', '11e99998'],
  ])('%s and %s sum up to what can be written', (a, b, sum) => {
    const [left, right] = [parseQuantity(a), parseQuantity(b)];
    expect(left.add(right).cmp(parseQuantity(sum))).toBe(0);
    expect(right.add(left).cmp(left.add(right))).toBe(0);
  });

  test('sum up to few digits, however many there are', () => {
    const amounts = many(1000, (index) => parseQuantity(`1e${99_999 - 100 * index}`));
    const sum = ExactQuantity.sumOf(amounts);
    expect(sum.unscaled.toString().length).toBeLessThan(1100);
    expect(sum.cmp(parseQuantity('1e99999'))).toBe(1);
    expect(sum.cmp(parseQuantity('11e99998'))).toBe(-1);
    const chained = amounts.reduce((total, amount) => total.add(amount));
    expect(chained.unscaled.toString().length).toBeLessThan(1100);
  });

  test('are refused when they are longer than anybody needs', () => {
    expect(() => parseQuantity('1'.repeat(10_001))).toThrow('unable to parse numeric part');
    expect(() => parseQuantity('1e100001')).toThrow('unable to parse numeric part');
  });
});

/** How much of a capacity that several claims share may be asked for, as in validateRequestPolicy of Kubernetes. */
import { describe, expect, it } from 'vitest';
import { profileOf, resourceSlice, withGates, type Profile } from '#kinds';
import { errorsIn } from './release.ts';

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const field = 'spec.devices[0].capacity[m].requestPolicy';

/** The faults of a policy of a capacity. */
function asked(requestPolicy: object, value = '8', release: number | Profile = 37) {
  const capacity = { m: { value, requestPolicy } };
  const devices = [{ name: 'd', allowMultipleAllocations: true, capacity }];
  const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
  const spec = { driver: 'gpu.example.com', nodeName: 'n', pool, devices };
  return errorsIn(release, resourceSlice, { spec }).map((error) =>
    error.replace(field, '').replaceAll(' Invalid value:', ''),
  );
}

describe('what may be asked of a capacity of 8', () => {
  const range = (parts: object, usual: string | undefined = '4') => ({
    default: usual,
    validRange: { min: '2', ...parts },
  });

  it.each<[policy: object, errors: readonly string[]]>([
    [{}, []],
    [{ default: '1' }, []],
    [{ default: '4', validValues: ['2', '4', '8'] }, []],
    [{ validValues: ['2'] }, ['.default: Required value: required when validValues is defined']],
    [
      { validRange: { min: '2' } },
      ['.default: Required value: required when validRange is defined'],
    ],
    [
      { default: '2', validValues: ['2'], validRange: { min: '2' } },
      [
        ': Forbidden: exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time',
      ],
    ],
    [
      { default: '2', validValues: ['4', '2'] },
      ['.validValues[1]: "2": values must be sorted in ascending order'],
    ],
    [
      { default: '3', validValues: ['2', '4'] },
      ['.validValues: "3": default value is not valid according to the requestPolicy'],
    ],
    [range({}), []],
    [range({ max: '8', step: '2' }), []],
    [range({ step: '6' }, '2'), []],
    [
      range({ step: '7' }, '2'),
      ['.validRange.step: "7": one step 9 is larger than capacity value: 8'],
    ],
    [
      range({ min: undefined }),
      ['.validRange.min: Required value: required when validRange is defined'],
    ],
    [
      range({ min: '9Gi' }, '10Gi'),
      ['.validRange.min: "9Gi": min is larger than capacity value: 8'],
    ],
    [range({ min: '8' }, '8'), []],
    [range({}, '1'), ['.validRange.default: "1": default is less than min: 2']],
    [range({}, '2'), []],
    [
      range({ max: '1' }, '2'),
      [
        '.validRange.max: "2": min is larger than max: 1',
        '.validRange.default: "2": default is more than max: 1',
      ],
    ],
    [range({ max: '2' }, '2'), []],
    [range({ max: '9' }), ['.validRange.max: "9": max is larger than capacity value: 8']],
    [range({ max: '4' }, '5'), ['.validRange.default: "5": default is more than max: 4']],
    [range({ step: '0' }), ['.validRange.step: "0": must be greater than zero']],
    [range({ step: '-2' }), ['.validRange.step: "-2": must be greater than zero']],
    [
      range({ max: '7', step: '2' }, '5'),
      ['5', '7'].map(
        (value) =>
          `.validRange.step: "${value}": value is not a multiple of a given step (2) from (2)`,
      ),
    ],
  ])('%j: %j', (policy, errors) => {
    expect(asked(policy)).toEqual(errors);
  });

  it('is at most 10 values', () => {
    const of = (count: number) => many(count, String);
    expect(asked({ default: '1', validValues: of(10) }, '20')).toEqual([]);
    expect(asked({ default: '1', validValues: of(11) }, '20')).toEqual([
      '.validValues: Too many: 11: must have at most 10 items',
    ]);
  });
});

it('amounts may have suffixes', () => {
  const usual = { default: '10Gi', validRange: { min: '5Gi', max: '20Gi', step: '5Gi' } };
  expect(asked(usual, '80Gi')).toEqual([]);
  expect(asked({ default: '20Gi', validValues: ['10Gi', '20Gi', '40Gi'] }, '80Gi')).toEqual([]);
  expect(asked({ default: '10Gi', validValues: ['1024Mi', '10Gi', '2000Mi'] }, '5Gi')).toEqual([
    '.validValues[2]: "2000Mi": values must be sorted in ascending order',
    '.validValues[1]: "10Gi": option is larger than capacity value: 5Gi',
  ]);
  expect(asked({ default: '1Gi', validValues: ['1Gi', '1024Mi'] }, '5Gi')).toEqual([
    '.validValues[1]: Duplicate value: "1073741824"',
  ]);
  const between = { default: '7Gi', validRange: { min: '5Gi', max: '20Gi', step: '5Gi' } };
  expect(asked(between, '80Gi')).toEqual([
    '.validRange.step: "7Gi": value is not a multiple of a given step (5Gi) from (5Gi)',
  ]);
});

it('fractions count as the next whole amount, unless the gate is on', () => {
  const exact = withGates(profileOf(37), { DRAFractionalCapacityRange: true });
  const values = { default: '250m', validValues: ['250m', '500m'] };
  expect(asked(values)).toEqual(['.validValues[1]: Duplicate value: "1"']);
  expect(asked(values, '8', exact)).toEqual([]);
  const again = { default: '250m', validValues: ['250m', '0.25'] };
  expect(asked(again, '8', exact)).toEqual(['.validValues[1]: Duplicate value: "0.25"']);
  const range = { default: '1100m', validRange: { min: '500m', step: '500m' } };
  expect(asked(range)).toEqual([]);
  expect(asked(range, '8', exact)).toEqual([
    '.validRange.step: "1100m": value is not a multiple of a given step (500m) from (500m)',
  ]);
});

it('before v1.37 a default outside of the range is a fault of the end that it exceeds', () => {
  const of = (usual: string) => ({ default: usual, validRange: { min: '2', max: '4' } });
  expect(asked(of('1'), '8', 36)).toEqual(['.validRange.min: "1": default is less than min: 2']);
  expect(asked(of('5'), '8', 36)).toEqual(['.validRange.max: "5": default is more than max: 4']);
});

/** What drivers may offer in slices: counts, places, capacities that are shared, counters. */
import { describe, expect, it } from 'vitest';
import { profileOf, resourceSlice, withGates } from '#kinds';
import { changeErrorsIn, errorsIn } from './release.ts';

const slice = (parts: object) => ({
  spec: {
    ...{ driver: 'gpu.example.com', nodeName: 'n' },
    pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
    devices: [{ name: 'd' }],
    ...parts,
  },
});
const device = (parts: object, more: object = {}) =>
  slice({ devices: [{ name: 'd', ...parts }], ...more });
const profile = withGates(profileOf(37), { DRAListTypeAttributes: true });
const errorsOf = (given: object): readonly string[] => errorsIn(profile, resourceSlice, given);
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const named = (count: number) => many(count, (index) => ({ name: `d${index}` }));
const byName = (count: number, value: object) =>
  Object.fromEntries(many(count, (index) => [`a${index}`, value]));
const invalid = (field: string, value: string, why: string) =>
  `spec.${field}: Invalid value: ${value}: ${why}`;

describe('a slice has', () => {
  const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
  const selecting = (terms: number) => ({
    nodeName: undefined,
    nodeSelector: {
      nodeSelectorTerms: many(terms, () => ({
        matchExpressions: [{ key: 'a', operator: 'Exists' }],
      })),
    },
  });

  it.each<[given: object, errors: readonly string[]]>([
    [slice({ pool: { ...pool, generation: 0 } }), []],
    [
      slice({ pool: { ...pool, generation: -1 } }),
      [invalid('pool.generation', '-1', 'must be greater than or equal to zero')],
    ],
    [
      slice({ pool: { ...pool, resourceSliceCount: 0 } }),
      [invalid('pool.resourceSliceCount', '0', 'must be greater than zero')],
    ],
    [slice(selecting(1)), []],
    [
      slice({ nodeName: undefined, allNodes: false }),
      [
        invalid('allNodes', 'false', 'must be either unset or set to true'),
        'spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required',
      ],
    ],
    [slice({ devices: named(128) }), []],
    [slice({ devices: undefined }), []],
  ])('%j: %j', (given, errors) => {
    expect(errorsOf(given)).toEqual(errors);
  });

  it('a node with a name, or none', () => {
    expect(errorsOf(slice({ nodeName: '', allNodes: true }))).toEqual([
      invalid('nodeName', '""', 'must be either unset or set to a non-empty string'),
    ]);
  });

  it('one term that selects nodes', () => {
    expect(errorsOf(slice(selecting(2)))).toEqual([
      expect.stringMatching(
        /^spec\.nodeSelector\.nodeSelectorTerms: Invalid value: .*must have exactly one node selector term$/,
      ),
    ]);
  });

  it.each([
    ['tainted', { taints: [{ key: 'a', effect: 'NoSchedule' }] }],
    ['with lists of values', { attributes: { a: { ints: [1] } } }],
  ])('fewer devices where one is %s', (_, parts) => {
    const some = (count: number) =>
      slice({ devices: [...named(count - 1), { name: 'x', ...parts }] });
    expect(errorsOf(some(64))).toEqual([]);
    expect(errorsOf(some(65))).toEqual(['spec.devices: Too many: 65: must have at most 64 items']);
  });

  it('the pool, the driver and the node that it had', () => {
    const changes = [
      [{ pool: { ...pool, name: 'q' } }, 'spec.pool.name: Invalid value: "q"'],
      [{ driver: 'other.example.com' }, 'spec.driver: Invalid value: "other.example.com"'],
      [{ nodeName: 'm' }, 'spec.nodeName: Invalid value: "m"'],
      [{ nodeName: undefined, allNodes: true }, 'spec.nodeName: Invalid value: null'],
    ] as const;
    for (const [change, error] of changes) {
      expect(changeErrorsIn(37, resourceSlice, slice({}), slice(change))).toEqual([
        `${error}: field is immutable`,
      ]);
    }
    const next = { ...pool, generation: 2, resourceSliceCount: 3 };
    expect(changeErrorsIn(37, resourceSlice, slice({}), slice({ pool: next }))).toEqual([]);
  });
});

describe('a device has', () => {
  const at = 'devices[0]';
  const total = 'the total number of attributes and capacities must not exceed 32';
  const values = 'the total number of attribute values must not exceed 48';

  it.each<[name: string, parts: object, errors: readonly string[]]>([
    ['32 attributes', { attributes: byName(32, { int: 1 }) }, []],
    ['no more', { attributes: byName(33, { int: 1 }) }, [invalid(at, '33', total)]],
    [
      'no more with its capacities',
      { attributes: byName(31, { int: 1 }), capacity: byName(2, { value: '1' }) },
      [invalid(at, '33', total)],
    ],
    ['48 values', { attributes: { ...byName(4, { ints: many(12, Number) }) } }, []],
    [
      'no more, with single ones',
      { attributes: { ...byName(4, { ints: many(12, Number) }), b: { int: 1 } } },
      [invalid(at, '49', values)],
    ],
    ['texts of 64 bytes', { attributes: { a: { string: 'x'.repeat(64) } } }, []],
    [
      'no longer ones',
      { attributes: { a: { string: 'x'.repeat(65) } } },
      [`spec.${at}.attributes[a].string: Too long: may not be more than 64 bytes`],
    ],
    [
      'no longer ones in lists',
      { attributes: { a: { strings: ['x', 'x'.repeat(65)] } } },
      [`spec.${at}.attributes[a].strings[1]: Too long: may not be more than 64 bytes`],
    ],
    [
      'versions',
      { attributes: { a: { versions: ['1.2.3', 'v1'] } } },
      [
        invalid(
          `${at}.attributes[a].versions[1]`,
          '"v1"',
          'must be a string compatible with semver.org spec 2.0.0',
        ),
      ],
    ],
    [
      'lists of something',
      { attributes: { a: { bools: [] } } },
      [invalid(`${at}.attributes[a].bools`, '[]', 'must not be empty if specified')],
    ],
    [
      'one value for each',
      { attributes: { a: { int: 1, bools: [true] } } },
      [
        invalid(
          `${at}.attributes[a]`,
          '"{int, bools}"',
          'must specify exactly one of: `int`, `bool`, `string`, `version`, `ints`, `bools`, `strings`, `versions`',
        ),
      ],
    ],
  ])('%s', (_, parts, errors) => {
    expect(errorsOf(device(parts))).toEqual(errors);
  });

  it('counters that it uses up', () => {
    const using = (...sets: readonly object[]) => device({ consumesCounters: sets });
    const counters = { m: { value: '1' } };
    expect(errorsOf(using({ counterSet: 'a', counters }, { counterSet: 'b', counters }))).toEqual(
      [],
    );
    const [too, none] = [
      many(3, (n) => ({ counterSet: `s${n}`, counters })),
      [{ counterSet: 'a' }],
    ];
    expect(errorsOf(using(...too))).toEqual([
      `spec.${at}.consumesCounters: Too many: 3: must have at most 2 items`,
    ]);
    expect(errorsOf(using(...none))).toEqual([
      `spec.${at}.consumesCounters[0].counters: Required value`,
    ]);
    expect(errorsOf(using({ counters }))).toEqual([
      `spec.${at}.consumesCounters[0].counterSet: Required value`,
    ]);
    const most = (count: number) => using({ counterSet: 'a', counters: byName(count, counters.m) });
    expect(errorsOf(most(32))).toEqual([]);
    expect(errorsOf(most(33))).toEqual([
      `spec.${at}.consumesCounters[0].counters: Too many: 33: must have at most 32 items`,
    ]);
  });
});

describe('a device is somewhere by itself where its slice says so', () => {
  const nowhere = { nodeName: undefined, perDeviceNodeSelection: true };
  const one =
    'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
  const nodeSelector = {
    nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }],
  };

  it.each<[place: object, errors: readonly string[]]>([
    [{ nodeName: 'n' }, []],
    [{ allNodes: true }, []],
    [{ nodeSelector }, []],
    [{}, [`spec.devices[0]: Required value: ${one}`]],
    [{ nodeName: 'n', allNodes: true }, [invalid('devices[0]', '"{`nodeName`, `allNodes`}"', one)]],
    [
      { nodeName: 'n', nodeSelector },
      [invalid('devices[0]', '"{`nodeName`, `nodeSelector`}"', one)],
    ],
    [
      { nodeName: 'n', allNodes: false },
      [invalid('devices[0].allNodes', 'false', 'must be either unset or set to true')],
    ],
    [{ nodeName: '', allNodes: true }, [invalid('devices[0].nodeName', '""', 'must not be empty')]],
  ])('%j: %j', (place, errors) => {
    expect(errorsOf(device(place, nowhere))).toEqual(errors);
  });

  it.each([{ nodeName: 'n' }, { allNodes: true }, { nodeSelector }])(
    'and else not: %j',
    (place) => {
      expect(errorsOf(device(place))).toHaveLength(1);
    },
  );
});

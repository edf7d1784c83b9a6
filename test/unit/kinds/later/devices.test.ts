/** Claims to devices, and what drivers offer, as later releases check them. */
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import {
  deviceClass,
  deviceTaintRule,
  profileOf,
  resourceClaim,
  resourceClaimTemplate,
  resourceSlice,
} from '#kinds';
import { changeErrorsIn, createdIn, errorsIn } from './release.ts';

const claim = (...requests: readonly object[]) => ({ spec: { devices: { requests } } });
const exactly = { deviceClassName: 'gpu' };
const slice = (parts: object) => ({
  spec: {
    ...{ driver: 'gpu.example.com', nodeName: 'n' },
    pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
    devices: [{ name: 'd' }],
    ...parts,
  },
});
const device = (parts: object) => slice({ devices: [{ name: 'd', ...parts }] });

it('are served from v1.34 on, rules of taints from v1.37 on', () => {
  const kinds = [33, 34, 37].map((minor) =>
    new KindRegistry(profileOf(minor)).all
      .filter(({ group }) => group === 'resource.k8s.io')
      .map(({ kind }) => kind),
  );
  const usual = ['DeviceClass', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice'];
  expect(kinds).toEqual([[], usual, ['DeviceClass', 'DeviceTaintRule', ...usual.slice(1)]]);
});

describe('a claim', () => {
  it('asks for one device by default', () => {
    const { spec } = createdIn(37, resourceClaim, claim({ name: 'r', exactly }));
    const { allocationMode, count } = spec.devices!.requests![0]!.exactly!;
    expect([allocationMode, count]).toEqual(['ExactCount', 1]);
    const all = { ...exactly, allocationMode: 'All' };
    const made = createdIn(37, resourceClaim, claim({ name: 'r', exactly: all }));
    expect(made.spec.devices!.requests![0]!.exactly!.count).toBeUndefined();
  });

  it.each([
    [claim({ name: 'r' }), 'spec.devices.requests[0]: Required value: exactly one of'],
    [
      claim({ name: 'r', exactly: {} }),
      'spec.devices.requests[0].exactly.deviceClassName: Required value',
    ],
    [
      claim({ name: 'r', exactly: { ...exactly, allocationMode: 'All', count: 2 } }),
      "spec.devices.requests[0].exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'",
    ],
    [
      claim({ name: 'r', exactly }, { name: 'r', exactly }),
      'spec.devices.requests[1]: Duplicate value: {"name":"r","exactly":{"deviceClassName":"gpu"',
    ],
    [
      claim({ name: 'r', exactly: { ...exactly, adminAccess: true } }),
      'spec.devices.requests[0].adminAccess: Forbidden: admin access to devices requires',
    ],
  ])('is refused: %j', (given, told) => {
    expect(errorsIn(37, resourceClaim, given)).toEqual([expect.stringContaining(told)]);
  });

  it('and its template keep what they ask for', () => {
    const [before, after] = ['r', 's'].map((name) => claim({ name, exactly }));
    const told = ['spec: Invalid value: null: field is immutable'];
    expect(changeErrorsIn(37, resourceClaim, before!, after!)).toEqual(told);
    const [a, b] = [before, after].map((spec) => ({ spec: { ...spec } }));
    expect(changeErrorsIn(37, resourceClaimTemplate, a!, b!)).toHaveLength(1);
  });
});

describe('a slice', () => {
  const many = Array.from({ length: 129 }, (_, n) => ({ name: `d${n}` }));
  it.each([
    [slice({ driver: '' }), 'spec.driver: Required value'],
    [slice({ nodeName: undefined }), 'spec: Required value: exactly one of `nodeName`'],
    [slice({ allNodes: true }), 'spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of'],
    [
      slice({ sharedCounters: [{ name: 'c', counters: { m: { value: '1' } } }] }),
      'only one of `sharedCounters` or `devices` is allowed',
    ],
    [
      device({ attributes: { x: { version: '1' } } }),
      'must be a string compatible with semver.org',
    ],
    [device({ attributes: { 'a b': { int: 1 } } }), 'a valid C identifier must start with'],
    [
      device({ attributes: { x: {} } }),
      'spec.devices[0].attributes[x]: Invalid value: "": must specify one of',
    ],
    [device({ nodeName: 'n' }), '`nodeName`, `nodeSelector` and `allNodes` can only be set if'],
    [device({ bindingConditions: ['a'] }), 'bindingFailureConditions are required'],
    [
      device({ capacity: { m: { value: '1', requestPolicy: { default: '1' } } } }),
      'spec.devices[0].capacity[m].requestPolicy: Forbidden: allowMultipleAllocations must be true',
    ],
    [slice({ devices: many }), 'spec.devices: Too many: 129: must have at most 128 items'],
  ])('is refused: %j', (given, told) => {
    expect(errorsIn(37, resourceSlice, given)).toEqual([expect.stringContaining(told)]);
  });

  it.each([
    [34, 'Required value'],
    [35, 'Invalid value: ""'],
  ])('says otherwise in v1.%i that an attribute needs a value', (minor, what) => {
    const told = 'exactly one value must be specified';
    expect(errorsIn(minor, resourceSlice, device({ attributes: { x: {} } }))).toEqual([
      `spec.devices[0].attributes[x]: ${what}: ${told}`,
    ]);
  });

  it.each([
    [35, 'spec.devices[0].attributes[a b]'],
    [36, 'spec.devices[0].attributes'],
  ])('finds in v1.%i that %s has a wrong name', (minor, field) => {
    const given = device({ attributes: { 'a b': { int: 1 } } });
    expect(errorsIn(minor, resourceSlice, given)).toEqual([
      expect.stringContaining(`${field}: Invalid value: "a b"`),
    ]);
  });

  it('has choices of capacity that fit its steps', () => {
    const of = (requestPolicy: object) =>
      errorsIn(
        37,
        resourceSlice,
        device({ allowMultipleAllocations: true, capacity: { m: { value: '8', requestPolicy } } }),
      );
    expect(of({ default: '4', validRange: { min: '2', max: '8', step: '2' } })).toEqual([]);
    expect(of({ default: '3', validRange: { min: '2', step: '2' } })).toEqual([
      expect.stringContaining('value is not a multiple of a given step (2) from (2)'),
    ]);
    expect(of({ default: '3', validValues: ['4', '2'] })).toHaveLength(2);
  });
});

it('classes and rules are checked by what they hold', () => {
  const wrong = { spec: { selectors: [{}], config: [{}], extendedResourceName: 'cpu' } };
  expect(errorsIn(37, deviceClass, wrong)).toEqual([
    'spec.selectors[0].cel: Required value',
    'spec.config[0].opaque: Required value',
    `spec.extendedResourceName: Invalid value: "cpu": a name must be a domain-prefixed path, such as 'example.com/my-prop'`,
  ]);
  const rule = { spec: { taint: { key: 'k', effect: 'None' }, deviceSelector: { driver: '' } } };
  const told = ['spec.deviceSelector.driver: Required value'];
  expect(errorsIn(37, deviceTaintRule, rule)).toEqual(told);
});

it.each([
  [
    34,
    'has a pool',
    slice({ pool: { name: 'x'.repeat(254), generation: 1, resourceSliceCount: 1 } }),
  ],
  [37, 'has a driver', slice({ driver: 'x'.repeat(64) })],
  [37, 'has a value', device({ attributes: { x: { string: 'x'.repeat(65) } } })],
])('1.%i refuses in its own words what is too long: a slice that %s', (minor, _, given) => {
  const told = expect.stringContaining('Too long: may not be more than');
  expect(errorsIn(minor, resourceSlice, given)).toContainEqual(told);
});

/** Expressions that select devices, in classes and claims. */
import { beforeAll, describe, expect, it } from 'vitest';
import { resourceSlice } from '#kinds';
import { loadEngine, deviceClass, resourceClaim } from '#policies';
import { changeErrorsIn, errorsIn } from './release.ts';

beforeAll(loadEngine);

const selectors = (expression: string) => [{ cel: { expression } }];
const deviceClassWith = (expression: string) => ({ spec: { selectors: selectors(expression) } });
const claimWith = (expression: string) => ({
  spec: {
    devices: {
      requests: [{ name: 'r', exactly: { deviceClassName: '', selectors: selectors(expression) } }],
    },
  },
});
const at = 'spec.selectors[0].cel.expression: Invalid value:';

describe('a class of devices', () => {
  it.each([
    ["device.driver == 'x'"],
    ['device.attributes["x.io"].model == "a"'],
    ['device.attributes["x.io"].model'],
    ['device.capacity["x.io"].memory.isGreaterThan(quantity("1Gi"))'],
  ])('selects by %s', (expression) => {
    expect(errorsIn(34, deviceClass, deviceClassWith(expression))).toEqual([]);
  });

  it.each([
    ['1', `${at} "1": must evaluate to bool or the unknown type, not int`],
    [
      'device.driver',
      `${at} "device.driver": must evaluate to bool or the unknown type, not string`,
    ],
    [
      'device.foo',
      `${at} "device.foo": compilation failed: ERROR: <input>:1:7: undefined field 'foo'\n | device.foo\n | ......^`,
    ],
    [
      'abc',
      `${at} "abc": compilation failed: ERROR: <input>:1:1: undeclared reference to 'abc' (in container '')\n | abc\n | ^`,
    ],
  ])('does not select by %s', (expression, error) => {
    expect(errorsIn(34, deviceClass, deviceClassWith(expression))).toEqual([error]);
  });

  it('keeps a selector that it has, and takes no other wrong one', () => {
    const change = (before: string, after: string) =>
      changeErrorsIn(35, deviceClass, deviceClassWith(before), deviceClassWith(after));
    expect(change('1', '1')).toEqual([]);
    expect(change('true', '1')).toHaveLength(1);
  });

  it.each([
    [34, ['must be a valid extended resource name']],
    [37, ["a name must be a domain-prefixed path, such as 'example.com/my-prop'"]],
  ])('of 1.%i names resources that are not of Kubernetes: %j', (minor, faults) => {
    const gates = { spec: { extendedResourceName: 'cpu' } };
    const errors = errorsIn(minor, deviceClass, gates);
    const field = 'spec.extendedResourceName: Invalid value: "cpu"';
    expect(errors).toEqual(minor < 36 ? [] : faults.map((fault) => `${field}: ${fault}`));
  });
});

it('a claim names what is wrong with a selector behind what is wrong with the class', () => {
  const errors = errorsIn(34, resourceClaim, claimWith('1Gi'));
  expect(errors).toEqual([
    'spec.devices.requests[0].exactly.deviceClassName: Required value',
    expect.stringContaining("extraneous input 'Gi' expecting <EOF>"),
  ]);
});

it('refuses requests of one name, at 1.37 behind all else', () => {
  const request = { name: 'r', exactly: { deviceClassName: 'c.x.io' } };
  const constraints = [{ requests: ['none'], matchAttribute: 'x.io/a' }];
  const claim = { spec: { devices: { requests: [request, request], constraints } } };
  const unknown = expect.stringMatching(/^spec.devices.constraints\[0\]/);
  const [at34, at37] = ['"r"', '{"name":"r","exactly":{"deviceClassName":"c.x.io"'].map((shown) =>
    expect.stringContaining(`Duplicate value: ${shown}`),
  );
  expect(errorsIn(34, resourceClaim, claim)).toEqual([at34, unknown]);
  expect(errorsIn(37, resourceClaim, claim)).toEqual([unknown, at37]);
});

it.each([
  [{}, 'null'],
  [{ bindingFailureConditions: [] }, '[]'],
])('shows of a device with conditions and %j that failure conditions are %s', (given, shown) => {
  const device = { name: 'd', bindingConditions: ['a'], ...given };
  const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
  const spec = { driver: 'x.io', nodeName: 'n', pool, devices: [device] };
  const why = 'bindingFailureConditions are required to use bindingConditions';
  expect(errorsIn(37, resourceSlice, { spec })).toContain(
    `spec.devices[0].bindingFailureConditions: Invalid value: ${shown}: ${why}`,
  );
});

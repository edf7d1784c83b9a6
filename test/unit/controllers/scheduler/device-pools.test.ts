/** Which devices a claim may not have, which pools are broken, and what is said about that. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { Node, resourceV1 } from '#types';
import { allocate, type Stock } from '../../../../controllers/scheduler/devices/allocator.ts';

type Device = resourceV1.Device;
type Claim = resourceV1.ResourceClaim;
type Slice = resourceV1.ResourceSlice;

const driver = 'gpu.example.com';
const node = { metadata: { name: 'n1', labels: { zone: 'a' } } } as unknown as Node;

const inZone = (zone: string) => ({
  nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] }],
});

function deviceOf(name: string, model?: string, more: object = {}): Device {
  const attributes = model === undefined ? {} : { model: { string: model } };
  return { name, attributes, ...more } as Device;
}

function sliceOf(devices: readonly Device[], pool: object = {}, spec: object = {}): Slice {
  const whole = { name: 'p', generation: 1, resourceSliceCount: 1, ...pool };
  const metadata = { name: 'slice' };
  return { metadata, spec: { driver, pool: whole, nodeName: 'n1', devices, ...spec } } as never;
}

function claimOf(exactly: object, devices: object = {}): Claim {
  const requests = [{ name: 'gpu', exactly: { deviceClassName: 'gpu', ...exactly } }];
  const metadata = { namespace: 'default', name: 'gpus' };
  return { metadata, spec: { devices: { requests, ...devices } }, status: {} } as never;
}

/** The names of the devices that a claim gets. */
function chosenFor(claim: Claim, slices: readonly Slice[], minor = 36): readonly string[] {
  const stock: Stock = {
    slices,
    selectors: { selects: () => true } as unknown as Stock['selectors'],
    profile: profileOf(minor),
    taken: new Set(),
    deviceClass: (name) =>
      name === 'gpu' ? ({ metadata: { name }, spec: {} } as never) : undefined,
  };
  const [found = []] = allocate([claim], node, stock) ?? [];
  return found.map(({ device }) => device.name);
}

const all = { allocationMode: 'All' };
const [a, b, c] = [deviceOf('a', 'x'), deviceOf('b', 'y'), deviceOf('c', 'x')];

describe('a claim is refused', () => {
  it('where two devices of a pool have one name', () => {
    const twice = [sliceOf([a, b, a])];
    expect(() => chosenFor(claimOf({}), twice)).toThrow(
      /^pool p is invalid: duplicate device name a$/,
    );
    expect(() => chosenFor(claimOf(all), twice)).toThrow(
      /^claim default\/gpus, request gpu: asks for all devices, but resource pool gpu\.example\.com\/p is currently invalid$/,
    );
  });

  it('where a constraint says nothing', () => {
    const constraints = [{ matchAttribute: `${driver}/model` }, {}];
    expect(() => chosenFor(claimOf({}, { constraints }), [sliceOf([a])])).toThrow(
      /^claim default\/gpus, constraint #1: empty constraint \(unsupported constraint type\?\)$/,
    );
  });

  it('where all devices are to agree, and do not', () => {
    const constraints = [{ matchAttribute: `${driver}/model` }];
    const claim = claimOf(all, { constraints });
    expect(() => chosenFor(claim, [sliceOf([a, b, c])])).toThrow(
      /^claim default\/gpus, request gpu: cannot add device gpu\.example\.com\/p\/b because a claim constraint would not be satisfied$/,
    );
    expect(chosenFor(claim, [sliceOf([a, c])])).toEqual(['a', 'c']);
  });
});

describe('a device is not chosen', () => {
  it.each([
    ['that is bound by conditions', deviceOf('a', 'x', { bindingConditions: ['ready'] })],
    ['that shares counters', deviceOf('a', 'x', { consumesCounters: [{ counterSet: 's' }] })],
  ])('%s', (_, device) => {
    expect(chosenFor(claimOf({}), [sliceOf([device, b])])).toEqual(['b']);
    expect(chosenFor(claimOf({}), [sliceOf([device])])).toEqual([]);
  });

  it.each([
    ['that is bound by no conditions', deviceOf('a', 'x', { bindingConditions: [] })],
    ['that shares no counters', deviceOf('a', 'x', { consumesCounters: [] })],
  ])('except one %s', (_, device) => {
    expect(chosenFor(claimOf({}), [sliceOf([device])])).toEqual(['a']);
  });

  it('of a class that is not there', () => {
    expect(chosenFor(claimOf({ deviceClassName: 'tpu' }), [sliceOf([a])])).toEqual([]);
  });
});

describe('the devices of a pool', () => {
  const pool = { resourceSliceCount: 2, generation: 2 };

  it('are those of all slices of its newest generation, in whatever order they come', () => {
    const [first, second] = [sliceOf([a], pool), sliceOf([b], pool)];
    const old = sliceOf([c], { resourceSliceCount: 2 });
    for (const slices of [
      [first, second, old],
      [old, first, second],
      [first, old, second],
    ]) {
      expect(chosenFor(claimOf({ count: 2 }), slices)).toEqual(['a', 'b']);
      expect(chosenFor(claimOf({ count: 3 }), slices)).toEqual([]);
      expect(chosenFor(claimOf(all), slices)).toEqual(['a', 'b']);
    }
  });

  it('are apart from those of other pools and drivers of the same name', () => {
    const slices = [
      sliceOf([a]),
      sliceOf([b], { name: 'q', generation: 7 }),
      sliceOf([c], { generation: 3 }, { driver: 'other.example.com' }),
    ];
    expect(chosenFor(claimOf({ count: 3 }), slices)).toEqual(['a', 'b', 'c']);
  });

  it('may be on nodes of their own: a slice is looked at when one of them is here', () => {
    const here = deviceOf('here', 'x', { nodeName: 'n1' });
    const there = deviceOf('there', 'x', { nodeName: 'n2' });
    const spread = { nodeName: undefined, perDeviceNodeSelection: true };
    const slices = [sliceOf([there, here], {}, spread)];
    expect(chosenFor(claimOf({}), [sliceOf([there], {}, spread)])).toEqual([]);
    expect(chosenFor(claimOf({}), slices)).toContain('here');
    const zoned = deviceOf('zoned', 'x', { nodeSelector: inZone('a') });
    const everywhere = deviceOf('everywhere', 'x', { allNodes: true });
    const both = [sliceOf([zoned, everywhere], {}, spread)];
    expect(chosenFor(claimOf({ count: 2 }), both)).toEqual(['zoned', 'everywhere']);
    const elsewhere = deviceOf('zoned', 'x', { nodeSelector: inZone('b') });
    expect(chosenFor(claimOf({}), [sliceOf([elsewhere], {}, spread)])).toEqual([]);
  });
});

describe('a taint of a device', () => {
  const tainted = (taint: object) => [sliceOf([deviceOf('a', 'x', { taints: [taint] })])];
  const slow = { key: 'slow', value: 'yes', effect: 'NoSchedule' };

  it.each<[string, object, object[], boolean]>([
    ['of an effect', slow, [], false],
    ['of the other effect', { ...slow, effect: 'NoExecute' }, [], false],
    ['without effect', { ...slow, effect: 'None' }, [], true],
    ['with its key and value', slow, [{ key: 'slow', value: 'yes' }], true],
    ['with another value', slow, [{ key: 'slow', value: 'no' }], false],
    ['with no value', { ...slow, value: undefined }, [{ key: 'slow' }], true],
    ['with any value', slow, [{ key: 'slow', operator: 'Exists' }], true],
    ['with another key', slow, [{ key: 'hot', operator: 'Exists' }], false],
    ['with any key', slow, [{ operator: 'Exists' }], true],
    ['for its effect', slow, [{ operator: 'Exists', effect: 'NoSchedule' }], true],
    ['for another effect', slow, [{ operator: 'Exists', effect: 'NoExecute' }], false],
    ['by an unknown operator', slow, [{ key: 'slow', operator: 'Like', value: 'yes' }], false],
    ['by the second', slow, [{ key: 'hot' }, { key: 'slow', value: 'yes' }], true],
  ])('%s is tolerated: %o, %o: %s', (_, taint, tolerations, isTolerated) => {
    const chosen = chosenFor(claimOf({ tolerations }), tainted(taint));
    expect(chosen).toEqual(isTolerated ? ['a'] : []);
  });
});

/** Devices for claims: which are chosen, when there are not enough, and what is broken. */
import { beforeAll, describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { Node, resourceV1 } from '#types';
import { omitFields } from '#values';
import { allocate, type Stock } from '../../../../controllers/scheduler/devices/allocator.ts';
import { resultOf } from '../../../../controllers/scheduler/devices/result.ts';
import { DeviceSelectors } from '../../../../controllers/scheduler/devices/selectors.ts';

type Device = resourceV1.Device;
type Request = resourceV1.DeviceRequest;

const driver = 'gpu.example.com';
const node = { metadata: { name: 'node-1', labels: { zone: 'a' } } } as unknown as Node;

function device(name: string, model: string, memory: string, more: Partial<Device> = {}): Device {
  const attributes = { model: { string: model }, 'other.example.com/slot': { int: 1 } };
  return { name, attributes, capacity: { memory: { value: memory } }, ...more };
}

const gpus = [device('a', 'a100', '80Gi'), device('b', 't4', '16Gi'), device('c', 'a100', '40Gi')];

function slice(
  devices: readonly Device[],
  spec: Partial<resourceV1.ResourceSliceSpec> = {},
): resourceV1.ResourceSlice {
  const pool = { name: 'node-1', generation: 1, resourceSliceCount: 1 };
  return {
    metadata: { name: 'slice' },
    spec: { driver, pool, nodeName: 'node-1', devices, ...spec },
  } as unknown as resourceV1.ResourceSlice;
}

function claim(
  requests: readonly Request[],
  devices: Partial<resourceV1.DeviceClaim> = {},
): resourceV1.ResourceClaim {
  return {
    metadata: { namespace: 'default', name: 'gpus' },
    spec: { devices: { requests, ...devices } },
    status: {},
  } as unknown as resourceV1.ResourceClaim;
}

function request(more: Partial<resourceV1.ExactDeviceRequest> = {}): Request {
  return { name: 'gpu', exactly: { deviceClassName: 'gpu', ...more } };
}

const selecting = (expression: string) => [{ cel: { expression } }];

describe('devices for a claim', () => {
  const profile = profileOf(36);
  let stock: Stock;
  beforeAll(() => {
    const ofDriver = { spec: { selectors: selecting(`device.driver == '${driver}'`) } };
    stock = {
      slices: [slice(gpus)],
      selectors: new DeviceSelectors(profile),
      profile,
      taken: new Set(),
      deviceClass: (name) =>
        ({ metadata: { name }, ...ofDriver }) as unknown as resourceV1.DeviceClass,
    };
  });

  const chosenFor = (
    asked: resourceV1.ResourceClaim,
    more: Partial<Stock> = {},
  ): readonly string[] | undefined =>
    allocate([asked], node, { ...stock, ...more })?.[0]!.map((each) => each.device.name);

  it('are the first that its selectors select', () => {
    const large = selecting(`device.capacity['${driver}'].memory.isLessThan(quantity('50Gi'))`);
    expect(chosenFor(claim([request()]))).toEqual(['a']);
    expect(chosenFor(claim([request({ selectors: large })]))).toEqual(['b']);
    const slot = selecting("device.attributes['other.example.com'].slot == 1");
    expect(chosenFor(claim([request({ count: 2, selectors: slot })]))).toEqual(['a', 'b']);
    const none = selecting("'x' in device.attributes['nowhere.example.com']");
    expect(chosenFor(claim([request({ selectors: none })]))).toBeUndefined();
  });

  it('are those that nodes reach: all of them, those with labels, or one', () => {
    const labelled = (zone: string) => ({
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] }],
    });
    const at = (place: object) =>
      chosenFor(claim([request()]), {
        slices: [slice(gpus, { nodeName: undefined, ...place } as never)],
      });
    expect(at({ allNodes: true })).toEqual(['a']);
    expect(at({ nodeSelector: labelled('a') })).toEqual(['a']);
    expect(at({ nodeSelector: labelled('b') })).toBeUndefined();
    expect(at({ nodeName: 'node-2' })).toBeUndefined();
    expect(at({})).toBeUndefined();
  });

  it('are others than those that claims have', () => {
    const taken = new Set([`${driver}/node-1/a`]);
    expect(chosenFor(claim([request({ count: 2 })]), { taken })).toEqual(['b', 'c']);
    expect(chosenFor(claim([request({ count: 3 })]), { taken })).toBeUndefined();
    const admin = request({ count: 3, adminAccess: true });
    expect(chosenFor(claim([admin]), { taken })).toEqual(['a', 'b', 'c']);
  });

  it('are all that are selected, and at least one', () => {
    const all = (model: string) =>
      request({
        allocationMode: 'All',
        selectors: selecting(`device.attributes['${driver}'].model == '${model}'`),
      });
    expect(chosenFor(claim([all('a100')]))).toEqual(['a', 'c']);
    expect(chosenFor(claim([all('h100')]))).toBeUndefined();
    const half = slice(gpus, { pool: { name: 'node-1', generation: 1, resourceSliceCount: 2 } });
    expect(() => chosenFor(claim([all('a100')]), { slices: [half] })).toThrow(
      'claim default/gpus, request gpu: asks for all devices, but resource pool gpu.example.com/node-1 is currently being updated',
    );
  });

  it('agree in the attributes that it names, even where that means to go back', () => {
    const constraints = [{ matchAttribute: `${driver}/model` }];
    expect(chosenFor(claim([request({ count: 2 })], { constraints }))).toEqual(['a', 'c']);
    expect(chosenFor(claim([request({ count: 3 })], { constraints }))).toBeUndefined();
  });

  it('are the best that it can have of several ways', () => {
    const way = (name: string, count: number) => ({ name, deviceClassName: 'gpu', count });
    const asked = claim([{ name: 'gpu', firstAvailable: [way('many', 4), way('some', 2)] }]);
    const [chosen] = allocate([asked], node, stock)!;
    const { devices } = resultOf(asked, chosen!, stock);
    expect(devices?.results?.map((each) => [each.request, each.device])).toEqual([
      ['gpu/some', 'a'],
      ['gpu/some', 'b'],
    ]);
  });

  it('have no taint that its request does not tolerate', () => {
    const taints = [{ key: 'broken', effect: 'NoSchedule' }] as const;
    const slices = [slice([device('a', 'a100', '80Gi', { taints })])];
    expect(chosenFor(claim([request()]), { slices })).toBeUndefined();
    const tolerations = [{ key: 'broken', operator: 'Exists' }] as const;
    expect(chosenFor(claim([request({ tolerations })]), { slices })).toEqual(['a']);
    expect(chosenFor(claim([request()]), { slices, profile: profileOf(34) })).toEqual(['a']);
  });

  it('are of the newest slices of a pool that the node reaches', () => {
    const pool = { name: 'node-1', generation: 2, resourceSliceCount: 1 };
    const newer = slice([device('d', 'a100', '80Gi')], { pool });
    expect(chosenFor(claim([request()]), { slices: [slice(gpus), newer] })).toEqual(['d']);
    const elsewhere = slice(gpus, { nodeName: 'node-2' });
    expect(chosenFor(claim([request()]), { slices: [elsewhere] })).toBeUndefined();
  });

  it('say on which nodes they are, and how they are configured', () => {
    const requirement = { key: 'zone', operator: 'In', values: ['a'] } as const;
    const nodeSelector = { nodeSelectorTerms: [{ matchExpressions: [requirement] }] };
    const spec = omitFields(slice(gpus, { nodeSelector }).spec, ['nodeName']);
    const shared = { metadata: { name: 'shared' }, spec } as unknown as resourceV1.ResourceSlice;
    const opaque = { driver, parameters: { sharing: true } };
    const asked = claim([request()], { config: [{ opaque }] });
    const own = { ...stock, slices: [shared] };
    const [chosen] = allocate([asked], node, own)!;
    expect(resultOf(asked, chosen!, own)).toEqual({
      devices: {
        results: [{ request: 'gpu', driver, pool: 'node-1', device: 'a' }],
        config: [{ source: 'FromClaim', opaque }],
      },
      nodeSelector,
    });
    const classConfig = { spec: { config: [{ opaque }] } };
    const configured = {
      ...own,
      deviceClass: (name: string) =>
        ({ metadata: { name }, ...classConfig }) as unknown as resourceV1.DeviceClass,
    };
    const configAt = (minor: number) =>
      resultOf(claim([request()]), chosen!, { ...configured, profile: profileOf(minor) }).devices
        ?.config;
    expect(configAt(36)).toEqual([{ source: 'FromClass', requests: ['gpu'], opaque }]);
    expect(configAt(37)).toEqual([{ source: 'FromClass', opaque }]);
  });

  it('are refused where an expression has no answer, or cannot be read', () => {
    const missing = selecting(`device.attributes['${driver}'].color == 'red'`);
    expect(() => chosenFor(claim([request({ selectors: missing })]))).toThrow(
      'claim default/gpus: selector #0: CEL runtime error: no such key: color',
    );
    const later = profileOf(37);
    const own = { profile: later, selectors: new DeviceSelectors(later) };
    expect(() => chosenFor(claim([request({ selectors: missing })]), own)).toThrow(
      'claim default/gpus: selector #0 on device gpu.example.com/node-1/a: CEL runtime error: no such key: color. consider using CEL optional chaining',
    );
    const number = selecting('1');
    expect(() => chosenFor(claim([request({ selectors: number })]))).toThrow(
      'claim default/gpus: selector #0: CEL compile error: must evaluate to bool or the unknown type, not int',
    );
  });
});

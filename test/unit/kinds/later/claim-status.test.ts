/** What the status of a claim to devices may say, as ValidateResourceClaimStatusUpdate of Kubernetes checks it. */
import { describe, expect, it } from 'vitest';
import { resourceClaim } from '#kinds';
import { changeErrorsIn } from './release.ts';

const driver = 'gpu.example.com';
const result = { request: 'r', driver, pool: 'p', device: 'd' };
const allocation = (...results: readonly object[]) => ({ devices: { results } });
const allocated = { allocation: allocation(result) };

function errorsOf(status: object, before: object = {}, metadata: object = {}): readonly string[] {
  const requests = [
    { name: 'r', exactly: { deviceClassName: 'gpu' } },
    { name: 'a', firstAvailable: [{ name: 'b', deviceClassName: 'gpu' }] },
  ];
  const of = (part: object) => ({ metadata, spec: { devices: { requests } }, status: part });
  return changeErrorsIn(37, resourceClaim, of(before), of(status), 'status');
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const user = (name: string) => ({ resource: 'pods', name, uid: `uid-${name}` });

describe('the allocation of a claim', () => {
  const unknown =
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

  it.each(['r', 'a', 'a/b'])('is for the request %s', (request) => {
    expect(errorsOf({ allocation: allocation({ ...result, request }) })).toEqual([]);
  });

  it.each(['x', 'r/b', 'a/c', 'a/b/c'])('is not for the request %s', (request) => {
    expect(errorsOf({ allocation: allocation({ ...result, request }) })).toEqual([
      `status.allocation.devices.results[0].request: Invalid value: "${request}": ${unknown}`,
    ]);
  });

  it('names drivers, pools and devices', () => {
    const at = 'status.allocation.devices.results[0]';
    const told = errorsOf({ allocation: allocation({ request: 'r' }) });
    expect(told.map((each) => each.split(': ').slice(0, 2).join(': ')).toSorted()).toEqual([
      `${at}.device: Invalid value`,
      `${at}.driver: Required value`,
      `${at}.pool: Required value`,
    ]);
  });

  it('has configurations of classes and of the claim', () => {
    const opaque = { driver, parameters: { a: 1 } };
    const of = (config: object) => errorsOf({ allocation: { devices: { config: [config] } } });
    expect(of({ source: 'FromClass', requests: ['r'], opaque })).toEqual([]);
    expect(of({ source: 'FromClaim', opaque })).toEqual([]);
    const at = 'status.allocation.devices.config[0]';
    expect(of({ opaque })).toEqual([`${at}.source: Required value`]);
    expect(of({ source: 'Other', opaque })).toEqual([
      `${at}.source: Unsupported value: "Other": supported values: "FromClaim", "FromClass"`,
    ]);
    expect(of({ source: 'FromClaim' })).toEqual([`${at}.opaque: Required value`]);
  });

  it('stays as it is until it is taken away', () => {
    expect(errorsOf(allocated, allocated)).toEqual([]);
    expect(errorsOf({}, allocated)).toEqual([]);
    const [told, ...others] = errorsOf({ allocation: allocation() }, allocated);
    expect(told).toMatch(/^status\.allocation: Invalid value: .*: field is immutable$/);
    expect(others).toEqual([]);
  });
});

describe('a claim is reserved', () => {
  const deleted = { deletionTimestamp: '2026-01-01T12:00:00Z', deletionGracePeriodSeconds: 0 };
  const reserved = { ...allocated, reservedFor: [user('a')] };

  it('for pods once it has devices', () => {
    expect(errorsOf(reserved)).toEqual([]);
    expect(errorsOf({ reservedFor: [user('a')] })).toEqual([
      'status.reservedFor: Forbidden: may not be specified when `allocated` is not set',
    ]);
  });

  it('for no others once it is deleted', () => {
    expect(errorsOf(reserved, reserved, deleted)).toEqual([]);
    const more = { ...reserved, reservedFor: [user('a'), user('b')] };
    expect(errorsOf(more, reserved)).toEqual([]);
    expect(errorsOf(more, reserved, deleted)).toEqual([
      'status.reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set',
    ]);
  });

  it('for what has a kind, a name and a uid', () => {
    expect(errorsOf({ ...allocated, reservedFor: [{}] })).toEqual(
      ['resource', 'name', 'uid'].map((key) => `status.reservedFor[0].${key}: Required value`),
    );
  });

  it('for at most 256, each once', () => {
    const of = (count: number) => ({
      ...allocated,
      reservedFor: many(count, (n) => user(`p${n}`)),
    });
    expect(errorsOf(of(256))).toEqual([]);
    expect(errorsOf(of(257))).toEqual([
      'status.reservedFor: Too many: 257: must have at most 256 items',
    ]);
    expect(errorsOf({ ...allocated, reservedFor: [user('a'), user('a')] })).toHaveLength(1);
  });
});

describe('drivers report', () => {
  const device = { driver, pool: 'p', device: 'd' };
  const told = (parts: object): readonly string[] =>
    errorsOf({ ...allocated, devices: [{ ...device, ...parts }] }).map((error) =>
      error.replace('status.devices[0]', ''),
    );
  const condition = (type: string) => ({
    ...{ type, status: 'True', reason: 'Why', message: '' },
    lastTransitionTime: '2026-01-01T12:00:00Z',
  });
  const network = (networkData: object) => told({ networkData });

  it('about devices that are allocated', () => {
    expect(told({})).toEqual([]);
    expect(told({ device: 'e' })).toEqual([
      ': Invalid value: "gpu.example.com/p/e": must be an allocated device in the claim',
    ]);
    expect(told({ pool: 'q' })).toHaveLength(1);
    expect(errorsOf({ ...allocated, devices: [device, device] })).toHaveLength(1);
  });

  it('up to 8 conditions', () => {
    expect(told({ conditions: many(8, (n) => condition(`C${n}`)) })).toEqual([]);
    expect(told({ conditions: many(9, (n) => condition(`C${n}`)) })).toEqual([
      '.conditions: Too many: 9: must have at most 8 items',
    ]);
    expect(told({ conditions: [{ ...condition('C'), reason: '' }] })).toEqual([
      '.conditions[0].reason: Required value',
    ]);
  });

  it('data that is an object', () => {
    expect(told({ data: { a: 1 } })).toEqual([]);
    expect(told({ data: [1] })).toEqual([
      '.data: Invalid value: "<value omitted>": must be a valid JSON object',
    ]);
  });

  it.each<[data: object, errors: readonly string[]]>([
    [{ interfaceName: 'i'.repeat(256), hardwareAddress: 'h'.repeat(128) }, []],
    [
      { interfaceName: 'i'.repeat(257) },
      ['.networkData.interfaceName: Too long: may not be more than 256 bytes'],
    ],
    [
      { hardwareAddress: 'h'.repeat(129) },
      ['.networkData.hardwareAddress: Too long: may not be more than 128 bytes'],
    ],
    [{ ips: ['10.9.8.7/24', '2001:db8::1/64'] }, []],
    [
      { ips: ['10.9.8.7/24', '10.9.8.7'] },
      [
        '.networkData.ips[1]: Invalid value: "10.9.8.7": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
      ],
    ],
    [
      { ips: ['2001:DB8::1/64'] },
      [
        '.networkData.ips[0]: Invalid value: "2001:DB8::1/64": must be in canonical form ("2001:db8::1/64")',
      ],
    ],
    [{ ips: many(16, (n) => `10.0.0.${n}/24`) }, []],
    [
      { ips: many(17, (n) => `10.0.0.${n}/24`) },
      ['.networkData.ips: Too many: 17: must have at most 16 items'],
    ],
  ])('what they know of a network: %j', (data, errors) => {
    expect(network(data)).toEqual(errors);
  });
});

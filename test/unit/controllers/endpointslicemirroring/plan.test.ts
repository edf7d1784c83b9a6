/** Which slices mirror an Endpoints object. */
import { describe, expect, it } from 'vitest';
import type { discoveryV1, EndpointAddress, Endpoints, EndpointSubset } from '#types';
import { isMirrored, plan } from '../../../../controllers/endpointslicemirroring/plan.ts';

type Slice = discoveryV1.EndpointSlice;

const port = { name: 'sql', port: 5432, protocol: 'TCP' } as const;

function endpointsOf(subsets: readonly EndpointSubset[], metadata: object = {}): Endpoints {
  return { metadata: { name: 'db', namespace: 'ns', uid: 'e', ...metadata }, subsets } as Endpoints;
}

/** The slices as they are once they are stored. */
function storedBy(endpoints: Endpoints): readonly Slice[] {
  return plan(endpoints, []).create.map(
    (slice, index) =>
      ({ ...slice, metadata: { ...slice.metadata, name: `db-${index}` } }) as unknown as Slice,
  );
}

const addresses = (...ips: readonly string[]): readonly EndpointAddress[] =>
  ips.map((ip) => ({ ip }));

describe('an address is mirrored', () => {
  const targetRef = { kind: 'Pod', namespace: 'ns', name: 'p' };
  it.each<[string, EndpointAddress, object | undefined]>([
    ['as it is', { ip: '10.0.0.1' }, { addresses: ['10.0.0.1'] }],
    ['in one form', { ip: '2001:DB8::0:1' }, { addresses: ['2001:db8::1'] }],
    [
      'with its node, its host name and its pod',
      { ip: '10.0.0.1', nodeName: 'n1', hostname: 'a', targetRef },
      { addresses: ['10.0.0.1'], nodeName: 'n1', hostname: 'a', targetRef },
    ],
    [
      'without what is empty',
      { ip: '10.0.0.1', nodeName: '', hostname: '' },
      { addresses: ['10.0.0.1'] },
    ],
    ['not when it is none', { ip: 'db.example.com' }, undefined],
  ])('%s', (_, address, expected) => {
    for (const ready of [true, false]) {
      const subset = { [ready ? 'addresses' : 'notReadyAddresses']: [address], ports: [port] };
      const { create, invalid, skipped } = plan(endpointsOf([subset]), []);
      const shown = create.flatMap(({ endpoints }) => endpoints ?? []);
      // Fields that are absent are not there at all.
      expect(shown).toStrictEqual(expected ? [{ conditions: { ready }, ...expected }] : []);
      expect([invalid, skipped]).toEqual(expected ? [0, 0] : [1, 1]);
    }
  });
});

describe('addresses share a slice', () => {
  const shapes = (subsets: readonly EndpointSubset[]) =>
    plan(endpointsOf(subsets), []).create.map(
      ({ addressType, ports, endpoints }) =>
        `${addressType} ${ports?.map(({ name, port: number, protocol }) => `${name}:${number}/${protocol}`).join()} ${endpoints?.map((each) => each.addresses.join()).join()}`,
    );

  it.each<[string, readonly EndpointSubset[], readonly string[]]>([
    [
      'of one family',
      [{ addresses: addresses('10.0.0.1', 'fd00::1', '10.0.0.2'), ports: [port] }],
      ['IPv4 sql:5432/TCP 10.0.0.1,10.0.0.2', 'IPv6 sql:5432/TCP fd00::1'],
    ],
    [
      'with the same ports, in whatever order',
      [
        { addresses: addresses('10.0.0.1'), ports: [port, { port: 80 }] },
        { addresses: addresses('10.0.0.2'), ports: [{ port: 80 }, port] },
      ],
      ['IPv4 sql:5432/TCP,:80/TCP 10.0.0.1,10.0.0.2'],
    ],
    [
      'not with other ports',
      [
        { addresses: addresses('10.0.0.1'), ports: [port] },
        { addresses: addresses('10.0.0.1'), ports: [{ ...port, protocol: 'UDP' }] },
        { addresses: addresses('10.0.0.1'), ports: [{ ...port, name: 'x' }] },
        { addresses: addresses('10.0.0.1'), ports: [{ ...port, appProtocol: 'x' }] },
      ],
      [
        'IPv4 sql:5432/TCP 10.0.0.1',
        'IPv4 sql:5432/UDP 10.0.0.1',
        'IPv4 x:5432/TCP 10.0.0.1',
        'IPv4 sql:5432/TCP 10.0.0.1',
      ],
    ],
    [
      'each once',
      [{ addresses: addresses('10.0.0.1', '10.0.0.1'), ports: [port] }],
      ['IPv4 sql:5432/TCP 10.0.0.1'],
    ],
  ])('%s', (_, subsets, expected) => {
    expect(shapes(subsets)).toEqual(expected);
  });

  it('up to a thousand of a subset; the others are counted', () => {
    const ips = Array.from({ length: 1002 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    const both = {
      addresses: addresses(...ips.slice(0, 2)),
      notReadyAddresses: addresses(...ips.slice(2)),
    };
    const { create, invalid, skipped } = plan(endpointsOf([{ ...both, ports: [port] }]), []);
    expect(create.map(({ endpoints }) => endpoints?.length)).toEqual([1000]);
    expect(create[0]!.endpoints!.slice(0, 3).map(({ conditions }) => conditions?.ready)).toEqual([
      true,
      true,
      false,
    ]);
    expect([invalid, skipped]).toEqual([0, 2]);
  });
});

describe('slices that are there', () => {
  const one = endpointsOf([{ addresses: addresses('10.0.0.1'), ports: [port] }], {
    labels: { a: 'b' },
    annotations: { c: 'd', 'endpoints.kubernetes.io/last-change-trigger-time': 't' },
  });
  const [slice] = storedBy(one);
  const done = (endpoints: Endpoints, slices: readonly Slice[]): string => {
    const { create, update, delete: gone } = plan(endpoints, slices);
    const names = (list: readonly { metadata: { name?: string } }[]): string =>
      list.map(({ metadata }) => metadata.name ?? 'new').join();
    return `+${names(create)} ~${names(update)} -${names(gone)}`;
  };
  const withSubset = (subset: EndpointSubset): Endpoints => ({ ...one, subsets: [subset] });

  it.each<[string, Endpoints, readonly Slice[], string]>([
    ['stay when they are right', one, [slice!], '+ ~ -'],
    [
      'stay when what is not mirrored changes',
      {
        ...one,
        metadata: {
          ...one.metadata,
          annotations: { c: 'd', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
        },
      },
      [slice!],
      '+ ~ -',
    ],
    [
      'follow the labels',
      { ...one, metadata: { ...one.metadata, labels: {} } },
      [slice!],
      '+ ~db-0 -',
    ],
    [
      'follow the annotations',
      { ...one, metadata: { ...one.metadata, annotations: {} } },
      [slice!],
      '+ ~db-0 -',
    ],
    [
      'follow the addresses',
      withSubset({ addresses: addresses('10.0.0.2'), ports: [port] }),
      [slice!],
      '+ ~db-0 -',
    ],
    [
      'follow more addresses',
      withSubset({ addresses: addresses('10.0.0.1', '10.0.0.2'), ports: [port] }),
      [slice!],
      '+ ~db-0 -',
    ],
    [
      'are used for other ports',
      withSubset({ addresses: addresses('10.0.0.1'), ports: [{ port: 80 }] }),
      [slice!],
      '+ ~db-0 -',
    ],
    [
      'are not used for another family',
      withSubset({ addresses: addresses('fd00::1'), ports: [port] }),
      [slice!],
      '+new ~ -db-0',
    ],
    ['go when there is nothing to mirror', { ...one, subsets: [] }, [slice!], '+ ~ -db-0'],
    [
      'are filled when they are empty',
      one,
      [{ ...slice!, endpoints: null } as unknown as Slice],
      '+ ~db-0 -',
    ],
    [
      'go when they are too many',
      one,
      [slice!, { ...slice!, metadata: { ...slice!.metadata, name: 'db-9' } }],
      '+ ~ -db-9',
    ],
  ])('%s', (_, endpoints, slices, expected) => {
    expect(done(endpoints, slices)).toBe(expected);
    // A second look finds nothing to do.
    const { create, update } = plan(endpoints, slices);
    const left = [
      ...slices.filter(
        ({ metadata }) =>
          expected.includes(`~${metadata.name}`) === false &&
          !expected.includes(`-${metadata.name}`),
      ),
      ...update,
      ...(create as unknown as Slice[]),
    ];
    expect(done(endpoints, left)).toBe('+ ~ -');
  });

  it('say whose they are, and who manages them', () => {
    expect(slice!.metadata).toMatchObject({
      generateName: 'db-',
      namespace: 'ns',
      labels: {
        a: 'b',
        'kubernetes.io/service-name': 'db',
        'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
      },
      annotations: { c: 'd' },
      ownerReferences: [{ kind: 'Endpoints', name: 'db', uid: 'e', controller: true }],
    });
  });
});

it.each<[object, boolean]>([
  [{}, true],
  [{ labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } }, false],
  [{ labels: { 'endpointslice.kubernetes.io/skip-mirror': 'false' } }, true],
  [{ annotations: { 'control-plane.alpha.kubernetes.io/leader': '' } }, false],
])('Endpoints with %j are mirrored: %s', (metadata, expected) => {
  expect(isMirrored(endpointsOf([], metadata))).toBe(expected);
});

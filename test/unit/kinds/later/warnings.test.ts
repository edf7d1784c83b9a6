/** What later releases warn about. */
import { describe, expect, it } from 'vitest';
import {
  csiDriver,
  endpoints,
  endpointSlice,
  ingress,
  networkPolicy,
  node,
  persistentVolume,
  persistentVolumeClaim,
  resourceQuota,
  secret,
  service,
  serviceAccount,
  storageClass,
  type Kind,
} from '#kinds';
import { warningsIn } from './release.ts';

const spec = (fields: object) => ({ spec: fields });
const annotated = (name: string) => ({ metadata: { name: 'a', annotations: { [name]: 'x' } } });
const pem = (type: string) => btoa(`-----BEGIN ${type}-----\nAAAA\n-----END ${type}-----\n`);
const tls = (crt: string, key: string) => ({
  type: 'kubernetes.io/tls',
  data: { 'tls.crt': crt, 'tls.key': key },
});
const labelled = [{ matchExpressions: [{ key: 'beta.kubernetes.io/os', operator: 'Exists' }] }];
const topologies = [{ matchLabelExpressions: [{ key: 'beta.kubernetes.io/os', values: ['a'] }] }];
const headless = { type: 'ClusterIP', clusterIP: 'None', clusterIPs: ['None'] };

interface Warned {
  readonly kind: Kind;
  readonly given: object;
  readonly since: number;
  readonly part: string;
}

const warned: readonly Warned[] = [
  {
    kind: service,
    given: annotated('service.kubernetes.io/topology-aware-hints'),
    since: 27,
    part: 'please use service.kubernetes.io/topology-mode instead',
  },
  { kind: service, given: spec({ externalName: 'a' }), since: 28, part: 'externalName is ignored' },
  {
    kind: service,
    given: spec({ type: 'ExternalName', externalIPs: ['1.2.3.4'] }),
    since: 28,
    part: 'spec.externalIPs is ignored when spec.type is "ExternalName"',
  },
  {
    kind: service,
    given: spec({ ...headless, sessionAffinity: 'ClientIP' }),
    since: 34,
    part: 'spec.SessionAffinity is ignored for headless services',
  },
  {
    kind: service,
    given: spec({ trafficDistribution: 'PreferClose' }),
    since: 35,
    part: 'use "PreferSameZone"',
  },
  { kind: service, given: spec({ externalIPs: ['1.2.3.4'] }), since: 36, part: 'is deprecated' },
  {
    kind: endpointSlice,
    given: { addressType: 'FQDN', endpoints: [] },
    since: 27,
    part: 'spec.addressType: FQDN endpoints are deprecated',
  },
  {
    kind: endpoints,
    given: { subsets: [{ notReadyAddresses: [{ ip: '::ffff:1.2.3.4' }] }] },
    since: 33,
    part: 'subsets[0].notReadyAddresses[0].ip: non-standard IP address',
  },
  { kind: secret, given: tls('', ''), since: 27, part: 'any PEM data in certificate input' },
  { kind: secret, given: tls(pem('CERTIFICATE'), ''), since: 27, part: 'any PEM data in key' },
  {
    kind: secret,
    given: tls(pem('RSA PRIVATE KEY'), pem('CERTIFICATE')),
    since: 27,
    part: 'PEM inputs may have been switched',
  },
  { kind: secret, given: tls(pem('A'), ''), since: 27, part: 'following types: [A]' },
  {
    kind: secret,
    given: tls(pem('CERTIFICATE'), pem('CERTIFICATE')),
    since: 27,
    part: 'found a certificate rather than a key',
  },
  { kind: secret, given: tls(pem('CERTIFICATE'), pem('A')), since: 27, part: 'types: [A]' },
  { kind: ingress, given: annotated('kubernetes.io/ingress.class'), since: 27, part: 'ClassName' },
  {
    kind: serviceAccount,
    given: annotated('kubernetes.io/enforce-mountable-secrets'),
    since: 32,
    part: 'deprecated in v1.32+; prefer separate namespaces',
  },
  {
    kind: csiDriver,
    given: spec({ tokenRequests: [{ audience: 'a' }] }),
    since: 35,
    part: 'spec.serviceAccountTokenInSecrets is unset;',
  },
  {
    kind: persistentVolume,
    given: spec({ nodeAffinity: { required: { nodeSelectorTerms: labelled } } }),
    since: 25,
    part: 'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: beta',
  },
  { kind: persistentVolume, given: spec({ rbd: {} }), since: 28, part: 'spec.rbd: deprecated' },
  {
    kind: persistentVolume,
    given: spec({ persistentVolumeReclaimPolicy: 'Recycle' }),
    since: 30,
    part: 'The Recycle reclaim policy is deprecated.',
  },
  {
    kind: persistentVolume,
    given: annotated('volume.beta.kubernetes.io/mount-options'),
    since: 31,
    part: 'deprecated since v1.31; use "mountOptions" attribute instead',
  },
  {
    kind: persistentVolumeClaim,
    given: annotated('volume.beta.kubernetes.io/storage-class'),
    since: 28,
    part: 'deprecated since v1.8; use "storageClassName" attribute instead',
  },
  {
    kind: persistentVolumeClaim,
    given: spec({ resources: { limits: { storage: '1m' } } }),
    since: 26,
    part: 'spec.resources.limits[storage]: fractional byte value "1m" is invalid',
  },
  { kind: storageClass, given: { allowedTopologies: topologies }, since: 25, part: '[0].key: dep' },
  {
    kind: resourceQuota,
    given: spec({ hard: { cpu: '2', 'limits.cpu': '1' } }),
    since: 35,
    part: 'ResourceQuota cpu (2) should be less than limits.cpu (1)',
  },
].map((row) => ({ ...row, kind: row.kind as unknown as Kind }));

it.each(warned)('warns since 1.$since: $part', ({ kind, given, since, part }) => {
  expect(warningsIn(since - 1, kind, given).filter((text) => text.includes(part))).toEqual([]);
  expect(warningsIn(since, kind, given).filter((text) => text.includes(part))).toHaveLength(1);
});

it.each([
  [service, spec({ ports: [{ port: 80 }] })],
  [secret, tls(pem('CERTIFICATE'), pem('EC PRIVATE KEY'))],
  [secret, {}],
  [ingress, { ...annotated('kubernetes.io/ingress.class'), spec: { ingressClassName: 'x' } }],
  [csiDriver, spec({})],
  [resourceQuota, spec({ hard: { 'requests.cpu': '1', 'limits.cpu': '1', memory: '1' } })],
  [persistentVolumeClaim, spec({ resources: { requests: { storage: '1Gi' } } })],
])('has no warning for what is fine', (kind, given) => {
  expect(warningsIn(37, kind as unknown as Kind, given)).toEqual([]);
});

it('warns only once about what stays', () => {
  const account = annotated('kubernetes.io/enforce-mountable-secrets');
  expect(warningsIn(37, serviceAccount, account, account)).toEqual([]);
  const driver = spec({ tokenRequests: [{ audience: 'a' }] });
  expect(warningsIn(37, csiDriver, driver, driver)).toEqual([]);
});

describe('how addresses are written', () => {
  const to = (minor: number, ...externalIPs: readonly string[]) =>
    warningsIn(minor, service, spec({ externalIPs })).filter((text) => text.includes('[0]'));
  const ranges = (minor: number, range: string) =>
    warningsIn(minor, service, spec({ loadBalancerSourceRanges: [range] }));

  it.each([
    [27, '01.2.3.4', 'ParseAddr("01.2.3.4"): IPv4 field has octet with leading zero'],
    [32, 'FE80::1', 'is not in RFC 5952 canonical format ("fe80::1"), which may cause controller'],
    [33, '01.2.3.4', 'will be considered invalid in a future Kubernetes release: use "1.2.3.4"'],
    [36, '01.2.3.4', 'non-standard IP address "01.2.3.4" is invalid: use "1.2.3.4"'],
    [37, 'FE80::1', 'IPv6 address "FE80::1" should be in RFC 5952 canonical format ("fe80::1")'],
  ])('is a warning in 1.%i: %s', (minor, ip, part) => {
    expect(to(minor, ip)).toEqual([expect.stringContaining(part)]);
    expect(to(minor, '1.2.3.4')).toEqual([]);
  });

  it.each([
    [27, '10.0.0.0/08', 'netip.ParsePrefix("10.0.0.0/08"): bad bits after slash: "08"'],
    [32, '010.0.0.0/8', 'ParsePrefix("010.0.0.0/8"): ParseAddr("010.0.0.0"): IPv4 field'],
    [32, 'FE80::/10', 'IPv6 prefix "FE80::/10" is not in RFC 5952 canonical format ("fe80::/10")'],
    [33, '10.0.0.1/8', 'is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)'],
    [36, '010.0.0.0/8', 'non-standard CIDR value "010.0.0.0/8" is invalid: use "10.0.0.0/8"'],
    [37, 'FE80::/10', 'IPv6 CIDR value "FE80::/10" should be in RFC 5952 canonical format'],
  ])('is a warning of ranges in 1.%i: %s', (minor, range, part) => {
    expect(ranges(minor, range)).toEqual([expect.stringContaining(part)]);
    expect(ranges(minor, '10.0.0.0/8')).toEqual([]);
  });

  it('is a warning of ranges of nodes from 1.33', () => {
    const ranged = spec({ podCIDRs: ['10.0.0.1/8'] });
    expect(warningsIn(32, node, ranged)).toEqual([]);
    expect(warningsIn(33, node, ranged)).toEqual([
      expect.stringMatching(/^spec\.podCIDRs\[0\]: CIDR value/),
    ]);
  });

  it('is a warning of slices and policies from 1.33', () => {
    const slice = { addressType: 'IPv4', endpoints: [{ addresses: ['01.2.3.4'] }] };
    const block = { ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.1/24'] } };
    const policy = spec({ egress: [{ to: [block] }] });
    expect(warningsIn(32, endpointSlice, slice)).toEqual([]);
    expect(warningsIn(33, endpointSlice, slice)).toHaveLength(1);
    expect(warningsIn(32, networkPolicy, policy)).toEqual([]);
    expect(warningsIn(33, networkPolicy, policy)).toEqual([
      expect.stringMatching(/^spec\.egress\[0\]\.to\[0\]\.ipBlock\.except\[0\]: CIDR value/),
    ]);
  });
});

it('nodes have no use for external names, which 1.37 warns of and 1.24 does not', () => {
  expect(warningsIn(24, node, spec({ externalID: 'a' }))).toEqual([]);
  expect(warningsIn(37, node, spec({ externalID: 'a' }))).toEqual([
    'spec.externalID: this field is deprecated, and is unused by Kubernetes',
  ]);
});

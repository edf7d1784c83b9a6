/** The addresses of the API servers, as v1.24 writes them. */
import { deepEqual, type NewObject } from '#values';
import type { discoveryV1, Endpoints, Service } from '#types';

type Slice = discoveryV1.EndpointSlice;

/** Where the API is served. */
export interface ApiEndpoint {
  /** IP addresses other than loopback ones, of all servers of the cluster, in order. At least one. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** Of the Service: the first of the range. */
  readonly clusterIp: string;
}

const place = { name: 'kubernetes', namespace: 'default' } as const;
const servicePort = 443;
const portName = 'https';
const protocol = 'TCP';

/** @param isSingleStack it says that it has one address */
export function serviceOf(
  { port, clusterIp }: ApiEndpoint,
  isSingleStack = false,
): NewObject<Service> {
  const labels = { component: 'apiserver', provider: 'kubernetes' };
  return {
    metadata: { ...place, labels },
    spec: {
      clusterIP: clusterIp,
      ...(isSingleStack && { ipFamilyPolicy: 'SingleStack' as const }),
      ports: [{ name: portName, port: servicePort, protocol, targetPort: port }],
      sessionAffinity: 'None',
      type: 'ClusterIP',
    },
  };
}

export function endpointsOf({ addresses, port }: ApiEndpoint): NewObject<Endpoints> {
  return {
    // Its slice is written beside it, not made after it.
    metadata: { ...place, labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
    subsets: [
      { addresses: addresses.map((ip) => ({ ip })), ports: [{ name: portName, port, protocol }] },
    ],
  };
}

/** Of one family: a slice has no others. */
export function sliceOf({ addresses, port }: ApiEndpoint): NewObject<Slice> {
  const addressType = familyOf(addresses[0]!);
  return {
    metadata: { ...place, labels: { 'kubernetes.io/service-name': place.name } },
    addressType,
    endpoints: addresses
      .filter((address) => familyOf(address) === addressType)
      .map((address) => ({ addresses: [address], conditions: { ready: true } })),
    ports: [{ name: portName, port, protocol }],
  };
}

/** Further labels are none of its business. */
export function isRightEndpoints(present: Endpoints, desired: NewObject<Endpoints>): boolean {
  const { labels = {} } = present.metadata;
  const isLabelled = Object.entries(desired.metadata.labels!).every(
    ([name, value]) => labels[name] === value,
  );
  return isLabelled && deepEqual(present.subsets, desired.subsets);
}

export function isRightSlice(present: Slice, desired: NewObject<Slice>): boolean {
  return (
    present.addressType === desired.addressType &&
    deepEqual(present.metadata.labels, desired.metadata.labels) &&
    deepEqual(present.endpoints, desired.endpoints) &&
    deepEqual(present.ports, desired.ports)
  );
}

function familyOf(address: string): Slice['addressType'] {
  return address.includes(':') ? 'IPv6' : 'IPv4';
}

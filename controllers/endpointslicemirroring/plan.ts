/** Which slices mirror a custom Endpoints object: pure. */
import { canonicalIp, deepEqual, isIpv6, omitFields, type Labels, type NewObject } from '#values';
import {
  endpoints as endpointsKind,
  lastChangeAnnotation,
  leaderAnnotation,
  sliceManagerLabel,
  sliceServiceLabel,
} from '#kinds';
import type { discoveryV1, EndpointAddress, EndpointPort, Endpoints } from '#types';
import { controllerReference, type SlicePlan } from '#runtime';

type Slice = discoveryV1.EndpointSlice;
type Endpoint = discoveryV1.Endpoint;
type Family = 'IPv4' | 'IPv6';

/** In slices' label of who manages them. */
export const manager = 'endpointslicemirroring-controller.k8s.io';

/** On Endpoints that are not to be mirrored, with the value `true`. */
const skipLabel = 'endpointslice.kubernetes.io/skip-mirror';
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Of each subset no more are mirrored, so that a slice holds them. */
export const MAX_ADDRESSES = 1000;

export interface Plan extends SlicePlan {
  /** Addresses that are none. */
  readonly invalid: number;
  /** Addresses that are not mirrored, those that are none included. */
  readonly skipped: number;
}

/** Whether they are for others to see, and not a lock. */
export function isMirrored({ metadata: { labels, annotations } }: Endpoints): boolean {
  return labels?.[skipLabel] !== 'true' && annotations?.[leaderAnnotation] === undefined;
}

/** What is to be shown under the same ports. */
interface Group {
  readonly family: Family;
  readonly ports: readonly discoveryV1.EndpointPort[];
  /** By address and target, each once. */
  readonly endpoints: Map<string, Endpoint>;
}

/** @param slices those that mirror the Endpoints already */
export function plan(endpoints: Endpoints, slices: readonly Slice[]): Plan {
  const { groups, invalid, skipped } = groupsOf(endpoints);
  const byKey = new Map<string, Slice[]>();
  for (const slice of slices) {
    const key = groupKey(slice.addressType as Family, slice.ports ?? []);
    byKey.set(key, [...(byKey.get(key) ?? []), slice]);
  }
  const create: NewObject<Slice>[] = [];
  const update: Slice[] = [];
  const unneeded: Slice[] = [];
  for (const [key, group] of groups) {
    const [first, ...others] = byKey.get(key) ?? [];
    byKey.set(key, others);
    if (first === undefined) create.push(newSlice(endpoints, group));
    else if (!shows(first, endpoints, group)) update.push(rewritten(first, endpoints, group));
  }
  for (const left of byKey.values()) unneeded.push(...left);
  return { ...recycle(endpoints, groups, { create, update, unneeded }), invalid, skipped };
}

interface Changes {
  readonly create: NewObject<Slice>[];
  readonly update: Slice[];
  readonly unneeded: Slice[];
}

/** Rather than delete one and create another, one is rewritten; its family cannot change. */
function recycle(
  endpoints: Endpoints,
  groups: ReadonlyMap<string, Group>,
  { create, update, unneeded }: Changes,
): SlicePlan {
  const left = [...unneeded];
  const stillToCreate = create.filter((slice) => {
    const family = slice.addressType;
    const index = left.findIndex(({ addressType }) => addressType === family);
    if (index < 0) return true;
    const group = groups.get(groupKey(family as Family, slice.ports ?? []))!;
    update.push(rewritten(left.splice(index, 1)[0]!, endpoints, group));
    return false;
  });
  return { create: stillToCreate, update, delete: left };
}

function groupsOf({ subsets = [] }: Endpoints): {
  readonly groups: ReadonlyMap<string, Group>;
  readonly invalid: number;
  readonly skipped: number;
} {
  const groups = new Map<string, Group>();
  let invalid = 0;
  let skipped = 0;
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of subsets) {
    const slicePorts = ports.map(portOf);
    const groupOf = (family: Family): Group => {
      const key = groupKey(family, slicePorts);
      let group = groups.get(key);
      if (group === undefined) {
        groups.set(key, (group = { family, ports: slicePorts, endpoints: new Map() }));
      }
      return group;
    };
    const all = [
      ...addresses.map((address) => ({ address, ready: true })),
      ...notReadyAddresses.map((address) => ({ address, ready: false })),
    ];
    let added = 0;
    for (const { address, ready } of all) {
      if (added === MAX_ADDRESSES) break;
      const endpoint = endpointOf(address, ready);
      if (endpoint === undefined) {
        invalid++;
        continue;
      }
      const family = isIpv6(address.ip) ? 'IPv6' : 'IPv4';
      groupOf(family).endpoints.set(endpointKey(endpoint), endpoint);
      added++;
    }
    skipped += all.length - added;
  }
  return { groups, invalid, skipped };
}

function portOf({
  name = '',
  port,
  protocol,
  appProtocol,
}: EndpointPort): discoveryV1.EndpointPort {
  return {
    name,
    port,
    protocol: protocol ?? 'TCP',
    ...(appProtocol !== undefined && { appProtocol }),
  };
}

function endpointOf(address: EndpointAddress, ready: boolean): Endpoint | undefined {
  const ip = canonicalIp(address.ip);
  if (ip === undefined) return undefined;
  const { hostname, nodeName, targetRef } = address;
  return {
    addresses: [ip],
    conditions: { ready },
    ...(hostname && { hostname }),
    ...(nodeName && { nodeName }),
    ...(targetRef != null && { targetRef }),
  };
}

function endpointKey({ addresses, targetRef }: Endpoint): string {
  return JSON.stringify([addresses, targetRef?.namespace, targetRef?.name]);
}

function groupKey(family: Family, ports: readonly discoveryV1.EndpointPort[]): string {
  const texts = ports.map(({ name = '', port, protocol = 'TCP', appProtocol }) =>
    JSON.stringify([name, port, protocol, appProtocol]),
  );
  return `${family} ${texts.sort().join()}`;
}

/** Whether a slice is as it should be. */
function shows(slice: Slice, endpoints: Endpoints, group: Group): boolean {
  const { labels, annotations = {} } = slice.metadata;
  // An empty list is stored as null.
  const present = slice.endpoints ?? [];
  return (
    deepEqual(labels, labelsOf(endpoints)) &&
    deepEqual(annotations, annotationsOf(endpoints)) &&
    present.length === group.endpoints.size &&
    present.every((each) => deepEqual(each, group.endpoints.get(endpointKey(each))))
  );
}

function rewritten(slice: Slice, endpoints: Endpoints, { ports, endpoints: all }: Group): Slice {
  const metadata = { ...slice.metadata, ...metadataOf(endpoints) };
  return { ...slice, metadata, ports, endpoints: listed(all) };
}

function newSlice(
  endpoints: Endpoints,
  { family, ports, endpoints: all }: Group,
): NewObject<Slice> {
  const { namespace, name } = endpoints.metadata;
  return {
    metadata: { generateName: `${name}-`, namespace, ...metadataOf(endpoints) },
    addressType: family,
    ports,
    endpoints: listed(all),
  };
}

function listed(endpoints: ReadonlyMap<string, Endpoint>): readonly Endpoint[] {
  return [...endpoints.values()].slice(0, MAX_ADDRESSES);
}

function metadataOf(endpoints: Endpoints) {
  return {
    labels: labelsOf(endpoints),
    annotations: annotationsOf(endpoints),
    ownerReferences: [controllerReference(endpointsKind, endpoints)],
  };
}

function labelsOf({ metadata: { name, labels } }: Endpoints): Labels {
  return { ...labels, [sliceServiceLabel]: name, [sliceManagerLabel]: manager };
}

function annotationsOf({ metadata: { annotations = {} } }: Endpoints): Labels {
  return omitFields(annotations, [lastChangeAnnotation, lastApplied]);
}

/**
 * The canonical form of subsets: every address and port once, merged as far as possible, in order.
 */
import type { EndpointAddress, EndpointPort, EndpointSubset } from '#types';
import { byDigest } from '#runtime';
import { dumpPort, dumpSubset } from './digest.ts';

interface KnownAddress {
  readonly address: EndpointAddress;
  readonly ip: string;
  readonly uid: string;
}

/** An address by its IP and the pod it belongs to, with whether it is ready. */
type Readiness = Map<KnownAddress, boolean>;

interface PortGroup {
  /** Undefined for addresses that are listed without any port. */
  readonly port: EndpointPort | undefined;
  readonly addresses: Readiness;
}

/**
 * Ports with the same addresses in the same state share a subset. An address that is listed as
 * ready and as not ready is not ready. Addresses are sorted by the text of the IP and then by uid,
 * ports and subsets by a digest: stable, but without a meaning.
 */
export function repack(subsets: readonly EndpointSubset[]): readonly EndpointSubset[] {
  const known = new Map<string, KnownAddress>();
  const groups = groupByPort(subsets, known);
  if (groups.length === 0) return [];
  const sorted = [...known.values()].sort(byIpAndUid);
  const merged = new Map<string, { subset: EndpointSubset; ports: EndpointPort[] }>();
  for (const { port, addresses } of groups) {
    const { key, subset } = listed(sorted, addresses);
    let entry = merged.get(key);
    if (entry === undefined) merged.set(key, (entry = { subset, ports: [] }));
    if (port !== undefined) entry.ports.push(port);
  }
  const repacked = [...merged.values()].map(({ subset, ports }) =>
    ports.length === 0 ? subset : { ...subset, ports: byDigest(ports, dumpPort) },
  );
  return byDigest(repacked, dumpSubset);
}

function groupByPort(
  subsets: readonly EndpointSubset[],
  known: Map<string, KnownAddress>,
): readonly PortGroup[] {
  const groups = new Map<string, PortGroup>();
  for (const subset of subsets) {
    const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
    if (addresses.length + notReadyAddresses.length === 0) continue;
    for (const port of ports.length === 0 ? [undefined] : ports) {
      const key = port === undefined ? '' : dumpPort(port);
      let group = groups.get(key);
      if (group === undefined) groups.set(key, (group = { port, addresses: new Map() }));
      for (const each of addresses) note(group, each, true, known);
      for (const each of notReadyAddresses) note(group, each, false, known);
    }
  }
  return [...groups.values()];
}

/** The first entry of an address is kept; not ready wins over ready. */
function note(
  { addresses }: PortGroup,
  address: EndpointAddress,
  isReady: boolean,
  known: Map<string, KnownAddress>,
): void {
  const { ip } = address;
  const uid = address.targetRef?.uid ?? '';
  const key = `${ip} ${uid}`;
  let entry = known.get(key);
  if (entry === undefined) known.set(key, (entry = { address, ip, uid }));
  if (addresses.get(entry) !== false) addresses.set(entry, isReady);
}

/** The addresses as a subset without ports, and a text that is the same for the same addresses. */
function listed(
  sorted: readonly KnownAddress[],
  readiness: Readiness,
): { readonly key: string; readonly subset: EndpointSubset } {
  const addresses: EndpointAddress[] = [];
  const notReadyAddresses: EndpointAddress[] = [];
  let key = '';
  for (let rank = 0; rank < sorted.length; rank++) {
    const entry = sorted[rank]!;
    const isReady = readiness.get(entry);
    if (isReady === undefined) continue;
    (isReady ? addresses : notReadyAddresses).push(entry.address);
    key += isReady ? `+${rank}` : `-${rank}`;
  }
  return {
    key,
    subset: {
      ...(addresses.length > 0 && { addresses }),
      ...(notReadyAddresses.length > 0 && { notReadyAddresses }),
    },
  };
}

function byIpAndUid(a: KnownAddress, b: KnownAddress): number {
  if (a.ip !== b.ip) return a.ip < b.ip ? -1 : 1;
  return a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0;
}

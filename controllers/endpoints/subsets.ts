/** The subsets that a service's pods make. */
import {
  hostnameBehind,
  isPodReady,
  podIpsOf,
  podReference,
  targetPortOf,
  whyUnlisted,
} from '#kinds';
import type {
  EndpointAddress,
  EndpointPort,
  EndpointSubset,
  Pod,
  Service,
  ServicePort,
} from '#types';
import { repack } from './repack.ts';

/** What is listed at one port, or without any. */
interface Listing {
  readonly port: EndpointPort | undefined;
  readonly addresses: EndpointAddress[];
  readonly notReadyAddresses: EndpointAddress[];
}

/** What the endpoints of a service have to list, in canonical form, without regard to capacity. */
export function subsetsOf(service: Service, pods: readonly Pod[]): readonly EndpointSubset[] {
  const listingsFor = listings(service);
  for (const pod of pods) {
    const place = placeOf(pod, service);
    if (typeof place === 'string') continue;
    const address = addressOf(pod, place.ip, service);
    for (const { addresses, notReadyAddresses } of listingsFor.at(pod)) {
      (place.isReady ? addresses : notReadyAddresses).push(address);
    }
  }
  return repack(
    listingsFor.all.map(({ port, addresses, notReadyAddresses }) => ({
      addresses,
      notReadyAddresses,
      ...(port !== undefined && { ports: [port] }),
    })),
  );
}

export interface Place {
  readonly ip: string;
  /** Whether it is listed as ready. */
  readonly isReady: boolean;
}

/** Where a pod is listed, at whatever ports it has; or why it is not, in words. */
export function placeOf(pod: Pod, { spec }: Service): Place | string {
  const { publishNotReadyAddresses = false } = spec;
  const unlisted = whyUnlisted(pod, publishNotReadyAddresses);
  if (unlisted !== undefined) return unlisted;
  const family = spec.ipFamilies?.[0] ?? 'IPv4';
  const ip = podIpsOf(pod, family)[0];
  if (ip === undefined) return `it has no ${family} address`;
  return { ip, isReady: publishNotReadyAddresses || isPodReady(pod) };
}

/** The listings that there are so far, and those in which a pod belongs: one for every port it has. */
function listings(service: Service) {
  const { ports = [], clusterIP } = service.spec;
  const all: Listing[] = [];
  const open = (port: EndpointPort | undefined): Listing => {
    const listing = { port, addresses: [], notReadyAddresses: [] };
    all.push(listing);
    return listing;
  };
  // Without ports there is nothing to connect to but the pod itself, by its name.
  const portless = ports.length === 0 && clusterIP === 'None' ? [open(undefined)] : [];
  const byNumber = ports.map(() => new Map<number, Listing>());
  const at = (pod: Pod): readonly Listing[] => {
    if (ports.length === 0) return portless;
    const found: Listing[] = [];
    for (let index = 0; index < ports.length; index++) {
      const port = ports[index]!;
      const number = targetPortOf(pod, port);
      if (number === undefined) continue;
      let listing = byNumber[index]!.get(number);
      if (listing === undefined) {
        byNumber[index]!.set(number, (listing = open(endpointPort(port, number))));
      }
      found.push(listing);
    }
    return found;
  };
  return { all, at };
}

function addressOf(pod: Pod, ip: string, service: Service): EndpointAddress {
  const { nodeName } = pod.spec;
  const hostname = hostnameBehind(pod, service);
  return {
    ...(hostname !== undefined && { hostname }),
    ip,
    ...(nodeName && { nodeName }),
    targetRef: podReference(pod),
  };
}

function endpointPort({ name, protocol, appProtocol }: ServicePort, port: number): EndpointPort {
  return {
    ...(name && { name }),
    port,
    ...(protocol && { protocol }),
    ...(appProtocol !== undefined && { appProtocol }),
  };
}

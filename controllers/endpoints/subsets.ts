/** The subsets that a service's pods make: one for every pod and port, before they are repacked. */
import {
  hostnameBehind,
  isPodListed,
  isPodReady,
  podIpsOf,
  podReference,
  targetPortOf,
  type EndpointAddress,
  type EndpointPort,
  type EndpointSubset,
  type Pod,
  type Service,
  type ServicePort,
} from '#kinds';
import { repack } from './repack.ts';

/** What the endpoints of a service have to list, in canonical form, without regard to capacity. */
export function subsetsOf(service: Service, pods: readonly Pod[]): readonly EndpointSubset[] {
  const collected: EndpointSubset[] = [];
  const { ports = [], publishNotReadyAddresses = false } = service.spec;
  const family = service.spec.ipFamilies?.[0] ?? 'IPv4';
  for (const pod of pods) {
    if (!isPodListed(pod, publishNotReadyAddresses)) continue;
    const ip = podIpsOf(pod, family)[0];
    if (ip === undefined) continue;
    const addresses = [addressOf(pod, ip, service)];
    const isReady = publishNotReadyAddresses || isPodReady(pod);
    const subset = isReady ? { addresses } : { notReadyAddresses: addresses };
    // Without ports there is nothing to connect to but the pod itself, by its name.
    if (ports.length === 0 && service.spec.clusterIP === 'None') collected.push(subset);
    for (const port of ports) {
      const number = targetPortOf(pod, port);
      if (number !== undefined) collected.push({ ...subset, ports: [endpointPort(port, number)] });
    }
  }
  return repack(collected);
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

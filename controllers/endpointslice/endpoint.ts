/** The endpoint of one pod in slices: pure. */
import {
  hintsAnnotation,
  hostnameBehind,
  isPodReady,
  modeAnnotation,
  podIpsOf,
  podReference,
  targetPortOf,
} from '#kinds';
import type { discoveryV1, Node, Pod, Service } from '#types';
import { byDigest } from '#runtime';

type Endpoint = discoveryV1.Endpoint;
type Port = discoveryV1.EndpointPort;

const zoneLabel = 'topology.kubernetes.io/zone';

/** Undefined for a pod without an address of the family. `node` is the pod's. */
export function endpointOf(
  pod: Pod,
  node: Node | undefined,
  service: Service,
  family: string,
): Endpoint | undefined {
  const addresses = podIpsOf(pod, family);
  if (addresses.length === 0) return undefined;
  const serving = isPodReady(pod);
  const terminating = pod.metadata.deletionTimestamp != null;
  const ready = service.spec.publishNotReadyAddresses === true || (serving && !terminating);
  const hostname = hostnameBehind(pod, service);
  const zone = node?.metadata.labels?.[zoneLabel];
  return {
    addresses,
    conditions: { ready, serving, terminating },
    ...(hostname !== undefined && { hostname }),
    ...(pod.spec.nodeName && { nodeName: pod.spec.nodeName }),
    ...(zone && { zone }),
    ...(ready && hintsFor(service, zone, pod.spec.nodeName)),
    targetRef: podReference(pod),
  };
}

/** Returns for whom the endpoint is meant, where traffic is to stay close to where it comes from. */
function hintsFor(
  { metadata, spec }: Service,
  zone: string | undefined,
  nodeName: string | undefined,
): Pick<Endpoint, 'hints'> {
  if (!closeTraffic.includes(spec.trafficDistribution ?? '')) return {};
  // The older way to ask for hints goes first.
  const mode = metadata.annotations?.[modeAnnotation] ?? metadata.annotations?.[hintsAnnotation];
  if (mode === 'Auto' || mode === 'auto') return {};
  const isForNodes = spec.trafficDistribution === 'PreferSameNode' && Boolean(nodeName);
  if (!zone && !isForNodes) return {};
  const hints = {
    ...(zone && { forZones: [{ name: zone }] }),
    ...(isForNodes && { forNodes: [{ name: nodeName! }] }),
  };
  return { hints };
}

const closeTraffic = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

/** Where the ports of the service lead at a pod; undefined for those that lead nowhere there. */
export function targetsAt(pod: Pod, { spec }: Service): readonly (number | undefined)[] {
  return (spec.ports ?? []).map((port) => targetPortOf(pod, port));
}

/**
 * The ports of the service with their targets, without those that lead nowhere; in the order that
 * v1.24 writes them in.
 */
export function portsTo(
  targets: readonly (number | undefined)[],
  { spec }: Service,
): readonly Port[] {
  const ports: Port[] = [];
  for (const [index, port] of targets.entries()) {
    if (port === undefined) continue;
    const { name = '', protocol, appProtocol } = spec.ports![index]!;
    ports.push({
      name,
      port,
      ...(protocol && { protocol }),
      ...(appProtocol !== undefined && { appProtocol }),
    });
  }
  return byDigest(ports, dumpPort);
}

function dumpPort({ name = '', protocol = '', port = 0, appProtocol }: Port): string {
  return (
    `(v1.EndpointPort){Name:(*string)${name} Protocol:(*v1.Protocol)${protocol} ` +
    `Port:(*int32)${port} AppProtocol:(*string)${appProtocol ?? '<nil>'}}`
  );
}

/** The same for the same ports, in whatever order they are. */
export function portsKey(ports: readonly Port[] | null | undefined): string {
  return (ports ?? [])
    .map(({ name, protocol, port, appProtocol }) => `${name} ${protocol} ${port} ${appProtocol}`)
    .sort()
    .join(',');
}

/** Which endpoint it is, whatever state it is in. */
export function endpointKey({ addresses, targetRef }: Endpoint): string {
  const { namespace, name, uid } = targetRef ?? {};
  return `${addresses.join(' ')} ${namespace}/${name} ${uid}`;
}

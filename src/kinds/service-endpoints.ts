/** Which pods stand behind a service, and at which addresses and ports: rules for all who list them. */
import { isIpv6 } from './meta/ip-address.ts';
import { isPodTerminal } from './pod-status.ts';
import { noClusterIp } from './service-needs.ts';
import type { EndpointAddress, Pod, Service, ServicePort } from './types/index.ts';

/** On endpoints and slices of services that have no address of the cluster. */
export const headlessLabel = 'service.kubernetes.io/headless';

/** The service that a slice belongs to. */
export const sliceServiceLabel = 'kubernetes.io/service-name';
/** Who looks after a slice: nobody else's are touched. */
export const sliceManagerLabel = 'endpointslice.kubernetes.io/managed-by';

/** On endpoints that lock something for a leader, as older clients do: they list nothing. */
export const leaderAnnotation = 'control-plane.alpha.kubernetes.io/leader';

/** Since when what is listed has been as it is: the annotation on endpoints and slices. */
export const lastChangeAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time';

/** Whether it selects pods by labels; if not, its endpoints are written by somebody else. */
export function hasSelector({ spec: { selector } }: Service): boolean {
  for (const _ in selector) return true;
  return false;
}

/** Whether it has an address of the cluster: neither `None` nor none at all. */
export function hasClusterIp({ spec: { clusterIP } }: Service): boolean {
  return !!clusterIP && clusterIP !== noClusterIp;
}

/** Whether a pod is to be listed: it has an address, has not finished, and is not going away. */
export function isPodListed(pod: Pod, isTerminatingListed: boolean): boolean {
  return whyUnlisted(pod, isTerminatingListed) === undefined;
}

/** Why a pod is not to be listed, in words; undefined when it is. */
export function whyUnlisted(pod: Pod, isTerminatingListed: boolean): string | undefined {
  if (isPodTerminal(pod)) return 'it has finished';
  const { podIP, podIPs = [] } = pod.status;
  if (!podIP && podIPs.length === 0) return 'it has no address yet';
  const isListed = isTerminatingListed || pod.metadata.deletionTimestamp == null;
  return isListed ? undefined : 'it is being deleted';
}

/** The pod's addresses of a family, `IPv4` or `IPv6`. */
export function podIpsOf(pod: Pod, family: string): readonly string[] {
  const ips: string[] = [];
  for (const { ip = '' } of pod.status.podIPs ?? []) {
    if ((ip.includes(':') && isIpv6(ip)) === (family === 'IPv6')) ips.push(ip);
  }
  return ips;
}

/** The name that a pod has below the service's own; undefined for most. */
export function hostnameBehind({ metadata, spec }: Pod, service: Service): string | undefined {
  const isNamed =
    !!spec.hostname &&
    spec.subdomain === service.metadata.name &&
    metadata.namespace === service.metadata.namespace;
  return isNamed ? spec.hostname : undefined;
}

/**
 * The port of the pod that a port of the service leads to. A name is looked for in the app
 * containers, together with the protocol; undefined when none has it.
 */
export function targetPortOf(pod: Pod, { targetPort, protocol }: ServicePort): number | undefined {
  if (typeof targetPort !== 'string') return targetPort ?? 0;
  for (const { ports = [] } of pod.spec.containers) {
    for (const port of ports) {
      if (port.name === targetPort && port.protocol === protocol) return port.containerPort;
    }
  }
  return undefined;
}

/** The reference by which a listed address names its pod. */
export function podReference({ metadata }: Pod): NonNullable<EndpointAddress['targetRef']> {
  const { namespace, name, uid } = metadata;
  return { kind: 'Pod', namespace, name, uid };
}

/** Which pods are behind a service, at which addresses and ports: rules for all that list them. */
import { isIpv6 } from '#values';
import { isPodTerminal } from '../pod/pod-status.ts';
import { noClusterIp } from './service-needs.ts';
import type { EndpointAddress, Pod, Service, ServicePort } from '#types';

/** On endpoints and slices of services without a cluster IP. */
export const headlessLabel = 'service.kubernetes.io/headless';

/** The service that a slice belongs to. */
export const sliceServiceLabel = 'kubernetes.io/service-name';
/** The controller that manages a slice: other controllers leave the slice alone. */
export const sliceManagerLabel = 'endpointslice.kubernetes.io/managed-by';

/** On endpoints that older clients use as a leader's lock: they list no addresses. */
export const leaderAnnotation = 'control-plane.alpha.kubernetes.io/leader';

/** Since when the listed addresses have been the same: the annotation on endpoints and slices. */
export const lastChangeAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time';

/** Whether it selects pods by labels; if not, its endpoints have another writer. */
export function hasSelector({ spec: { selector } }: Service): boolean {
  for (const _ in selector) return true;
  return false;
}

/** Whether it has a cluster IP: not `None`, and not absent. */
export function hasClusterIp({ spec: { clusterIP } }: Service): boolean {
  return !!clusterIP && clusterIP !== noClusterIp;
}

/** Whether a pod is listed: it has an address, has not finished, and is not being deleted. */
export function isPodListed(pod: Pod, isTerminatingListed: boolean): boolean {
  return whyUnlisted(pod, isTerminatingListed) === undefined;
}

/** Why a pod is not listed, as text; undefined when it is. */
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

/** A pod's name under the service's own name; undefined for most pods. */
export function hostnameBehind({ metadata, spec }: Pod, service: Service): string | undefined {
  const isNamed =
    !!spec.hostname &&
    spec.subdomain === service.metadata.name &&
    metadata.namespace === service.metadata.namespace;
  return isNamed ? spec.hostname : undefined;
}

/**
 * The pod's port that a service port leads to. A named port is looked up in the app containers,
 * together with the protocol; undefined when no container has it.
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

/** The reference from a listed address to its pod. */
export function podReference({ metadata }: Pod): NonNullable<EndpointAddress['targetRef']> {
  const { namespace, name, uid } = metadata;
  return { kind: 'Pod', namespace, name, uid };
}

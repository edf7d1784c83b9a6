/** What a service needs of the cluster, by its spec. */
import type { ServiceSpec } from './types/index.ts';

/** In the place of an address: the service has none, its pods are found by name. */
export const noClusterIp = 'None';

export function isHeadless({ clusterIPs }: ServiceSpec): boolean {
  return clusterIPs?.length === 1 && clusterIPs[0] === noClusterIp;
}

/** Even `None` is a value of it. */
export function needsClusterIp({ type }: ServiceSpec): boolean {
  return type !== 'ExternalName';
}

/** Has ports on the nodes; those of load balancers may be given up. */
export function needsNodePorts({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean {
  if (type === 'NodePort') return true;
  return type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false;
}

/** Can be reached from outside, and so says how traffic from there is led. */
export function isExternal({ type }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** A load balancer must find out which nodes have pods, on a port of their own. */
export function needsHealthCheck({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

/** What a service needs from the cluster, according to its spec. */
import type { ServiceSpec } from '#types';
import type { Profile } from '../../profile/profile.ts';

/** Instead of an address: the service has none, and its pods are found by name. */
export const noClusterIp = 'None';

export function isHeadless({ clusterIPs }: ServiceSpec): boolean {
  return clusterIPs?.length === 1 && clusterIPs[0] === noClusterIp;
}

/** `None` also counts as a value of it. */
export function needsClusterIp({ type }: ServiceSpec): boolean {
  return type !== 'ExternalName';
}

/** Has ports on the nodes; load balancers may opt out of them. */
export function needsNodePorts({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean {
  if (type === 'NodePort') return true;
  return type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false;
}

/** Can be reached from outside, and so has a policy for external traffic. */
export function isExternal({ type }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** The same, where addresses of others may lead to it, too. */
export function isReachable(spec: ServiceSpec, profile: Profile): boolean {
  if (isExternal(spec)) return true;
  const { type, externalIPs = [] } = spec;
  const counts = profile.enabled('ExternalIPsHaveTrafficPolicy');
  return counts && type === 'ClusterIP' && externalIPs.length > 0;
}

/** A load balancer must find out which nodes have pods, through a port of their own. */
export function needsHealthCheck({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

/** Load balancers, as services and ingresses report them. */
import type { LoadBalancerStatus } from './types/index.ts';

/** The addresses, or else the host names, under which a load balancer is reached: sorted. */
export function balancerAddresses(status: LoadBalancerStatus | undefined): readonly string[] {
  const addresses = (status?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
  return [...new Set(addresses)].filter((address) => address !== '').sort();
}

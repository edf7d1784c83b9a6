/** What services and ingresses have in common: load balancers in front of them. */
import type { LoadBalancerStatus } from '#types';

/** The addresses, or else the host names, under which a load balancer is reached: sorted. */
export function balancerAddresses(status: LoadBalancerStatus | undefined): readonly string[] {
  const addresses = (status?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
  return [...new Set(addresses)].filter((address) => address !== '').sort();
}

/** The annotation for the class of an ingress, from before the field. */
export const ingressClassAnnotation = 'kubernetes.io/ingress.class';

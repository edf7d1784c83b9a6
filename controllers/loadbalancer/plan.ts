/** Who gets which address: pure functions. */
import { ingressClassAnnotation } from '#kinds';
import type { Ingress, LoadBalancerStatus, Service } from '#types';

/** Whether a load balancer of this controller belongs in front of the service. */
export function isBalanced({ metadata, spec }: Service): boolean {
  if (metadata.deletionTimestamp != null) return false;
  return spec.type === 'LoadBalancer' && spec.loadBalancerClass == null;
}

/** The holder of a service's address: the service. */
export function holderOfService({ metadata }: Service): string {
  return `Service ${metadata.namespace!}/${metadata.name}`;
}

/** All ingresses of a class share an address, as one controller serves them. */
export function holderOfIngress({ metadata, spec }: Ingress): string {
  const name = spec.ingressClassName ?? metadata.annotations?.[ingressClassAnnotation];
  return name === undefined ? 'ingresses without a class' : `IngressClass ${name}`;
}

/** The first address in the status; undefined for none. */
export function addressIn(status: LoadBalancerStatus | undefined): string | undefined {
  return status?.ingress?.[0]?.ip;
}

/** The status with this address; the same object when it has one. */
export function balanced(
  status: LoadBalancerStatus | undefined,
  address: string,
): LoadBalancerStatus {
  const { ingress = [] } = status ?? {};
  return ingress.length > 0 ? status! : { ingress: [{ ip: address }] };
}

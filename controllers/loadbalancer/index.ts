/**
 * Stands in for the load balancers in front of a cluster: gives every service of type LoadBalancer
 * an address, and every ingress that of its class.
 */
import { bucketOf, ingress as ingressKind, service as serviceKind } from '#kinds';
import { isNotFound, keyOf, type Cause } from '#values';
import type { Ingress, Service } from '#types';
import type { ControllerDefinition } from '#runtime';
import { Addresses } from './addresses.ts';
import { addressIn, balanced, holderOfIngress, holderOfService, isBalanced } from './plan.ts';

export const loadBalancer: ControllerDefinition = {
  name: 'loadbalancer',
  actor: 'load-balancer-controller',
  account: false,
  isPretend: true,
  keys: bucketOf(serviceKind),
  start(context) {
    const addresses = new Addresses();
    const services = context.informer(serviceKind);
    const ingresses = context.informer(ingressKind);
    const serviceQueue = context.queue({
      name: 'balanced services',
      workers: 1,
      async reconcile(key, { client, events }) {
        const service = services.lister.getByKey(key);
        if (service === undefined || !isBalanced(service)) return;
        const requested = service.spec.loadBalancerIP || undefined;
        const address = requested ?? addresses.give(holderOfService(service));
        if (address === undefined) return;
        const loadBalancer = balanced(service.status?.loadBalancer, address);
        if (loadBalancer === service.status?.loadBalancer) return;
        events.event(service, 'Normal', 'EnsuringLoadBalancer', 'Ensuring load balancer');
        const next = { ...service, status: { ...service.status, loadBalancer } };
        await ignoreNotFound(client.update(serviceKind, next, { subresource: 'status' }));
        events.event(service, 'Normal', 'EnsuredLoadBalancer', 'Ensured load balancer');
      },
    });
    const ingressQueue = context.queue({
      name: 'ingresses',
      workers: 1,
      async reconcile(key, { client }) {
        const ingress = ingresses.lister.getByKey(key);
        if (ingress === undefined || ingress.metadata.deletionTimestamp != null) return;
        const address = addresses.give(holderOfIngress(ingress));
        if (address === undefined) return;
        const loadBalancer = balanced(ingress.status.loadBalancer, address);
        if (loadBalancer === ingress.status.loadBalancer) return;
        const next = { ...ingress, status: { ...ingress.status, loadBalancer } };
        await ignoreNotFound(client.update(ingressKind, next, { subresource: 'status' }));
      },
    });
    const lookAtService = (service: Service, cause: Cause): void => {
      if (!isBalanced(service)) {
        addresses.free(holderOfService(service));
        return;
      }
      const address = addressIn(service.status?.loadBalancer);
      if (address === undefined) serviceQueue.add(keyOf(service), cause);
      else addresses.note(holderOfService(service), address);
    };
    services.addHandlers({
      added: lookAtService,
      updated: (service, _, cause) => lookAtService(service, cause),
      deleted: (service) => addresses.free(holderOfService(service)),
    });
    const lookAtIngress = (ingress: Ingress, cause: Cause): void => {
      const address = addressIn(ingress.status.loadBalancer);
      if (address === undefined) ingressQueue.add(keyOf(ingress), cause);
      else addresses.note(holderOfIngress(ingress), address);
    };
    ingresses.addHandlers({
      added: lookAtIngress,
      updated: (ingress, _, cause) => lookAtIngress(ingress, cause),
    });
  },
};

async function ignoreNotFound(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

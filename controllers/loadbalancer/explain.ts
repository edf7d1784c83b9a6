/** Explains the addresses of services and ingresses. */
import { ingress, service } from '#kinds';
import type { Ingress, LoadBalancerStatus, Service } from '#types';
import { explainer, type Account } from '#runtime';
import { addressIn, balanced, holderOfIngress, holderOfService } from './plan.ts';

function addressAccount(
  before: LoadBalancerStatus | undefined,
  after: LoadBalancerStatus | undefined,
  holder: string,
  rule: string,
): Account {
  const address = addressIn(after) ?? '';
  const because = 'the address that this controller keeps for it';
  return {
    value: balanced(before, address),
    rule,
    terms: [{ subject: holder, amount: address, counts: true, because }],
  };
}

export const explains = [
  explainer<Service>(service, {
    'status.loadBalancer': ({ object, written }) =>
      addressAccount(
        object.status?.loadBalancer,
        written.status?.loadBalancer,
        holderOfService(object),
        'has the address that the service asks for, or else the first that is free',
      ),
  }),
  explainer<Ingress>(ingress, {
    'status.loadBalancer': ({ object, written }) =>
      addressAccount(
        object.status.loadBalancer,
        written.status.loadBalancer,
        holderOfIngress(object),
        'has the address of all ingresses of its class',
      ),
  }),
];

/** What a Service uses of quotas. */
import { quantityOf } from '#values';
import type { Service } from '#types';
import { one, zero } from './amounts.ts';
import type { QuotaEvaluator } from './evaluator.ts';

const names: readonly string[] = [
  ...['services', 'count/services', 'services.nodeports', 'services.loadbalancers'],
];

export const serviceEvaluator: QuotaEvaluator = {
  resource: { group: '', plural: 'services' },
  updates: [''],
  tracks: (name) => names.includes(name),
  isInScope: () => false,

  usage(object) {
    const service = object as Service;
    return new Map([
      ['services', one],
      ['count/services', one],
      ['services.nodeports', quantityOf(nodePorts(service))],
      ['services.loadbalancers', service.spec?.type === 'LoadBalancer' ? one : zero],
    ]);
  },
};

/** Load balancers reach their pods through node ports, unless the service disables them. */
function nodePorts({ spec }: Service): number {
  const ports = spec?.ports ?? [];
  if (spec?.type === 'NodePort') return ports.length;
  if (spec?.type !== 'LoadBalancer') return 0;
  if (spec.allocateLoadBalancerNodePorts !== false) return ports.length;
  return ports.filter(({ nodePort }) => !!nodePort).length;
}

/** Checks of what services say about load balancers. */
import {
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  type FieldError,
} from '../meta/field-errors.ts';
import { isCidr, parseIp } from '../meta/ip-address.ts';
import { checkDns1123Subdomain, checkQualifiedName } from '../meta/names.ts';
import type { LoadBalancerStatus, ObjectMeta, ServiceSpec } from '../types/index.ts';

const rangesAnnotation = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";

/** The ranges that may come in, and whether there are ports on the nodes. */
export function* validateBalancing(
  spec: ServiceSpec,
  annotations: ObjectMeta['annotations'],
): Iterable<FieldError> {
  const { loadBalancerSourceRanges: ranges = [], allocateLoadBalancerNodePorts } = spec;
  const isBalanced = spec.type === 'LoadBalancer';
  const annotated = annotations?.[rangesAnnotation];
  if (ranges.length > 0) {
    const field = 'spec.LoadBalancerSourceRanges';
    yield* validateRanges(ranges, `[${ranges.join(' ')}]`, field, isBalanced);
  } else if (annotated !== undefined) {
    const listed = annotated.trim() === '' ? [] : annotated.trim().split(',');
    const field = `metadata.annotations[${rangesAnnotation}]`;
    yield* validateRanges(listed, annotated, field, isBalanced);
  }
  if (allocateLoadBalancerNodePorts != null && !isBalanced) {
    yield forbidden('spec.allocateLoadBalancerNodePorts', onlyBalanced);
  }
  if (allocateLoadBalancerNodePorts == null && isBalanced) {
    yield required('allocateLoadBalancerNodePorts');
  }
}

function* validateRanges(
  ranges: readonly string[],
  shown: string,
  field: string,
  isBalanced: boolean,
): Iterable<FieldError> {
  if (!isBalanced) yield forbidden(field, onlyBalanced);
  if (ranges.every((range) => isCidr(range.trim()))) return;
  const why = 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ';
  yield invalid(field, show(shown), why);
}

/** @param old the stored spec, for an update: the class of a load balancer stays */
export function* validateLoadBalancerClass(
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
): Iterable<FieldError> {
  const field = 'spec.loadBalancerClass';
  const { type, loadBalancerClass } = spec;
  if (type === 'LoadBalancer' && old?.type === 'LoadBalancer') {
    if (loadBalancerClass !== old.loadBalancerClass) {
      const shown = loadBalancerClass == null ? 'null' : show(loadBalancerClass);
      yield invalid(field, shown, 'may not change once set');
    }
  }
  if (loadBalancerClass == null) return;
  if (type !== 'LoadBalancer') yield forbidden(field, onlyBalanced);
  else {
    yield* invalidFor(field, show(loadBalancerClass), checkQualifiedName(loadBalancerClass));
  }
}

export function* validateLoadBalancerStatus(
  status: LoadBalancerStatus | undefined,
): Iterable<FieldError> {
  for (const [index, { ip, hostname }] of (status?.ingress ?? []).entries()) {
    const field = `status.loadBalancer.ingress[${index}]`;
    if (ip && parseIp(ip) === undefined) {
      yield invalid(`${field}.ip`, show(ip), 'must be a valid IP address');
    }
    if (!hostname) continue;
    yield* invalidFor(`${field}.hostname`, show(hostname), checkDns1123Subdomain(hostname));
    if (parseIp(hostname) !== undefined) {
      const why = 'must be a DNS name, not an IP address';
      yield invalid(`${field}.hostname`, show(hostname), why);
    }
  }
}

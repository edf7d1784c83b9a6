/** Checks of the load balancer fields of services. */
import {
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
  isCidr,
  parseIp,
  checkDns1123Subdomain,
  checkQualifiedName,
} from '#values';
import type { LoadBalancerStatus, ObjectMeta, ServiceSpec } from '#types';

const rangesAnnotation = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";

/** The source ranges, and whether there are node ports. */
export function validateBalancing(
  errors: FieldErrors,
  spec: ServiceSpec,
  annotations: ObjectMeta['annotations'],
): void {
  const { loadBalancerSourceRanges: ranges = [], allocateLoadBalancerNodePorts } = spec;
  const isBalanced = spec.type === 'LoadBalancer';
  const annotated = annotations?.[rangesAnnotation];
  if (ranges.length > 0) {
    const field = 'spec.LoadBalancerSourceRanges';
    validateRanges(errors, ranges, `[${ranges.join(' ')}]`, field, isBalanced);
  } else if (annotated !== undefined) {
    const listed = annotated.trim() === '' ? [] : annotated.trim().split(',');
    const field = `metadata.annotations[${rangesAnnotation}]`;
    validateRanges(errors, listed, annotated, field, isBalanced);
  }
  if (allocateLoadBalancerNodePorts != null && !isBalanced) {
    errors.push(forbidden('spec.allocateLoadBalancerNodePorts', onlyBalanced));
  }
  if (allocateLoadBalancerNodePorts == null && isBalanced) {
    errors.push(required('allocateLoadBalancerNodePorts'));
  }
}

function validateRanges(
  errors: FieldErrors,
  ranges: readonly string[],
  shown: string,
  field: string,
  isBalanced: boolean,
): void {
  if (!isBalanced) errors.push(forbidden(field, onlyBalanced));
  if (ranges.every((range) => isCidr(range.trim()))) return;
  const why = 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ';
  errors.push(invalid(field, show(shown), why));
}

/** @param old the stored spec, for an update: the class of a load balancer must not change */
export function validateLoadBalancerClass(
  errors: FieldErrors,
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
): void {
  const field = 'spec.loadBalancerClass';
  const { type, loadBalancerClass } = spec;
  if (type === 'LoadBalancer' && old?.type === 'LoadBalancer') {
    if (loadBalancerClass !== old.loadBalancerClass) {
      const shown = loadBalancerClass == null ? 'null' : show(loadBalancerClass);
      errors.push(invalid(field, shown, 'may not change once set'));
    }
  }
  if (loadBalancerClass == null) return;
  if (type !== 'LoadBalancer') errors.push(forbidden(field, onlyBalanced));
  else {
    invalidFor(
      errors,
      field,
      loadBalancerClass,
      checkQualifiedName(loadBalancerClass, errors.release),
    );
  }
}

export function validateLoadBalancerStatus(
  errors: FieldErrors,
  status: LoadBalancerStatus | undefined,
): void {
  for (const [index, { ip, hostname }] of (status?.ingress ?? []).entries()) {
    const field = `status.loadBalancer.ingress[${index}]`;
    if (ip && parseIp(ip) === undefined) {
      errors.push(invalid(`${field}.ip`, show(ip), 'must be a valid IP address'));
    }
    if (!hostname) continue;
    invalidFor(errors, `${field}.hostname`, hostname, checkDns1123Subdomain(hostname));
    if (parseIp(hostname) !== undefined) {
      const why = 'must be a DNS name, not an IP address';
      errors.push(invalid(`${field}.hostname`, show(hostname), why));
    }
  }
}

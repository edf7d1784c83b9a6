/** Checks of the load balancer fields of services. */
import {
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
  isCidr,
  isSince,
  parseIp,
  checkDns1123Subdomain,
  checkQualifiedName,
} from '#values';
import { validateCidr, validateIp } from '../../object/validate-addresses.ts';
import { validateOneOf } from '../../object/validate-values.ts';
import type { Profile } from '../../profile/profile.ts';
import type { LoadBalancerIngress, LoadBalancerStatus, Service, ServiceSpec } from '#types';

const rangesAnnotation = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const ipModes = ['Proxy', 'VIP'];
const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";

type Balanced = Pick<Service, 'metadata' | 'spec'>;

/**
 * The source ranges, and whether there are node ports.
 *
 * @param old what it replaces: ranges that it has may stay
 */
export function validateBalancing(
  errors: FieldErrors,
  { metadata, spec }: Balanced,
  old: Balanced | undefined,
): void {
  const { loadBalancerSourceRanges: ranges = [], allocateLoadBalancerNodePorts } = spec;
  const isBalanced = spec.type === 'LoadBalancer';
  const annotated = metadata.annotations?.[rangesAnnotation];
  const areApart = isSince(errors, 'AddressesByExample');
  const listed = 'spec.LoadBalancerSourceRanges';
  const annotation = `metadata.annotations[${rangesAnnotation}]`;
  if (ranges.length > 0) {
    if (!isBalanced) errors.push(forbidden(listed, onlyBalanced));
    if (areApart) validateEach(errors, ranges, listed, old?.spec.loadBalancerSourceRanges);
    else validateRanges(errors, ranges, `[${ranges.join(' ')}]`, listed);
  } else if (annotated !== undefined) {
    if (!isBalanced) errors.push(forbidden(annotation, onlyBalanced));
    const parts = annotated.trim() === '' ? [] : annotated.trim().split(',');
    if (!areApart) validateRanges(errors, parts, annotated, annotation);
    else if (annotated !== old?.metadata.annotations?.[rangesAnnotation]) {
      for (const range of parts) validateCidr(errors, range.trim(), annotation);
    }
  }
  if (allocateLoadBalancerNodePorts != null && !isBalanced) {
    errors.push(forbidden('spec.allocateLoadBalancerNodePorts', onlyBalanced));
  }
}

/** Each by itself. Blanks around them are allowed. */
function validateEach(
  errors: FieldErrors,
  ranges: readonly string[],
  field: string,
  old: readonly string[] = [],
): void {
  const stored = old.map((range) => range.trim());
  for (const [index, range] of ranges.entries()) {
    validateCidr(errors, range.trim(), `${field}[${index}]`, stored);
  }
}

function validateRanges(
  errors: FieldErrors,
  ranges: readonly string[],
  shown: string,
  field: string,
): void {
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

/** The status of a service: only load balancers have addresses there, where the release says so. */
export function validateServiceStatus(
  errors: FieldErrors,
  { spec, status }: Service,
  old: Service,
  profile: Profile,
): void {
  const { ingress = [] } = status?.loadBalancer ?? {};
  const isBound = profile.enabled('StatusOfBalancersOnly');
  if (isBound && spec.type !== 'LoadBalancer' && ingress.length > 0) {
    const why = "may only be used when `spec.type` is 'LoadBalancer'";
    errors.push(forbidden('status.loadBalancer.ingress', why));
    return;
  }
  validateLoadBalancerStatus(
    errors,
    status?.loadBalancer,
    old.status?.loadBalancer,
    (entry, at) => {
      if (isBound) validateMode(errors, entry, `${at}.ipMode`, profile);
    },
  );
}

function validateMode(
  errors: FieldErrors,
  { ip, ipMode }: LoadBalancerIngress,
  field: string,
  profile: Profile,
): void {
  if (ipMode == null) {
    const isNeeded = profile.enabled('LoadBalancerIPMode') && ip;
    if (isNeeded) errors.push(required(field, 'must be specified when `ip` is set'));
  } else if (!ip) {
    errors.push(forbidden(field, 'may not be specified when `ip` is not set'));
  } else {
    validateOneOf(errors, ipMode, ipModes, field);
  }
}

/**
 * @param old the stored status: addresses that it has may stay
 * @param alsoOf further checks of an entry, by its place
 */
export function validateLoadBalancerStatus(
  errors: FieldErrors,
  status: LoadBalancerStatus | undefined,
  old: LoadBalancerStatus | undefined,
  alsoOf?: (entry: LoadBalancerIngress, field: string) => void,
): void {
  const stored = (old?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
  for (const [index, entry] of (status?.ingress ?? []).entries()) {
    const { ip, hostname } = entry;
    const field = `status.loadBalancer.ingress[${index}]`;
    if (ip) validateBalancerIp(errors, ip, `${field}.ip`, stored);
    alsoOf?.(entry, field);
    if (!hostname) continue;
    invalidFor(errors, `${field}.hostname`, hostname, checkDns1123Subdomain(hostname));
    if (parseIp(hostname) !== undefined) {
      const why = 'must be a DNS name, not an IP address';
      errors.push(invalid(`${field}.hostname`, show(hostname), why));
    }
  }
}

function validateBalancerIp(
  errors: FieldErrors,
  ip: string,
  field: string,
  stored: readonly string[],
): void {
  if (isSince(errors, 'AddressesByExample')) validateIp(errors, ip, field, stored);
  else if (parseIp(ip) === undefined) {
    errors.push(invalid(field, show(ip), 'must be a valid IP address'));
  }
}

/** Checks of services. */
import {
  checkEach,
  duplicate,
  findErrors,
  forbidden,
  invalid,
  invalidFor,
  isSince,
  required,
  show,
  type FieldErrors,
  showIntOrString,
  showPointer,
  showStruct,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkQualifiedName,
  type Shown,
} from '#values';
import { validateLabels } from '../../object/validate-labels.ts';
import { immutable } from '../../object/validate-metadata.ts';
import { validateOneOf, validatePort } from '../../object/validate-values.ts';
import type { StrategyContext } from '../../object/part.ts';
import type { Profile } from '../../profile/profile.ts';
import { isHeadless, isReachable, needsHealthCheck } from './service-needs.ts';
import type { Service, ServicePort, ServiceSpec } from '#types';
import { validateIp, validateOrdinaryIp } from '../../object/validate-addresses.ts';
import { validatePortOrName } from '../pod/validation/port-names.ts';
import { validateClusterIps } from './validate-service-addresses.ts';
import { validateBalancing, validateLoadBalancerClass } from './validate-service-load-balancer.ts';

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const affinities = ['ClientIP', 'None'];
const protocols = ['SCTP', 'TCP', 'UDP'];
const policies = ['Cluster', 'Local'];
const kubeletPort = 10250;
const longestAffinitySeconds = 86400;

/** The annotation for how near the endpoints of traffic are, and what it was called before. */
export const modeAnnotation = 'service.kubernetes.io/topology-mode';
export const hintsAnnotation = 'service.kubernetes.io/topology-aware-hints';

/**
 * For a service with its defaults, whose addresses and ports are allocated.
 *
 * @param old what it replaces: addresses that it has may stay
 */
export function validateService(
  errors: FieldErrors,
  { metadata, spec }: Service,
  { profile }: Pick<StrategyContext, 'profile'>,
  old?: Service,
): void {
  const { ports = [], type } = spec;
  if (profile.enabled('ContentWarnings')) validateMode(errors, metadata.annotations);
  if (ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName') {
    errors.push(required('spec.ports'));
  }
  validateByType(errors, spec);
  validatePorts(errors, ports);
  validateLabels(errors, spec.selector, 'spec.selector');
  validateAffinity(errors, spec);
  validateClusterIps(errors, spec, old?.spec.clusterIPs);
  checkEach(errors, spec.externalIPs, (ip, index) => {
    validateExternalIp(errors, ip, `spec.externalIPs[${index}]`, old?.spec.externalIPs);
  });
  validateOneOf(errors, type!, types, 'spec.type');
  validateNodePorts(errors, spec);
  validateDistinctPorts(errors, ports);
  validateBalancing(errors, { metadata, spec }, old);
  validateLoadBalancerClass(errors, spec, undefined);
  validateTraffic(errors, spec, profile);
  if (spec.trafficDistribution != null) {
    validateDistribution(errors, spec.trafficDistribution, profile);
  }
}

/** Both names of the annotation say the same. */
function validateMode(errors: FieldErrors, annotations: Service['metadata']['annotations']): void {
  const mode = annotations?.[modeAnnotation];
  const hints = annotations?.[hintsAnnotation];
  if (mode === undefined || hints === undefined || mode === hints) return;
  const why = `must match annotations[${hintsAnnotation}] when both are specified`;
  errors.push(invalid(`metadata.annotations[${modeAnnotation}]`, show(mode), why));
}

function validateDistribution(errors: FieldErrors, value: string, profile: Profile): void {
  const supported = profile.enabled('PreferSameTrafficDistribution')
    ? ['PreferClose', 'PreferSameZone', 'PreferSameNode']
    : ['PreferClose'];
  validateOneOf(errors, value, supported, 'spec.trafficDistribution');
}

function validateByType(errors: FieldErrors, spec: ServiceSpec): void {
  switch (spec.type as string) {
    case 'LoadBalancer':
      if (!isSince(errors, 'KubeletPortsAccepted')) refuseKubeletPorts(errors, spec);
      validateNotHeadless(errors, spec);
      return;
    case 'NodePort':
      validateNotHeadless(errors, spec);
      return;
    case 'ExternalName':
      validateExternalName(errors, spec);
  }
}

function refuseKubeletPorts(errors: FieldErrors, spec: ServiceSpec): void {
  checkEach(errors, spec.ports, ({ port }, index) => {
    if (port !== kubeletPort) return;
    const why = `may not expose port ${port} externally since it is used by kubelet`;
    errors.push(invalid(`spec.ports[${index}]`, show(port), why));
  });
}

function validateNotHeadless(errors: FieldErrors, spec: ServiceSpec): void {
  if (!isHeadless(spec)) return;
  const why = `may not be set to 'None' for ${spec.type} services`;
  errors.push(invalid('spec.clusterIPs[0]', show('None'), why));
}

/** Only a DNS name: no address, no families. */
function validateExternalName(errors: FieldErrors, spec: ServiceSpec): void {
  const why = 'may not be set for ExternalName services';
  const { clusterIPs = [], ipFamilies = [], ipFamilyPolicy, externalName = '' } = spec;
  if (clusterIPs.length > 0) errors.push(forbidden('spec.clusterIPs', why));
  if (ipFamilies.length > 0) errors.push(forbidden('spec.ipFamilies', why));
  if (ipFamilyPolicy != null) errors.push(forbidden('spec.ipFamilyPolicy', why));
  const name = externalName.endsWith('.') ? externalName.slice(0, -1) : externalName;
  if (name === '') errors.push(required('spec.externalName'));
  else invalidFor(errors, 'spec.externalName', name, checkDns1123Subdomain(name));
}

function validatePorts(errors: FieldErrors, ports: readonly ServicePort[]): void {
  const names = new Set<string>();
  checkEach(errors, ports, (port, index) => {
    const field = `spec.ports[${index}]`;
    const { name = '', protocol, appProtocol } = port;
    if (name !== '') {
      invalidFor(errors, `${field}.name`, name, checkDns1123Label(name, errors.release));
      if (names.has(name)) errors.push(duplicate(`${field}.name`, show(name)));
      names.add(name);
    } else if (ports.length > 1) {
      errors.push(required(`${field}.name`));
    }
    validatePort(errors, port.port ?? 0, `${field}.port`);
    validateOneOf(errors, protocol!, protocols, `${field}.protocol`);
    validatePortOrName(errors, port.targetPort ?? 0, `${field}.targetPort`);
    if (appProtocol != null) {
      const messages = checkQualifiedName(appProtocol, errors.release);
      invalidFor(errors, `${field}.appProtocol`, appProtocol, messages);
    }
  });
}

function validateAffinity(errors: FieldErrors, spec: ServiceSpec): void {
  const { sessionAffinity, sessionAffinityConfig: config } = spec;
  validateOneOf(errors, sessionAffinity!, affinities, 'spec.sessionAffinity');
  if (sessionAffinity !== 'ClientIP') return;
  const seconds = config!.clientIP!.timeoutSeconds!;
  if (seconds > 0 && seconds <= longestAffinitySeconds) return;
  const why = `must be greater than 0 and less than ${longestAffinitySeconds}`;
  const field = 'spec.sessionAffinityConfig.clientIP.timeoutSeconds';
  errors.push(invalid(field, show(seconds), why));
}

function validateExternalIp(
  errors: FieldErrors,
  ip: string,
  field: string,
  old: readonly string[] | undefined,
): void {
  const malformed = findErrors((found) => validateIp(found, ip, field, old), errors.release);
  if (malformed.length > 0) errors.push(...malformed);
  else validateOrdinaryIp(errors, ip, field);
}

/** A pair of protocol and number can only be used once. */
function validateNodePorts(errors: FieldErrors, { type, ports = [] }: ServiceSpec): void {
  if (type === 'ClusterIP') {
    checkEach(errors, ports, ({ nodePort }, index) => {
      if (!nodePort) return;
      const why = "may not be used when `type` is 'ClusterIP'";
      errors.push(forbidden(`spec.ports[${index}].nodePort`, why));
    });
  }
  const earlier = new Set<string>();
  checkEach(errors, ports, ({ nodePort, protocol = '' }, index) => {
    if (!nodePort) return;
    const identity = `${protocol} ${nodePort}`;
    if (earlier.has(identity))
      errors.push(duplicate(`spec.ports[${index}].nodePort`, show(nodePort)));
    earlier.add(identity);
  });
}

function validateDistinctPorts(errors: FieldErrors, ports: readonly ServicePort[]): void {
  const earlier = new Set<string>();
  checkEach(errors, ports, ({ port = 0, protocol = '' }, index) => {
    const identity = `${protocol} ${port}`;
    if (earlier.has(identity))
      errors.push(duplicate(`spec.ports[${index}]`, showPort(port, protocol)));
    earlier.add(identity);
  });
}

function showPort(port: number, protocol: string): Shown {
  return showStruct('core.ServicePort', [
    ['Name', '""'],
    ['Protocol', show(protocol)],
    ['AppProtocol', showPointer('string', undefined)],
    ['Port', show(port)],
    ['TargetPort', showIntOrString(0)],
    ['NodePort', '0'],
  ]);
}

/** The policies for external and internal traffic. */
function validateTraffic(errors: FieldErrors, spec: ServiceSpec, profile: Profile): void {
  const { externalTrafficPolicy: external, internalTrafficPolicy: internal } = spec;
  const field = 'spec.externalTrafficPolicy';
  if (isReachable(spec, profile)) {
    validateOneOf(errors, external!, policies, field);
  } else if (external) {
    const why = profile.enabled('ExternalIPsHaveTrafficPolicy')
      ? 'may only be set for externally-accessible services'
      : "may only be set when `type` is 'NodePort' or 'LoadBalancer'";
    errors.push(invalid(field, show(external), why));
  }
  validateHealthCheck(errors, spec);
  const inside = 'spec.internalTrafficPolicy';
  if (internal != null) validateOneOf(errors, internal, policies, inside);
}

/** Where a port is required and not given, one will be allocated. */
function validateHealthCheck(errors: FieldErrors, spec: ServiceSpec): void {
  const { healthCheckNodePort } = spec;
  if (!healthCheckNodePort) return;
  const field = 'spec.healthCheckNodePort';
  if (needsHealthCheck(spec)) validatePort(errors, healthCheckNodePort, field);
  else {
    const why =
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.push(invalid(field, show(healthCheckNodePort), why));
  }
}

/** The port on which a load balancer checks nodes must not change while it is needed. */
export function validateHealthCheckChange(
  errors: FieldErrors,
  spec: ServiceSpec,
  old: ServiceSpec,
): void {
  if (!needsHealthCheck(spec) || !needsHealthCheck(old)) return;
  if (spec.healthCheckNodePort !== old.healthCheckNodePort) {
    errors.push(forbidden('spec.healthCheckNodePort', immutable));
  }
}

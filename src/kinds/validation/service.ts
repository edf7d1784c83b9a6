/** Checks of services. */
import {
  duplicate,
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  type FieldError,
} from '../meta/field-errors.ts';
import { showStruct } from '../meta/go-show.ts';
import { checkDns1123Label, checkDns1123Subdomain, checkQualifiedName } from '../meta/names.ts';
import { validateLabels } from '../meta/validate-labels.ts';
import { immutable } from '../meta/validate-metadata.ts';
import { validateOneOf, validatePort } from '../meta/validate-values.ts';
import { isExternal, isHeadless, needsHealthCheck } from '../service-needs.ts';
import type { Service, ServicePort, ServiceSpec } from '../types/index.ts';
import { validateIp, validateOrdinaryIp } from './addresses.ts';
import { validatePortOrName } from './probes.ts';
import { validateClusterIps } from './service-addresses.ts';
import { validateBalancing, validateLoadBalancerClass } from './service-load-balancer.ts';

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const affinities = ['ClientIP', 'None'];
const protocols = ['SCTP', 'TCP', 'UDP'];
const policies = ['Cluster', 'Local'];
const kubeletPort = 10250;
const longestAffinitySeconds = 86400;

/** For a service with its defaults, whose addresses and ports are allocated. */
export function* validateService({ metadata, spec }: Service): Iterable<FieldError> {
  const { ports = [], type } = spec;
  if (ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName') {
    yield required('spec.ports');
  }
  yield* validateByType(spec);
  yield* validatePorts(ports);
  yield* validateLabels(spec.selector, 'spec.selector');
  yield* validateAffinity(spec);
  yield* validateClusterIps(spec);
  for (const [index, ip] of (spec.externalIPs ?? []).entries()) {
    yield* validateExternalIp(ip, `spec.externalIPs[${index}]`);
  }
  if (!type) yield required('spec.type');
  else yield* validateOneOf(type, types, 'spec.type');
  yield* validateNodePorts(spec);
  yield* validateDistinctPorts(ports);
  yield* validateBalancing(spec, metadata.annotations);
  yield* validateLoadBalancerClass(spec, undefined);
  yield* validateTraffic(spec);
}

function* validateByType(spec: ServiceSpec): Iterable<FieldError> {
  switch (spec.type as string) {
    case 'LoadBalancer':
      for (const [index, { port }] of (spec.ports ?? []).entries()) {
        if (port !== kubeletPort) continue;
        const why = `may not expose port ${port} externally since it is used by kubelet`;
        yield invalid(`spec.ports[${index}]`, show(port), why);
      }
      yield* validateNotHeadless(spec);
      return;
    case 'NodePort':
      yield* validateNotHeadless(spec);
      return;
    case 'ExternalName':
      yield* validateExternalName(spec);
  }
}

function* validateNotHeadless(spec: ServiceSpec): Iterable<FieldError> {
  if (!isHeadless(spec)) return;
  const why = `may not be set to 'None' for ${spec.type} services`;
  yield invalid('spec.clusterIPs[0]', show('None'), why);
}

/** Only a name in the DNS: no address, no families. */
function* validateExternalName(spec: ServiceSpec): Iterable<FieldError> {
  const why = 'may not be set for ExternalName services';
  const { clusterIPs = [], ipFamilies = [], ipFamilyPolicy, externalName = '' } = spec;
  if (clusterIPs.length > 0) yield forbidden('spec.clusterIPs', why);
  if (ipFamilies.length > 0) yield forbidden('spec.ipFamilies', why);
  if (ipFamilyPolicy != null) yield forbidden('spec.ipFamilyPolicy', why);
  const name = externalName.endsWith('.') ? externalName.slice(0, -1) : externalName;
  if (name === '') yield required('spec.externalName');
  else yield* invalidFor('spec.externalName', show(name), checkDns1123Subdomain(name));
}

function* validatePorts(ports: readonly ServicePort[]): Iterable<FieldError> {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const field = `spec.ports[${index}]`;
    const { name = '', protocol, appProtocol } = port;
    if (name !== '') {
      yield* invalidFor(`${field}.name`, show(name), checkDns1123Label(name));
      if (names.has(name)) yield duplicate(`${field}.name`, show(name));
      names.add(name);
    } else if (ports.length > 1) {
      yield required(`${field}.name`);
    }
    yield* validatePort(port.port ?? 0, `${field}.port`);
    if (!protocol) yield required(`${field}.protocol`);
    else yield* validateOneOf(protocol, protocols, `${field}.protocol`);
    yield* validatePortOrName(port.targetPort ?? 0, `${field}.targetPort`);
    if (appProtocol != null) {
      const messages = checkQualifiedName(appProtocol);
      yield* invalidFor(`${field}.appProtocol`, show(appProtocol), messages);
    }
  }
}

function* validateAffinity(spec: ServiceSpec): Iterable<FieldError> {
  const { sessionAffinity, sessionAffinityConfig: config } = spec;
  if (!sessionAffinity) yield required('spec.sessionAffinity');
  else yield* validateOneOf(sessionAffinity, affinities, 'spec.sessionAffinity');
  const field = 'spec.sessionAffinityConfig';
  if (sessionAffinity === 'None') {
    if (config == null) return;
    yield forbidden(field, 'must not be set when session affinity is None');
  } else if (sessionAffinity === 'ClientIP') {
    const why = 'when session affinity type is ClientIP';
    const seconds = config?.clientIP?.timeoutSeconds;
    if (config == null) yield required(field, why);
    else if (config.clientIP == null) yield required(`${field}.clientIP`, why);
    else if (seconds == null) yield required(`${field}.clientIP.timeoutSeconds`, why);
    else if (seconds <= 0 || seconds > longestAffinitySeconds) {
      const range = `must be greater than 0 and less than ${longestAffinitySeconds}`;
      yield invalid(`${field}.clientIP.timeoutSeconds`, show(seconds), range);
    }
  }
}

function* validateExternalIp(ip: string, field: string): Iterable<FieldError> {
  const errors = [...validateIp(ip, field)];
  yield* errors.length > 0 ? errors : validateOrdinaryIp(ip, field);
}

/** Protocol and number together are taken once. */
function* validateNodePorts({ type, ports = [] }: ServiceSpec): Iterable<FieldError> {
  if (type === 'ClusterIP') {
    for (const [index, { nodePort }] of ports.entries()) {
      if (!nodePort) continue;
      const why = "may not be used when `type` is 'ClusterIP'";
      yield forbidden(`spec.ports[${index}].nodePort`, why);
    }
  }
  const seen = new Set<string>();
  for (const [index, { nodePort, protocol = '' }] of ports.entries()) {
    if (!nodePort) continue;
    const identity = `${protocol} ${nodePort}`;
    if (seen.has(identity)) yield duplicate(`spec.ports[${index}].nodePort`, show(nodePort));
    seen.add(identity);
  }
}

function* validateDistinctPorts(ports: readonly ServicePort[]): Iterable<FieldError> {
  const seen = new Set<string>();
  for (const [index, { port = 0, protocol = '' }] of ports.entries()) {
    const identity = `${protocol} ${port}`;
    if (seen.has(identity)) yield duplicate(`spec.ports[${index}]`, showPort(port, protocol));
    seen.add(identity);
  }
}

function showPort(port: number, protocol: string): string {
  return showStruct('core.ServicePort', [
    ['Name', '""'],
    ['Protocol', show(protocol)],
    ['AppProtocol', '(*string)(nil)'],
    ['Port', show(port)],
    ['TargetPort', 'intstr.IntOrString{Type:0, IntVal:0, StrVal:""}'],
    ['NodePort', '0'],
  ]);
}

/** How traffic from outside and from inside is led to pods. */
function* validateTraffic(spec: ServiceSpec): Iterable<FieldError> {
  const { externalTrafficPolicy: external, internalTrafficPolicy: internal } = spec;
  const field = 'spec.externalTrafficPolicy';
  if (isExternal(spec)) {
    if (!external) yield required(field);
    else yield* validateOneOf(external, policies, field);
  } else if (external) {
    const why = "may only be set when `type` is 'NodePort' or 'LoadBalancer'";
    yield invalid(field, show(external), why);
  }
  yield* validateHealthCheck(spec);
  const inside = 'spec.internalTrafficPolicy';
  if (internal != null) yield* validateOneOf(internal, policies, inside);
  else if (isExternal(spec) || spec.type === 'ClusterIP') yield required(inside);
}

/** Where a port is needed and none is given, one will be allocated. */
function* validateHealthCheck(spec: ServiceSpec): Iterable<FieldError> {
  const { healthCheckNodePort } = spec;
  if (!healthCheckNodePort) return;
  const field = 'spec.healthCheckNodePort';
  if (needsHealthCheck(spec)) yield* validatePort(healthCheckNodePort, field);
  else {
    const why =
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    yield invalid(field, show(healthCheckNodePort), why);
  }
}

/** The port on which a load balancer checks nodes stays as long as it is needed. */
export function* validateHealthCheckChange(
  spec: ServiceSpec,
  old: ServiceSpec,
): Iterable<FieldError> {
  if (!needsHealthCheck(spec) || !needsHealthCheck(old)) return;
  if (spec.healthCheckNodePort !== old.healthCheckNodePort) {
    yield forbidden('spec.healthCheckNodePort', immutable);
  }
}

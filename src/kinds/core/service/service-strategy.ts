/** How a write changes a service's allocated fields: pure functions. */
import {
  changeElements,
  changeField,
  omitFields,
  withField,
  mapShared,
  semanticEqual,
} from '#values';
import type { Profile } from '../../profile/profile.ts';
import { isReachable, needsClusterIp, needsHealthCheck, needsNodePorts } from './service-needs.ts';
import type { ServicePort, ServiceSpec } from '#types';

/** For a new service: clients that only know `clusterIP` mean the list too. */
export function pairClusterIp(spec: ServiceSpec): ServiceSpec {
  const { clusterIP, clusterIPs = [] } = spec;
  return clusterIP && clusterIPs.length === 0 ? { ...spec, clusterIPs: [clusterIP] } : spec;
}

/** For an update: allocated values that it omits stay. */
export function keepAllocated(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  let result = spec;
  if (needsClusterIp(old) && needsClusterIp(result)) result = keepClusterIp(result, old);
  if (needsNodePorts(old) && needsNodePorts(result)) result = keepNodePorts(result, old);
  if (needsHealthCheck(old) && needsHealthCheck(result) && !result.healthCheckNodePort) {
    result = withField(result, 'healthCheckNodePort', old.healthCheckNodePort);
  }
  return result;
}

function keepClusterIp(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const result = spec.clusterIP ? spec : withField(spec, 'clusterIP', old.clusterIP);
  if ((result.clusterIPs ?? []).length > 0) return result;
  return withField(result, 'clusterIPs', old.clusterIPs);
}

/** Ports are matched by name. No node port is given to two of them. */
function keepNodePorts(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const before = new Map((old.ports ?? []).map(({ name = '', nodePort }) => [name, nodePort]));
  const present = new Set((spec.ports ?? []).map(({ nodePort }) => nodePort));
  const used = new Set([...before.values()].filter((port) => port && present.has(port)));
  return changeElements(spec, 'ports', (port) => {
    const nodePort = before.get(port.name ?? '');
    if (port.nodePort || !nodePort || used.has(nodePort)) return port;
    used.add(nodePort);
    return { ...port, nodePort };
  });
}

/** For an update: when only one of `clusterIP` and `clusterIPs` is written, the other follows. */
export function syncClusterIps(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  let synced = spec;
  const isSameIp = (old.clusterIP ?? '') === (spec.clusterIP ?? '');
  if (isSameIp && (old.clusterIPs ?? []).length > 0 && (spec.clusterIPs ?? []).length === 0) {
    synced = withField(synced, 'clusterIPs', old.clusterIPs);
  }
  if (isSameIp || !semanticEqual(old.clusterIPs, synced.clusterIPs)) return synced;
  if (spec.clusterIP) return { ...synced, clusterIPs: [spec.clusterIP] };
  return omitFields(synced, ['clusterIPs']);
}

/**
 * For an update: removes fields that the new type does not use, if the update left them unchanged.
 * (Validation rejects changed ones later.)
 */
export function dropUnneeded(spec: ServiceSpec, old: ServiceSpec, profile: Profile): ServiceSpec {
  let result = spec;
  if (needsClusterIp(old) && !needsClusterIp(spec)) {
    if (isSame(spec, old, 'clusterIP') && isSame(spec, old, 'clusterIPs')) {
      result = omitFields(result, ['clusterIP', 'clusterIPs']);
    }
    result = dropUnchanged(result, old, 'ipFamilies');
    result = dropUnchanged(result, old, 'ipFamilyPolicy');
  }
  if (needsNodePorts(old) && !needsNodePorts(spec) && hasSameNodePorts(spec, old)) {
    result = changeField(result, 'ports', (ports) => mapShared(ports, withoutNodePort));
  }
  if (needsHealthCheck(old) && !needsHealthCheck(spec)) {
    result = dropUnchanged(result, old, 'healthCheckNodePort');
  }
  if (old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    result = dropUnchanged(result, old, 'allocateLoadBalancerNodePorts');
    result = dropUnchanged(result, old, 'loadBalancerClass');
  }
  if (isReachable(old, profile) && !isReachable(spec, profile)) {
    result = dropUnchanged(result, old, 'externalTrafficPolicy');
  }
  return result;
}

function dropUnchanged(spec: ServiceSpec, old: ServiceSpec, field: keyof ServiceSpec): ServiceSpec {
  return isSame(spec, old, field) ? omitFields(spec, [field]) : spec;
}

function isSame(spec: ServiceSpec, old: ServiceSpec, field: keyof ServiceSpec): boolean {
  return semanticEqual(spec[field], old[field]);
}

/** Node ports may be removed, but not added. */
function hasSameNodePorts(spec: ServiceSpec, old: ServiceSpec): boolean {
  const before = new Set(nodePortsOf(old));
  return nodePortsOf(spec).every((nodePort) => before.has(nodePort));
}

function nodePortsOf({ ports = [] }: ServiceSpec): readonly number[] {
  return ports.flatMap(({ nodePort }) => nodePort || []);
}

function withoutNodePort(port: ServicePort): ServicePort {
  return omitFields(port, ['nodePort']);
}

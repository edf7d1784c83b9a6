/**
 * The IP families of a service. The cluster has one family; other families occur only in services
 * without a cluster IP.
 */
import {
  semanticEqual,
  changeField,
  fillAbsent,
  withField,
  findErrors,
  invalid,
  show,
  type FieldError,
  type Release,
  showStrings,
  isIpv6,
} from '#values';
import { noClusterIp } from './service-needs.ts';
import { validateClusterIps } from './validate-service-addresses.ts';
import type { ServiceSpec } from '#types';

/** The family of all addresses that the cluster allocates. */
const clusterFamily = 'IPv4';
const single = 'SingleStack';

export interface FamilyPlan {
  /** The spec with its families and its family policy. Unchanged when there are errors. */
  readonly spec: ServiceSpec;
  /** These are reported alone, before any other check of the service. */
  readonly errors: readonly FieldError[];
}

/**
 * @param rules whose rules decide about addresses
 * @param old the stored spec, for an update
 */
export function planFamilies(spec: ServiceSpec, rules: Release, old?: ServiceSpec): FamilyPlan {
  if (spec.type === 'ExternalName' || (old !== undefined && isSettled(spec, old))) {
    return { spec, errors: [] };
  }
  const wanting = fillAbsent(spec, { ipFamilyPolicy: old?.ipFamilyPolicy ?? policyFor(spec) });
  const malformed = findErrors((found) => {
    validateClusterIps(found, wanting, old?.clusterIPs);
  }, rules);
  if (malformed.length > 0) return { spec, errors: malformed };
  const trimmed = old === undefined ? wanting : release(wanting, old);
  const errors = [...faultsBeforeInference(trimmed, old)];
  if (errors.length > 0) return { spec, errors };
  const inferred = inferFamilies(trimmed);
  if (isManual(inferred)) return { spec: withBothFamilies(inferred), errors: [] };
  const unknown = [...faultsAgainstCluster(inferred)];
  if (unknown.length > 0) return { spec, errors: unknown };
  return { spec: withFamilies(inferred, [clusterFamily]), errors: [] };
}

/** Such a service does not change when the cluster gains or loses a family. */
function isSettled(spec: ServiceSpec, old: ServiceSpec): boolean {
  return (
    spec.ipFamilyPolicy === 'PreferDualStack' &&
    old.ipFamilyPolicy === 'PreferDualStack' &&
    semanticEqual(spec.clusterIPs, old.clusterIPs) &&
    semanticEqual(spec.ipFamilies, old.ipFamilies)
  );
}

/** Without an address and a selector: whoever writes the endpoints can use all families. */
function isManual({ clusterIP, selector = {} }: ServiceSpec): boolean {
  return clusterIP === noClusterIp && Object.keys(selector).length === 0;
}

function policyFor(spec: ServiceSpec): string {
  return isManual(spec) ? 'RequireDualStack' : single;
}

/** A single-stack policy releases the second family, unless the update itself changes the list. */
function release(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  if (spec.ipFamilyPolicy !== single) return spec;
  const ips = semanticEqual(spec.clusterIPs, old.clusterIPs)
    ? changeField(spec, 'clusterIPs', firstOnly)
    : spec;
  return semanticEqual(spec.ipFamilies, old.ipFamilies)
    ? changeField(ips, 'ipFamilies', firstOnly)
    : ips;
}

function firstOnly<T>(list: readonly T[]): readonly T[] {
  return list.length > 1 ? list.slice(0, 1) : list;
}

function* faultsBeforeInference(
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
): Iterable<FieldError> {
  const { ipFamilyPolicy = '', clusterIPs = [], ipFamilies = [] } = spec;
  const fault = (why: string): FieldError =>
    invalid('spec.ipFamilyPolicy', show(ipFamilyPolicy), why);
  if (ipFamilyPolicy === single) {
    const why = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
    if (clusterIPs.length === 2) yield fault(`${why} cluster IPs are specified`);
    if (ipFamilies.length === 2) yield fault(`${why} IP families are specified`);
  } else if (old !== undefined) {
    const why = "must be 'SingleStack' to release the secondary";
    if (isReduced(clusterIPs, old.clusterIPs)) yield fault(`${why} cluster IP`);
    if (isReduced(ipFamilies, old.ipFamilies)) yield fault(`${why} IP family`);
  }
  for (const [index, ip] of clusterIPs.entries()) {
    if (ip === noClusterIp) break;
    if (index < ipFamilies.length || !isIpv6(ip)) continue;
    const why = 'IPv6 is not configured on this cluster';
    yield invalid(`spec.clusterIPs[${index}]`, showStrings(clusterIPs), why);
  }
}

function isReduced(list: readonly string[], old: readonly string[] = []): boolean {
  return list.length === 1 && old.length === 2 && list[0] === old[0];
}

/** Addresses imply their family. */
function inferFamilies(spec: ServiceSpec): ServiceSpec {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  if (clusterIPs[0] === noClusterIp || clusterIPs.length <= ipFamilies.length) return spec;
  const missing = clusterIPs.slice(ipFamilies.length).map(() => clusterFamily);
  return { ...spec, ipFamilies: [...ipFamilies, ...missing] };
}

function withBothFamilies(spec: ServiceSpec): ServiceSpec {
  const based = withFamilies(spec, [clusterFamily]);
  const { ipFamilies = [], ipFamilyPolicy } = based;
  if (ipFamilies.length > 1 || ipFamilyPolicy === single) return based;
  const other = ipFamilies[0] === 'IPv4' ? 'IPv6' : 'IPv4';
  return { ...based, ipFamilies: [...ipFamilies, other] };
}

function withFamilies(spec: ServiceSpec, families: readonly string[]): ServiceSpec {
  return (spec.ipFamilies ?? []).length > 0 ? spec : withField(spec, 'ipFamilies', families);
}

function* faultsAgainstCluster({
  ipFamilyPolicy = '',
  ipFamilies = [],
}: ServiceSpec): Iterable<FieldError> {
  if (ipFamilyPolicy === 'RequireDualStack') {
    const why = 'this cluster is not configured for dual-stack services';
    yield invalid('spec.ipFamilyPolicy', show(ipFamilyPolicy), why);
  }
  for (const [index, family] of ipFamilies.entries()) {
    if (family === clusterFamily) continue;
    yield invalid(`spec.ipFamilies[${index}]`, show(family), 'not configured on this cluster');
  }
}

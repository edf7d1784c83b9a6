/** Warnings about addresses and ranges that are accepted, but not written as they should be. */
import {
  canonicalIp,
  formatCidr,
  isIpv6,
  isMappedIp,
  parseCidr,
  quote,
  type Release,
} from '#values';
import type { LoadBalancerStatus } from '#types';
import { parseAddrFault } from './parse-addr-fault.ts';
import { addressOf, ambiguityOfIp, oddityOfCidr, startsRange } from './validate-addresses.ts';

/** Returns warnings about an address; none about what is not one, since all addresses have warnings. */
export function ipWarnings(field: string, text: string, profile: Release): readonly string[] {
  const canonical = canonicalIp(text);
  if (canonical === undefined) {
    const fault = profile.enabled('AddressesWarnEverywhere') ? undefined : parseAddrFault(text);
    return fault === undefined ? [] : [refusedLater(field, 'address', fault)];
  }
  const ambiguity = ambiguityOfIp(text);
  if (!profile.enabled('AddressesWarnEverywhere')) {
    if (hasZeros(ambiguity)) return [refusedLater(field, 'address', zerosIn(text))];
    const form = isMappedIp(text) ? `::ffff:${canonical}` : canonical;
    return text === form ? [] : [notCanonical(field, 'address', text, form)];
  }
  if (ambiguity !== undefined) return [nonStandard(field, 'IP address', text, canonical, profile)];
  return text === canonical ? [] : [shouldBe(field, 'address', text, canonical)];
}

/** Returns warnings about the addresses of a load balancer. */
export function balancerWarnings(
  { loadBalancer }: { readonly loadBalancer?: LoadBalancerStatus },
  profile: Release,
): readonly string[] {
  if (!profile.enabled('AddressesWarnEverywhere')) return [];
  return (loadBalancer?.ingress ?? []).flatMap(({ ip }, index) =>
    ip ? ipWarnings(`status.loadBalancer.ingress[${index}]`, ip, profile) : [],
  );
}

/** Returns the same about a range. */
export function cidrWarnings(field: string, text: string, profile: Release): readonly string[] {
  const cidr = parseCidr(text);
  if (cidr === undefined) return [];
  const canonical = formatCidr(cidr);
  const isOdd = oddityOfCidr(text) !== undefined;
  if (!profile.enabled('AddressesWarnEverywhere')) {
    if (isOdd) return [refusedLater(field, 'prefix', faultyRange(text))];
    const form = `${addressOf(cidr)}/${cidr.bits}`;
    return text === form ? [] : [notCanonical(field, 'prefix', text, form)];
  }
  const warnings: string[] = [];
  if (!startsRange(cidr)) {
    const one = `${addressOf(cidr)}/${cidr.bytes.length * 8}`;
    const why = `is ambiguous in this context (should be ${quote(canonical)} or ${quote(one)}?)`;
    warnings.push(`${field}: CIDR value ${quote(text)} ${why}`);
  }
  if (isOdd) warnings.push(nonStandard(field, 'CIDR value', text, canonical, profile));
  if (warnings.length > 0 || text === canonical || !isIpv6(addressOf(cidr))) return warnings;
  return [shouldBe(field, 'CIDR value', text, canonical)];
}

function nonStandard(
  field: string,
  what: string,
  text: string,
  canonical: string,
  profile: Release,
): string {
  const fate = profile.enabled('StrictIPCIDRValidation')
    ? 'is invalid'
    : 'will be considered invalid in a future Kubernetes release';
  return `${field}: non-standard ${what} ${quote(text)} ${fate}: use ${quote(canonical)}`;
}

function shouldBe(field: string, what: string, text: string, canonical: string): string {
  const form = `RFC 5952 canonical format (${quote(canonical)})`;
  return `${field}: IPv6 ${what} ${quote(text)} should be in ${form}`;
}

function notCanonical(field: string, what: string, text: string, canonical: string): string {
  const form = `RFC 5952 canonical format (${quote(canonical)})`;
  const why = `is not in ${form}, which may cause controller apply-loops`;
  return `${field}: IPv6 ${what} ${quote(text)} ${why}`;
}

function refusedLater(field: string, what: string, why: string): string {
  const fate = 'was accepted, but will be invalid in a future Kubernetes release';
  return `${field}: IP ${what} ${fate}: ${why}`;
}

function hasZeros(ambiguity: string | undefined): boolean {
  return ambiguity?.includes('leading') === true;
}

function zerosIn(address: string): string {
  return `ParseAddr(${quote(address)}): IPv4 field has octet with leading zero`;
}

function faultyRange(text: string): string {
  const [address = '', bits = ''] = text.split('/');
  const isOfAddress = hasZeros(ambiguityOfIp(address));
  const why = isOfAddress ? zerosIn(address) : `bad bits after slash: ${quote(bits)}`;
  return `netip.ParsePrefix(${quote(text)}): ${why}`;
}

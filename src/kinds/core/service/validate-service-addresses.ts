/** Checks of the addresses of services and their families. */
import {
  duplicate,
  findErrors,
  invalid,
  isEnough,
  notSupported,
  required,
  show,
  showName,
  type FieldError,
  type FieldErrors,
  showStrings,
  isIpv6,
  type Shown,
  showList,
} from '#values';
import { isHeadless, noClusterIp } from './service-needs.ts';
import type { ServiceSpec } from '#types';
import { validateIp } from '../../object/validate-addresses.ts';

const families = ['IPv4', 'IPv6'];
const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/**
 * `clusterIP`, `clusterIPs`, `ipFamilies` and `ipFamilyPolicy`, as far as they can be checked alone.
 *
 * @param old the addresses that are stored
 */
export function validateClusterIps(
  errors: FieldErrors,
  spec: ServiceSpec,
  old?: readonly string[],
): void {
  if (spec.type === 'ExternalName') return;
  validatePair(errors, spec);
  validateFamilies(errors, spec.ipFamilies ?? []);
  const { ipFamilyPolicy } = spec;
  if (ipFamilyPolicy != null && !policies.includes(ipFamilyPolicy)) {
    errors.push(notSupported('spec.ipFamilyPolicy', showName(ipFamilyPolicy), policies));
  }
  const { clusterIPs = [] } = spec;
  const malformed = findErrors((found) => validateList(found, clusterIPs, old), errors.release);
  errors.push(...malformed);
  if (clusterIPs.length > 2) {
    errors.push(
      invalid('spec.clusterIPs', showStrings(clusterIPs), 'may only hold up to 2 values'),
    );
  }
  // More checks would only repeat the errors of the addresses.
  if (malformed.length > 0) return;
  if (clusterIPs.length > 1 && new Set(clusterIPs.map(isIpv6)).size < 2) {
    const why = 'may specify no more than one IP for each IP family';
    errors.push(invalid('spec.clusterIPs', showStrings(clusterIPs), why));
  }
  validateFamiliesMatch(errors, spec);
}

/** `clusterIP` must be the first of `clusterIPs`. */
function validatePair(errors: FieldErrors, { clusterIP = '', clusterIPs = [] }: ServiceSpec): void {
  const field = 'spec.clusterIPs';
  if (clusterIP === '') {
    if (clusterIPs.length === 0) return;
    const why = 'must be empty when `clusterIP` is not specified';
    errors.push(invalid(field, showStrings(clusterIPs), why));
  } else if (clusterIPs.length === 0) {
    errors.push(required(field));
  } else if (clusterIPs[0] !== clusterIP) {
    errors.push(invalid(field, showStrings(clusterIPs), 'first value must match `clusterIP`'));
  }
}

function validateFamilies(errors: FieldErrors, list: readonly string[]): void {
  const earlier = new Set<string>();
  for (const [index, family] of list.entries()) {
    if (isEnough(errors)) return;
    const field = `spec.ipFamilies[${index}]`;
    if (!families.includes(family)) errors.push(notSupported(field, showName(family), families));
    if (earlier.has(family)) errors.push(duplicate(field, show(family)));
    earlier.add(family);
  }
}

function validateList(
  errors: FieldErrors,
  clusterIPs: readonly string[],
  old: readonly string[] | undefined,
): void {
  for (const [index, ip] of clusterIPs.entries()) {
    if (index > 0 || ip !== noClusterIp) validateIp(errors, ip, `spec.clusterIPs[${index}]`, old);
    else if (clusterIPs.length > 1) {
      const why = "'None' must be the first and only value";
      errors.push(invalid('spec.clusterIPs', showStrings(clusterIPs), why));
    }
  }
}

function validateFamiliesMatch(errors: FieldErrors, spec: ServiceSpec): void {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  if (isHeadless(spec)) return;
  for (const [index, ip] of clusterIPs.entries()) {
    const family = ipFamilies[index];
    if (family === undefined || (family === 'IPv6') === isIpv6(ip)) continue;
    const why = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    errors.push(invalid(`spec.clusterIPs[${index}]`, show(ip), why));
  }
}

/**
 * The first address and family must stay while the service has any; a second one may be added or
 * removed.
 */
export function validateAddressChange(
  errors: FieldErrors,
  spec: ServiceSpec,
  old: ServiceSpec,
): void {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return;
  if (isHeadless(spec) && isHeadless(old)) return;
  validateFirstUnchanged(errors, spec, old, 'clusterIPs', 'clusterIP', showStrings);
  validateFirstUnchanged(errors, spec, old, 'ipFamilies', 'ipFamily', showFamilies);
}

function validateFirstUnchanged(
  errors: FieldErrors,
  spec: ServiceSpec,
  old: ServiceSpec,
  field: 'clusterIPs' | 'ipFamilies',
  name: string,
  shown: (list: readonly string[]) => Shown,
): void {
  const list = spec[field] ?? [];
  const before = old[field] ?? [];
  const fault = (index: number, why: string): FieldError =>
    invalid(`spec.${field}[${index}]`, shown(list), why);
  if (before.length > 0 && list.length === 0) {
    errors.push(fault(0, `primary ${name} can not be unset`));
    return;
  }
  const compared = list.length === before.length ? list.length : Math.min(list.length, 1);
  for (let index = 0; index < compared; index++) {
    const isChanged = before.length > 0 && list[index] !== before[index];
    if (isChanged) errors.push(fault(index, 'may not change once set'));
  }
  if (list.length === 1 && before.length === 2 && spec.ipFamilyPolicy !== 'SingleStack') {
    const why = `must be set to 'SingleStack' when releasing the secondary ${name}`;
    errors.push(invalid('spec.ipFamilyPolicy', show(spec.ipFamilyPolicy ?? ''), why));
  }
}

function showFamilies(list: readonly string[]): Shown {
  return showList('[]core.IPFamily', list);
}

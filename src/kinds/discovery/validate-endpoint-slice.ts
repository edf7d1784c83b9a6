/** Checks of EndpointSlices. */
import {
  checkEach,
  duplicate,
  invalid,
  invalidFor,
  isIpv6,
  isSince,
  notSupported,
  required,
  semanticEqual,
  show,
  showName,
  tooMany,
  type FieldErrors,
  type Release,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkQualifiedName,
} from '#values';
import { validateOneOf } from '../object/validate-values.ts';
import type { Endpoint, EndpointHints, EndpointPort, EndpointSlice } from '#types/discovery-v1';
import type { StrategyContext } from '../object/part.ts';
import { checkStated, type StatedErrors } from '../object/stated-checks.ts';
import {
  validateCanonicalIp,
  validateIp,
  validateIpOfFamily,
  validateOrdinaryIp,
} from '../object/validate-addresses.ts';

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];
const protocols = ['SCTP', 'TCP', 'UDP'];
const mostEndpoints = 1000;
const mostAddresses = 100;
const mostPorts = 20000;
const mostHinted = 8;

/**
 * For a slice with its defaults.
 *
 * @param old what it replaces: endpoints that stay the same are right
 */
export function validateEndpointSlice(
  errors: FieldErrors,
  slice: EndpointSlice,
  { profile }: Pick<StrategyContext, 'profile'>,
  old?: EndpointSlice,
): void {
  const addressType: string = slice.addressType ?? '';
  const { endpoints = [], ports = [] } = slice;
  const mayStay = profile.enabled('UnchangedEndpointsStay');
  checkStated(errors, profile, (stated) => {
    if (addressType !== old?.addressType || !stated.areLast) validateType(stated, addressType);
    if (mayStay) validatePorts(errors, ports ?? []);
    if (!mayStay || old === undefined || !semanticEqual(endpoints, old.endpoints)) {
      validateEndpoints(errors, stated, endpoints ?? [], addressType);
    }
    if (!mayStay) validatePorts(errors, ports ?? []);
    if (old !== undefined && addressType !== old.addressType) {
      stated.immutable('addressType', () => show(addressType));
    }
  });
}

function validateType(stated: StatedErrors, type: string): void {
  if (type === '') stated.required('addressType');
  else if (!addressTypes.includes(type)) {
    stated.add(notSupported('addressType', showName(type), addressTypes));
  }
}

function validateEndpoints(
  errors: FieldErrors,
  stated: StatedErrors,
  endpoints: readonly Endpoint[],
  addressType: string,
): void {
  if (endpoints.length > mostEndpoints) {
    errors.push(tooMany('endpoints', endpoints.length, mostEndpoints));
    return;
  }
  checkEach(errors, endpoints, (endpoint, index) => {
    const field = `endpoints[${index}]`;
    const { nodeName, hostname, hints } = endpoint;
    const addresses = endpoint.addresses ?? [];
    if (addresses.length === 0) {
      stated.required(`${field}.addresses`, 'must contain at least 1 address');
    } else if (addresses.length > mostAddresses) {
      stated.add(tooMany(`${field}.addresses`, addresses.length, mostAddresses));
    }
    checkEach(errors, addresses, (address, at) => {
      validateAddress(errors, address, addressType, `${field}.addresses`, at);
    });
    if (nodeName != null) {
      invalidFor(errors, `${field}.nodeName`, nodeName, checkDns1123Subdomain(nodeName));
    }
    if (hostname != null) {
      invalidFor(
        errors,
        `${field}.hostname`,
        hostname,
        checkDns1123Label(hostname, errors.release),
      );
    }
    if (hints != null) validateHints(errors, hints, `${field}.hints`);
  });
}

/** Addresses of an unknown type are not checked. */
function validateAddress(
  errors: FieldErrors,
  address: string,
  addressType: string,
  list: string,
  index: number,
): void {
  const field = `${list}[${index}]`;
  switch (addressType) {
    case 'IPv4':
    case 'IPv6':
      if (isSince(errors, 'UnchangedEndpointsStay')) {
        validateAddressOf(errors, address, addressType, list, field);
        return;
      }
      validateIpOfFamily(errors, address, addressType, field);
      validateOrdinaryIp(errors, address, field);
      return;
    case 'FQDN':
      validateDomain(errors, address, field);
  }
}

/** Another family is a fault of the list. What is an address at all is said first. */
function validateAddressOf(
  errors: FieldErrors,
  address: string,
  family: 'IPv4' | 'IPv6',
  list: string,
  field: string,
): void {
  const before = errors.length;
  if (family === 'IPv4') validateIp(errors, address, field);
  else validateCanonicalIp(errors, address, field);
  if (errors.length > before) return;
  if (isIpv6(address) !== (family === 'IPv6')) {
    errors.push(invalid(list, show(address), `must be an ${family} address`));
  }
  validateOrdinaryIp(errors, address, field);
}

function validateDomain(errors: FieldErrors, name: string, field: string): void {
  if (name === '') {
    errors.push(required(field));
    return;
  }
  const plain = name.endsWith('.') ? name.slice(0, -1) : name;
  const messages = checkDns1123Subdomain(plain);
  invalidFor(errors, field, plain, messages);
  if (messages.length > 0) return;
  const labels = plain.split('.');
  if (labels.length < 2) {
    const why = 'should be a domain with at least two segments separated by dots';
    errors.push(invalid(field, show(plain), why));
    return;
  }
  for (const label of labels)
    invalidFor(errors, field, label, checkDns1123Label(label, errors.release));
}

function validateHints(
  errors: FieldErrors,
  { forZones = [], forNodes = [] }: EndpointHints,
  field: string,
): void {
  const isValid = validateHinted(errors, forZones, `${field}.forZones`, checkLabelValue);
  if (isValid) validateHinted(errors, forNodes, `${field}.forNodes`, checkDns1123Subdomain);
}

/** Returns whether there are not too many. */
function validateHinted(
  errors: FieldErrors,
  hinted: readonly { readonly name?: string }[],
  field: string,
  check: (name: string, release?: Release) => readonly string[],
): boolean {
  if (hinted.length > mostHinted) {
    errors.push(tooMany(field, hinted.length, mostHinted));
    return false;
  }
  const earlier = new Set<string>();
  for (const [index, { name = '' }] of hinted.entries()) {
    const at = `${field}[${index}].name`;
    if (earlier.has(name)) errors.push(duplicate(at, show(name)));
    earlier.add(name);
    invalidFor(errors, at, name, check(name, errors.release));
  }
  return true;
}

function validatePorts(errors: FieldErrors, ports: readonly EndpointPort[]): void {
  if (ports.length > mostPorts) {
    errors.push(tooMany('ports', ports.length, mostPorts));
    return;
  }
  const names = new Set<string>();
  for (const [index, { name = '', protocol = '', appProtocol }] of ports.entries()) {
    const field = `ports[${index}]`;
    if (name !== '')
      invalidFor(errors, `${field}.name`, name, checkDns1123Label(name, errors.release));
    if (names.has(name)) errors.push(duplicate(`${field}.name`, show(name)));
    names.add(name);
    validateOneOf(errors, protocol, protocols, `${field}.protocol`);
    if (appProtocol != null) {
      const messages = checkQualifiedName(appProtocol, errors.release);
      invalidFor(errors, `${field}.appProtocol`, appProtocol, messages);
    }
  }
}

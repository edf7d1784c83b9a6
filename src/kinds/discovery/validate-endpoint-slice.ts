/** Checks of EndpointSlices. */
import {
  checkEach,
  duplicate,
  invalid,
  invalidFor,
  required,
  show,
  tooMany,
  type FieldErrors,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkQualifiedName,
} from '#values';
import { validateOneOf } from '../object/validate-values.ts';
import type { Endpoint, EndpointHints, EndpointPort, EndpointSlice } from '#types/discovery-v1';
import { validateIpOfFamily, validateOrdinaryIp } from '../object/validate-addresses.ts';

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];
const protocols = ['SCTP', 'TCP', 'UDP'];
const mostEndpoints = 1000;
const mostAddresses = 100;
const mostPorts = 20000;
const mostZones = 8;

/** For a slice with its defaults. */
export function validateEndpointSlice(errors: FieldErrors, slice: EndpointSlice): void {
  const addressType: string = slice.addressType ?? '';
  if (addressType === '') errors.push(required('addressType'));
  else validateOneOf(errors, addressType, addressTypes, 'addressType');
  validateEndpoints(errors, slice.endpoints ?? [], addressType);
  validatePorts(errors, slice.ports ?? []);
}

function validateEndpoints(
  errors: FieldErrors,
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
      errors.push(required(`${field}.addresses`, 'must contain at least 1 address'));
    } else if (addresses.length > mostAddresses) {
      errors.push(tooMany(`${field}.addresses`, addresses.length, mostAddresses));
    }
    checkEach(errors, addresses, (address, at) => {
      validateAddress(errors, address, addressType, `${field}.addresses[${at}]`);
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
  field: string,
): void {
  switch (addressType) {
    case 'IPv4':
    case 'IPv6':
      validateIpOfFamily(errors, address, addressType, field);
      validateOrdinaryIp(errors, address, field);
      return;
    case 'FQDN':
      validateDomain(errors, address, field);
  }
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

function validateHints(errors: FieldErrors, { forZones = [] }: EndpointHints, field: string): void {
  if (forZones.length > mostZones) {
    errors.push(tooMany(`${field}.forZones`, forZones.length, mostZones));
    return;
  }
  const seen = new Set<string>();
  for (const [index, { name = '' }] of forZones.entries()) {
    const at = `${field}.forZones[${index}].name`;
    if (seen.has(name)) errors.push(duplicate(at, show(name)));
    seen.add(name);
    invalidFor(errors, at, name, checkLabelValue(name, errors.release));
  }
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

/** Checks of EndpointSlices. */
import {
  duplicate,
  invalid,
  invalidFor,
  required,
  show,
  tooMany,
  type FieldError,
} from '../meta/field-errors.ts';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkQualifiedName,
} from '../meta/names.ts';
import { validateOneOf } from '../meta/validate-values.ts';
import type {
  Endpoint,
  EndpointHints,
  EndpointPort,
  EndpointSlice,
} from '../types/discovery-v1.ts';
import { validateIpOfFamily, validateOrdinaryIp } from './addresses.ts';

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];
const protocols = ['SCTP', 'TCP', 'UDP'];
const mostEndpoints = 1000;
const mostAddresses = 100;
const mostPorts = 20000;
const mostZones = 8;

/** For a slice with its defaults. */
export function* validateEndpointSlice(slice: EndpointSlice): Iterable<FieldError> {
  const addressType: string = slice.addressType ?? '';
  if (addressType === '') yield required('addressType');
  else yield* validateOneOf(addressType, addressTypes, 'addressType');
  yield* validateEndpoints(slice.endpoints ?? [], addressType);
  yield* validatePorts(slice.ports ?? []);
}

function* validateEndpoints(
  endpoints: readonly Endpoint[],
  addressType: string,
): Iterable<FieldError> {
  if (endpoints.length > mostEndpoints) {
    yield tooMany('endpoints', endpoints.length, mostEndpoints);
    return;
  }
  for (const [index, endpoint] of endpoints.entries()) {
    const field = `endpoints[${index}]`;
    const { addresses = [], nodeName, hostname, hints } = endpoint;
    if (addresses.length === 0) {
      yield required(`${field}.addresses`, 'must contain at least 1 address');
    } else if (addresses.length > mostAddresses) {
      yield tooMany(`${field}.addresses`, addresses.length, mostAddresses);
    }
    for (const [at, address] of addresses.entries()) {
      yield* validateAddress(address, addressType, `${field}.addresses[${at}]`);
    }
    if (nodeName != null) {
      yield* invalidFor(`${field}.nodeName`, show(nodeName), checkDns1123Subdomain(nodeName));
    }
    if (hostname != null) {
      yield* invalidFor(`${field}.hostname`, show(hostname), checkDns1123Label(hostname));
    }
    if (hints != null) yield* validateHints(hints, `${field}.hints`);
  }
}

/** Addresses of an unknown type are not looked at. */
function* validateAddress(
  address: string,
  addressType: string,
  field: string,
): Iterable<FieldError> {
  switch (addressType) {
    case 'IPv4':
    case 'IPv6':
      yield* validateIpOfFamily(address, addressType, field);
      yield* validateOrdinaryIp(address, field);
      return;
    case 'FQDN':
      yield* validateDomain(address, field);
  }
}

function* validateDomain(name: string, field: string): Iterable<FieldError> {
  if (name === '') {
    yield required(field);
    return;
  }
  const plain = name.endsWith('.') ? name.slice(0, -1) : name;
  const messages = checkDns1123Subdomain(plain);
  yield* invalidFor(field, show(plain), messages);
  if (messages.length > 0) return;
  const labels = plain.split('.');
  if (labels.length < 2) {
    const why = 'should be a domain with at least two segments separated by dots';
    yield invalid(field, show(plain), why);
    return;
  }
  for (const label of labels) yield* invalidFor(field, show(label), checkDns1123Label(label));
}

function* validateHints({ forZones = [] }: EndpointHints, field: string): Iterable<FieldError> {
  if (forZones.length > mostZones) {
    yield tooMany(`${field}.forZones`, forZones.length, mostZones);
    return;
  }
  const seen = new Set<string>();
  for (const [index, { name = '' }] of forZones.entries()) {
    const at = `${field}.forZones[${index}].name`;
    if (seen.has(name)) yield duplicate(at, show(name));
    seen.add(name);
    yield* invalidFor(at, show(name), checkLabelValue(name));
  }
}

function* validatePorts(ports: readonly EndpointPort[]): Iterable<FieldError> {
  if (ports.length > mostPorts) {
    yield tooMany('ports', ports.length, mostPorts);
    return;
  }
  const names = new Set<string>();
  for (const [index, { name = '', protocol = '', appProtocol }] of ports.entries()) {
    const field = `ports[${index}]`;
    if (name !== '') yield* invalidFor(`${field}.name`, show(name), checkDns1123Label(name));
    if (names.has(name)) yield duplicate(`${field}.name`, show(name));
    names.add(name);
    yield* validateOneOf(protocol, protocols, `${field}.protocol`);
    if (appProtocol != null) {
      const messages = checkQualifiedName(appProtocol);
      yield* invalidFor(`${field}.appProtocol`, show(appProtocol), messages);
    }
  }
}

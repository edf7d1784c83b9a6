/** Checks of endpoints. */
import { duplicate, invalidFor, required, show, type FieldError } from '../meta/field-errors.ts';
import { checkDns1123Label, checkDns1123Subdomain, checkQualifiedName } from '../meta/names.ts';
import { validateOneOf, validatePort } from '../meta/validate-values.ts';
import type { EndpointAddress, EndpointPort, EndpointSubset } from '../types/index.ts';
import { validateIp, validateOrdinaryIp } from './addresses.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];

export function* validateSubsets(
  subsets: readonly EndpointSubset[] | undefined,
): Iterable<FieldError> {
  for (const [index, subset] of (subsets ?? []).entries()) {
    yield* validateSubset(subset, `subsets[${index}]`);
  }
}

function* validateSubset(
  { addresses = [], notReadyAddresses = [], ports = [] }: EndpointSubset,
  field: string,
): Iterable<FieldError> {
  if (addresses.length === 0 && notReadyAddresses.length === 0) {
    yield required(field, 'must specify `addresses` or `notReadyAddresses`');
  }
  for (const [index, address] of addresses.entries()) {
    yield* validateAddress(address, `${field}.addresses[${index}]`);
  }
  for (const [index, address] of notReadyAddresses.entries()) {
    yield* validateAddress(address, `${field}.notReadyAddresses[${index}]`);
  }
  for (const [index, port] of ports.entries()) {
    yield* validateEndpointPort(port, ports.length > 1, `${field}.ports[${index}]`);
  }
}

function* validateAddress(
  { ip = '', hostname, nodeName }: EndpointAddress,
  field: string,
): Iterable<FieldError> {
  yield* validateIp(ip, `${field}.ip`);
  if (hostname) {
    yield* invalidFor(`${field}.hostname`, show(hostname), checkDns1123Label(hostname));
  }
  if (nodeName != null) {
    yield* invalidFor(`${field}.nodeName`, show(nodeName), checkDns1123Subdomain(nodeName));
  }
  yield* validateOrdinaryIp(ip, `${field}.ip`);
}

function* validateEndpointPort(
  { name, port, protocol, appProtocol }: EndpointPort,
  needsName: boolean,
  field: string,
): Iterable<FieldError> {
  if (name) yield* invalidFor(`${field}.name`, show(name), checkDns1123Label(name));
  else if (needsName) yield required(`${field}.name`);
  yield* validatePort(port ?? 0, `${field}.port`);
  if (!protocol) yield required(`${field}.protocol`);
  else yield* validateOneOf(protocol, protocols, `${field}.protocol`);
  if (appProtocol != null) {
    yield* invalidFor(`${field}.appProtocol`, show(appProtocol), checkQualifiedName(appProtocol));
  }
}

/** The API document's rule that no address is both ready and not ready in a subset; v1.24 lets it pass. */
export function* validateOneList(subsets: readonly EndpointSubset[] = []): Iterable<FieldError> {
  for (const [i, { addresses = [], notReadyAddresses = [] }] of subsets.entries()) {
    const ready = new Set(addresses.map(({ ip }) => ip));
    for (const [j, { ip }] of notReadyAddresses.entries()) {
      if (ready.has(ip)) yield duplicate(`subsets[${i}].notReadyAddresses[${j}].ip`, show(ip));
    }
  }
}

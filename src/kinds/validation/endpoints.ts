/** Checks of endpoints. */
import { invalid, invalidFor, required, show, type FieldError } from '../meta/field-errors.ts';
import { parseIp } from '../meta/ip.ts';
import { checkDns1123Label, checkDns1123Subdomain, checkQualifiedName } from '../meta/names.ts';
import { validateOneOf, validatePort } from '../meta/validate-values.ts';
import type { EndpointAddress, EndpointPort, EndpointSubset } from '../types/index.ts';

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
  const bytes = parseIp(ip);
  if (bytes === undefined) {
    const why = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
    yield invalid(`${field}.ip`, show(ip), why);
  }
  if (hostname) {
    yield* invalidFor(`${field}.hostname`, show(hostname), checkDns1123Label(hostname));
  }
  if (nodeName != null) {
    yield* invalidFor(`${field}.nodeName`, show(nodeName), checkDns1123Subdomain(nodeName));
  }
  const problem = bytes === undefined ? 'must be a valid IP address' : checkRange(ip, bytes);
  if (problem !== undefined) yield invalid(`${field}.ip`, show(ip), problem);
}

/** Addresses that mean something else to every node; undefined for the others. */
function checkRange(text: string, bytes: readonly number[]): string | undefined {
  if (bytes.every((byte) => byte === 0)) return `may not be unspecified (${text})`;
  if (isLoopback(bytes)) return 'may not be in the loopback range (127.0.0.0/8, ::1/128)';
  if (isLinkLocal(bytes)) {
    return 'may not be in the link-local range (169.254.0.0/16, fe80::/10)';
  }
  if (isLinkLocalMulticast(bytes)) {
    return 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)';
  }
  return undefined;
}

function isLoopback(bytes: readonly number[]): boolean {
  if (bytes.length === 4) return bytes[0] === 127;
  return bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

function isLinkLocal([first, second = 0, ...rest]: readonly number[]): boolean {
  if (rest.length === 2) return first === 169 && second === 254;
  return first === 0xfe && (second & 0xc0) === 0x80;
}

function isLinkLocalMulticast([first, second = 0, third, ...rest]: readonly number[]): boolean {
  if (rest.length === 1) return first === 224 && second === 0 && third === 0;
  return first === 0xff && (second & 0x0f) === 0x02;
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

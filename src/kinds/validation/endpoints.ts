/** Checks of endpoints. */
import { duplicate, invalidFor, required, show, type FieldErrors } from '../meta/field-errors.ts';
import { checkDns1123Label, checkDns1123Subdomain, checkQualifiedName } from '../meta/names.ts';
import { validateOneOf, validatePort } from '../meta/validate-values.ts';
import type { EndpointAddress, EndpointPort, EndpointSubset } from '../types/index.ts';
import { validateIp, validateOrdinaryIp } from './addresses.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];

export function validateSubsets(
  errors: FieldErrors,
  subsets: readonly EndpointSubset[] | undefined,
): void {
  for (const [index, subset] of (subsets ?? []).entries()) {
    validateSubset(errors, subset, `subsets[${index}]`);
  }
}

function validateSubset(
  errors: FieldErrors,
  { addresses = [], notReadyAddresses = [], ports = [] }: EndpointSubset,
  field: string,
): void {
  if (addresses.length === 0 && notReadyAddresses.length === 0) {
    errors.push(required(field, 'must specify `addresses` or `notReadyAddresses`'));
  }
  for (const [index, address] of addresses.entries()) {
    validateAddress(errors, address, `${field}.addresses[${index}]`);
  }
  for (const [index, address] of notReadyAddresses.entries()) {
    validateAddress(errors, address, `${field}.notReadyAddresses[${index}]`);
  }
  for (const [index, port] of ports.entries()) {
    validateEndpointPort(errors, port, ports.length > 1, `${field}.ports[${index}]`);
  }
}

function validateAddress(
  errors: FieldErrors,
  { ip = '', hostname, nodeName }: EndpointAddress,
  field: string,
): void {
  validateIp(errors, ip, `${field}.ip`);
  if (hostname) {
    invalidFor(errors, `${field}.hostname`, hostname, checkDns1123Label(hostname));
  }
  if (nodeName != null) {
    invalidFor(errors, `${field}.nodeName`, nodeName, checkDns1123Subdomain(nodeName));
  }
  validateOrdinaryIp(errors, ip, `${field}.ip`);
}

function validateEndpointPort(
  errors: FieldErrors,
  { name, port, protocol, appProtocol }: EndpointPort,
  needsName: boolean,
  field: string,
): void {
  if (name) invalidFor(errors, `${field}.name`, name, checkDns1123Label(name));
  else if (needsName) errors.push(required(`${field}.name`));
  validatePort(errors, port ?? 0, `${field}.port`);
  if (!protocol) errors.push(required(`${field}.protocol`));
  else validateOneOf(errors, protocol, protocols, `${field}.protocol`);
  if (appProtocol != null) {
    invalidFor(errors, `${field}.appProtocol`, appProtocol, checkQualifiedName(appProtocol));
  }
}

/** The API document's rule that no address is both ready and not ready in a subset; v1.24 lets it pass. */
export function validateOneList(
  errors: FieldErrors,
  subsets: readonly EndpointSubset[] = [],
): void {
  for (const [i, { addresses = [], notReadyAddresses = [] }] of subsets.entries()) {
    const ready = new Set(addresses.map(({ ip }) => ip));
    for (const [j, { ip }] of notReadyAddresses.entries()) {
      if (ready.has(ip))
        errors.push(duplicate(`subsets[${i}].notReadyAddresses[${j}].ip`, show(ip)));
    }
  }
}

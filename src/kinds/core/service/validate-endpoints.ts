/** Checks of endpoints. */
import {
  checkEach,
  duplicate,
  invalidFor,
  required,
  show,
  type FieldErrors,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkQualifiedName,
} from '#values';
import { validateOneOf, validatePort } from '../../object/validate-values.ts';
import type { EndpointAddress, EndpointPort, EndpointSubset } from '#types';
import { validateIp, validateOrdinaryIp } from '../../object/validate-addresses.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];

export function validateSubsets(
  errors: FieldErrors,
  subsets: readonly EndpointSubset[] | undefined,
): void {
  checkEach(errors, subsets, (subset, index) => {
    validateSubset(errors, subset, `subsets[${index}]`);
  });
}

function validateSubset(
  errors: FieldErrors,
  { addresses = [], notReadyAddresses = [], ports = [] }: EndpointSubset,
  field: string,
): void {
  if (addresses.length === 0 && notReadyAddresses.length === 0) {
    errors.push(required(field, 'must specify `addresses` or `notReadyAddresses`'));
  }
  checkEach(errors, addresses, (address, index) => {
    validateAddress(errors, address, `${field}.addresses[${index}]`);
  });
  checkEach(errors, notReadyAddresses, (address, index) => {
    validateAddress(errors, address, `${field}.notReadyAddresses[${index}]`);
  });
  checkEach(errors, ports, (port, index) => {
    validateEndpointPort(errors, port, ports.length > 1, `${field}.ports[${index}]`);
  });
}

function validateAddress(
  errors: FieldErrors,
  { ip = '', hostname, nodeName }: EndpointAddress,
  field: string,
): void {
  validateIp(errors, ip, `${field}.ip`);
  if (hostname) {
    invalidFor(errors, `${field}.hostname`, hostname, checkDns1123Label(hostname, errors.release));
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
  if (name) invalidFor(errors, `${field}.name`, name, checkDns1123Label(name, errors.release));
  else if (needsName) errors.push(required(`${field}.name`));
  validatePort(errors, port ?? 0, `${field}.port`);
  if (!protocol) errors.push(required(`${field}.protocol`));
  else validateOneOf(errors, protocol, protocols, `${field}.protocol`);
  if (appProtocol != null) {
    invalidFor(
      errors,
      `${field}.appProtocol`,
      appProtocol,
      checkQualifiedName(appProtocol, errors.release),
    );
  }
}

/**
 * The API document's rule that no address is both ready and not ready in a subset; v1.24 does not
 * check it.
 */
export function validateOneList(
  errors: FieldErrors,
  subsets: readonly EndpointSubset[] = [],
): void {
  checkEach(errors, subsets, ({ addresses = [], notReadyAddresses = [] }, i) => {
    const ready = new Set(addresses.map(({ ip }) => ip));
    checkEach(errors, notReadyAddresses, ({ ip }, j) => {
      if (ready.has(ip))
        errors.push(duplicate(`subsets[${i}].notReadyAddresses[${j}].ip`, show(ip)));
    });
  });
}

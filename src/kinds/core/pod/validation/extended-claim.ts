/** Checks of which devices a pod got for resources that it asks for by name. */
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  duplicate,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
} from '#values';
import type { Pod } from '#types';

const field = 'status.extendedResourceClaimStatus';
const ofContainers = 'an entry in spec.initContainers';

export function validateExtendedClaim(errors: FieldErrors, { spec, status }: Pod): void {
  const { extendedResourceClaimStatus: claim } = status;
  if (claim == null) return;
  const containers = new Map(
    [...(spec.initContainers ?? []), ...spec.containers].map((each) => [each.name, each]),
  );
  const { requestMappings, resourceClaimName: name } = claim;
  const mappings = requestMappings ?? [];
  if (mappings.length === 0) {
    errors.push(required(`${field}.requestMappings`, 'at least one request mapping is required'));
  }
  const earlier = new Set<string>();
  for (const [index, mapping] of mappings.entries()) {
    const { containerName = '', resourceName = '', requestName = '' } = mapping;
    const at = `${field}.requestMappings[${index}]`;
    const requests = containers.get(containerName)?.resources?.requests;
    if (!containers.has(containerName)) {
      const why = `must match the name of ${ofContainers}.name or spec.containers.name`;
      errors.push(invalid(`${at}.containerName`, show(containerName), why));
    } else if (requests?.[resourceName] === undefined) {
      const why = `must match the extended resource name of ${ofContainers}.resources.requests or spec.containers.resources.requests`;
      errors.push(invalid(`${at}.resourceName`, show(resourceName), why));
    }
    const faults = checkDns1123Label(requestName, errors.release);
    invalidFor(errors, `${field}.requestName`, requestName, faults);
    const key = JSON.stringify([containerName, resourceName, requestName]);
    if (earlier.has(key)) {
      errors.push(duplicate(`${at}.containerName`, show(containerName)));
      errors.push(duplicate(`${at}.resourceName`, show(resourceName)));
      errors.push(duplicate(`${at}.requestName`, show(requestName)));
    }
    earlier.add(key);
  }
  if (!name) errors.push(required(`${field}.resourceClaimName`));
  else invalidFor(errors, `${field}.resourceClaimName`, name, checkDns1123Subdomain(name));
}

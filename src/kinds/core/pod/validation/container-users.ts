/** Checks of who containers run as, and of what they say about their devices. */
import {
  checkEach,
  duplicate,
  forbidden,
  invalid,
  isSince,
  required,
  show,
  tooLong,
  type FieldErrors,
} from '#values';
import { validateOneOf, validateRange } from '../../../object/validate-values.ts';
import type { Container, ContainerStatus, LinuxContainerUser, Pod } from '#types';

const maxId = 2 ** 31 - 1;
const maxUserId = 2 ** 32 - 1;
const longestMessage = 512;
const healths = ['Healthy', 'Unhealthy', 'Unknown'];
const lists = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;

/** For the status of a pod. */
export function validateUsers(errors: FieldErrors, pod: Pod): void {
  // Hardly any status has either: to look makes nothing.
  for (const list of lists) {
    if (pod.status[list]?.some(hasDetails) !== true) continue;
    validateDetails(errors, pod);
    return;
  }
}

function hasDetails({ user, allocatedResourcesStatus }: ContainerStatus): boolean {
  return user?.linux != null || allocatedResourcesStatus != null;
}

function validateDetails(errors: FieldErrors, { spec, status }: Pod): void {
  for (const list of lists) {
    checkEach(errors, status[list], ({ user }, index) => {
      if (user?.linux == null) return;
      const parent = isSince(errors, 'PodConditionsInStatus') ? '.user' : '';
      const field = `status.${list}[${index}]${parent}.linux`;
      if (spec.os?.name === 'windows') {
        errors.push(forbidden(field, 'cannot be set for a windows pod'));
      } else validateUser(errors, user.linux, field);
    });
  }
  validateDevices(errors, status.containerStatuses, spec.containers, 'containerStatuses');
  const inits = spec.initContainers ?? [];
  validateDevices(errors, status.initContainerStatuses, inits, 'initContainerStatuses');
  checkEach(errors, status.ephemeralContainerStatuses, ({ allocatedResourcesStatus }, index) => {
    if ((allocatedResourcesStatus ?? []).length === 0) return;
    const field = `status.ephemeralContainerStatuses[${index}].allocatedResourcesStatus`;
    errors.push(forbidden(field, 'must not be specified in container status'));
  });
}

function validateUser(errors: FieldErrors, user: LinuxContainerUser, field: string): void {
  const mostUser = isSince(errors, 'ClaimStatusesKept') ? maxUserId : maxId;
  validateRange(errors, user.uid ?? 0, 0, mostUser, `${field}.uid`);
  validateRange(errors, user.gid ?? 0, 0, maxId, `${field}.gid`);
  for (const [index, group] of (user.supplementalGroups ?? []).entries()) {
    validateRange(errors, group, 0, maxId, `${field}.supplementalGroups[${index}]`);
  }
}

function validateDevices(
  errors: FieldErrors,
  statuses: readonly ContainerStatus[] | undefined,
  containers: readonly Container[],
  list: string,
): void {
  checkEach(errors, statuses, ({ name, allocatedResourcesStatus }, index) => {
    if (allocatedResourcesStatus == null) return;
    const container = containers.find((each) => each.name === name);
    for (const [place, { name: resource, resources }] of allocatedResourcesStatus.entries()) {
      const field = `status.${list}[${index}].allocatedResourcesStatus[${place}]`;
      if (container !== undefined) validateUse(errors, resource, container, `${field}.name`);
      const earlier = new Set<string>();
      for (const [each, { resourceID, health = '', message }] of (resources ?? []).entries()) {
        const at = `${field}.resources[${each}]`;
        validateOneOf(errors, health, healths, `${at}.health`);
        if (message === '') {
          errors.push(required(`${at}.message`, 'must be non-empty if specified'));
        } else if (message != null && message.length > longestMessage) {
          errors.push(tooLong(`${at}.message`, longestMessage, errors.release));
        }
        if (earlier.has(resourceID)) {
          errors.push(duplicate(`${at}.resourceID`, show(resourceID)));
        }
        earlier.add(resourceID);
      }
    }
  });
}

const claimPrefix = 'claim:';

/** A resource that a container requests, or a claim of devices that it uses. */
function validateUse(
  errors: FieldErrors,
  resource: string,
  { resources }: Container,
  field: string,
): void {
  if (!resource.startsWith(claimPrefix)) {
    if (Object.hasOwn(resources?.requests ?? {}, resource)) return;
    const why = "must match one of the container's resource requests";
    errors.push(invalid(field, show(resource), why));
    return;
  }
  const claims = (resources?.claims ?? []).map(({ name, request }) => {
    return `${claimPrefix}${name}${request ? `/${request}` : ''}`;
  });
  if (claims.includes(resource)) return;
  const form = isSince(errors, 'ClaimStatusesKept')
    ? "as 'claim:<claimName>/<requestName>' when container.resources.claims[*].request is set or 'claim:<claimName>' when it is empty"
    : "in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty";
  const why = `must match one of the container's resource claims ${form}`;
  errors.push(invalid(field, show(resource), why));
}

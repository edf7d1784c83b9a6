/** Checks of the status of pods. */
import {
  checkDns1123Subdomain,
  checkEach,
  checkQualifiedName,
  duplicate,
  forbidden,
  goJson,
  internal,
  invalid,
  invalidFor,
  isIpv6,
  isSince,
  parseIp,
  show,
  showItems,
  showStruct,
  type FieldErrors,
  type Shown,
} from '#values';
import { validateIp } from '../../../object/validate-addresses.ts';
import type { Pod, PodCondition, PodIP } from '#types';
import { validatePodAnnotations, validatePodAnnotationsChange } from './pod-annotations.ts';
import { validateStates } from './container-states.ts';
import { validateExtendedClaim } from './extended-claim.ts';
import { validateUsers } from './container-users.ts';

/** For an update through `/status`. */
export function validatePodStatusUpdate(errors: FieldErrors, pod: Pod, old: Pod): void {
  const { status } = pod;
  const field = 'metadata.annotations';
  const { annotations } = pod.metadata;
  if (annotations !== old.metadata.annotations) {
    validatePodAnnotationsChange(errors, annotations, old.metadata.annotations, field);
    validatePodAnnotations(errors, annotations, pod.spec, field);
  }
  validateConditions(errors, status.conditions);
  validateNomination(errors, status.nominatedNodeName, old);
  if ((status.observedGeneration ?? 0) < 0) {
    const shown = show(status.observedGeneration!);
    errors.push(invalid('status.observedGeneration', shown, notNegative));
  }
  const { qosClass = '' } = status;
  if (qosClass !== (old.status.qosClass ?? '') && isSince(errors, 'PodQosClassFixed')) {
    errors.push(invalid('status.qosClass', show(qosClass), 'field is immutable'));
  }
  validateStates(errors, status, old);
  validateClaimStatuses(errors, pod);
  validateExtendedClaim(errors, pod);
  if (status.podIPs !== undefined) validateIps(errors, status.podIPs, 'podIPs');
  if (!status.podIP && (status.podIPs ?? []).length > 0 && isSince(errors, 'PodIpsPaired')) {
    const why = 'podIP and podIPs must either both be set or both be unset';
    errors.push(invalid('status.podIPs', goJson(status.podIPs), why));
  }
  validateHostIps(errors, pod);
  validateUsers(errors, pod);
}

/** The conditions of all pods; the names of others are checked. */
const wellKnownConditions: ReadonlySet<string> = new Set([
  'ContainersReady',
  'Initialized',
  'PodScheduled',
  'Ready',
]);

const notNegative = 'must be a non-negative integer';

function validateConditions(
  errors: FieldErrors,
  conditions: readonly PodCondition[] | undefined,
): void {
  checkEach(errors, conditions, ({ type = '', observedGeneration = 0 }, index) => {
    if (observedGeneration >= 0 && wellKnownConditions.has(type)) return;
    // At first they are looked for in the metadata.
    const parent = isSince(errors, 'PodConditionsInStatus') ? 'status' : 'metadata';
    const field = `${parent}.conditions[${index}]`;
    if (observedGeneration < 0) {
      errors.push(invalid(`${field}.observedGeneration`, show(observedGeneration), notNegative));
    }
    if (wellKnownConditions.has(type)) return;
    invalidFor(errors, `${field}.Type`, type, checkQualifiedName(type, errors.release));
  });
}

/** A node that a pod shall run on; one that is bound needs none. */
function validateNomination(errors: FieldErrors, nominated: string | undefined, old: Pod): void {
  if (!nominated || nominated === old.status.nominatedNodeName) return;
  const field = 'status.nominatedNodeName';
  invalidFor(errors, field, nominated, checkDns1123Subdomain(nominated));
  if (!old.spec.nodeName || !isSince(errors, 'ClearingNominatedNodeNameAfterBinding')) return;
  errors.push(forbidden(field, 'may not be set on pods that are already bound to a node'));
}

/** Claims that were made for the pod are those that it asks for. */
function validateClaimStatuses(errors: FieldErrors, { spec, status }: Pod): void {
  const { resourceClaimStatuses: claims = [] } = status;
  if (claims.length === 0) return;
  const claimNames = new Set((spec.resourceClaims ?? []).map(({ name }) => name));
  const field = 'status.resourceClaimStatuses';
  const earlier = new Set<string>();
  const part = isSince(errors, 'MadeClaimsNamed') ? 'resourceClaimName' : 'name';
  for (const [index, claim] of claims.entries()) {
    const { name = '', resourceClaimName: result } = claim;
    const at = `${field}[${index}]`;
    if (!claimNames.has(name)) {
      const why = 'must match the name of an entry in `spec.resourceClaims`';
      errors.push(invalid(`${at}.name`, show(name), why));
    }
    if (earlier.has(name)) errors.push(duplicate(`${at}.name`, show(name)));
    earlier.add(name);
    if (result != null) invalidFor(errors, `${at}.${part}`, result, checkDns1123Subdomain(result));
  }
}

/** The addresses of the host: the first is the one that older clients know. */
function validateHostIps(errors: FieldErrors, { status }: Pod): void {
  const { hostIP = '', hostIPs = [] } = status;
  if (hostIPs.length === 0) return;
  const first = hostIPs[0]!.ip ?? '';
  if (hostIP !== first) {
    const why = 'must be equal to `hostIP`';
    errors.push(invalid('status.hostIPs[0].ip', show(first), why));
  }
  validateIps(errors, hostIPs, 'hostIPs');
}

/** At most one of each family. */
function validateIps(errors: FieldErrors, ips: readonly PodIP[], list: 'podIPs' | 'hostIPs'): void {
  const field = `status.${list}`;
  const type = list === 'podIPs' ? 'core.PodIP' : 'core.HostIP';
  const shown = (ip: string): Shown => showStruct(type, [['IP', show(ip)]]);
  const repeated = (): void => {
    if (isSince(errors, 'PodConditionsInStatus')) return;
    const earlier = new Set<string>();
    for (const [index, { ip = '' }] of ips.entries()) {
      if (earlier.has(ip)) errors.push(duplicate(`${field}[${index}]`, shown(ip)));
      earlier.add(ip);
    }
  };
  for (const [index, { ip = '' }] of ips.entries()) validateIp(errors, ip, `${field}[${index}]`);
  if (ips.length < 2) return;
  if (list === 'hostIPs') repeated();
  const unread = ips.findIndex(({ ip = '' }) => parseIp(ip) === undefined);
  if (unread >= 0) {
    const why = isSince(errors, 'LimitsNamed')
      ? `invalid IP[${unread}]: ${ips[unread]!.ip ?? ''}`
      : 'ip <nil> is invalid';
    errors.push(internal(field, `failed to check for dual stack with error:${why}`));
  }
  const families = new Set(ips.map(({ ip = '' }) => isIpv6(ip)));
  if (unread >= 0 || families.size < 2 || ips.length > 2) {
    const items = showItems(
      `[]${type}`,
      ips.map(({ ip = '' }) => shown(ip)),
    );
    errors.push(invalid(field, items, 'may specify no more than one IP for each IP family'));
  }
  if (list === 'podIPs') repeated();
}

/** Checks of containers that are added to running pods for debugging. */
import {
  semanticEqual,
  duplicate,
  forbidden,
  isSince,
  notFoundValue,
  required,
  show,
  type FieldErrors,
} from '#values';
import type { Container, EphemeralContainer, PodSpec } from '#types';
import { shownChanges } from '../../../object/changed-fields.ts';
import type { Profile } from '../../../profile/profile.ts';
import { validateCommon, validateImage, validateListed } from './containers.ts';
import type { MountableVolumes } from '../../volume/validate-volumes.ts';

const why = 'cannot be set for an Ephemeral Container';

/** Fields that belong to the service that a pod provides, in the order in which v1.24 checks them. */
const notForThem = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const satisfies readonly (keyof Container)[];

const pointers = new Set(['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle']);

/** `field` is the path of the spec. */
export function validateEphemeralContainers(
  errors: FieldErrors,
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  const list = spec.ephemeralContainers ?? [];
  if (list.length === 0) return;
  const others = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const names = new Set(others.map(({ name }) => name));
  if (isSince(errors, 'ContainersCheckedInTurn')) {
    validateInTurn(errors, spec, volumes, field);
    return;
  }
  for (const [index, container] of list.entries()) {
    const at = `${field}.ephemeralContainers[${index}]`;
    const { name, targetContainerName: target } = container;
    if (target && !names.has(target)) {
      errors.push(notFoundValue(`${at}.targetContainerName`, show(target)));
    }
    if (!name) {
      errors.push(required(at, 'ephemeralContainer requires a name'));
      continue;
    }
    // v1.24 checks each one as a list of one, which shows in the paths.
    validateListed(errors, container as Container, spec, volumes, `${at}[0]`);
    validateImage(errors, container, `${at}[0]`);
    if (names.has(name)) errors.push(duplicate(`${at}.name`, show(name)));
    names.add(name);
    validateParts(errors, container, at);
  }
}

function validateInTurn(
  errors: FieldErrors,
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  const others = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const targets = new Set(others.map(({ name }) => name));
  const names = new Set(targets);
  for (const [index, container] of (spec.ephemeralContainers ?? []).entries()) {
    const at = `${field}.ephemeralContainers[${index}]`;
    const { name = '', targetContainerName: target } = container;
    validateCommon(errors, container as Container, spec, volumes, at);
    validateImage(errors, container, at);
    if (names.has(name)) errors.push(duplicate(`${at}.name`, show(name)));
    names.add(name);
    if (target && !targets.has(target)) {
      errors.push(notFoundValue(`${at}.targetContainerName`, show(target)));
    }
    validateParts(errors, container, at);
  }
}

function validateParts(errors: FieldErrors, container: EphemeralContainer, field: string): void {
  for (const part of notForThem) {
    if (isSet(part, container[part])) errors.push(forbidden(`${field}.${part}`, why));
  }
  for (const [index, { subPath, subPathExpr }] of (container.volumeMounts ?? []).entries()) {
    const at = `${field}.volumeMounts[${index}]`;
    if (subPath) errors.push(forbidden(`${at}.subPath`, why));
    if (subPathExpr) errors.push(forbidden(`${at}.subPathExpr`, why));
  }
}

function isSet(name: string, part: object | string | null | undefined): boolean {
  // Of these Go has pointers or lists: also an empty one is there.
  if (pointers.has(name) || Array.isArray(part)) return part != null;
  if (typeof part === 'string') return true;
  for (const _ in part) return true;
  return false;
}

/** Existing ones must not change; others may be added. */
export function validateEphemeralContainersChange(
  errors: FieldErrors,
  { ephemeralContainers: list = [] }: PodSpec,
  { ephemeralContainers: old = [] }: PodSpec,
  profile: Profile,
): void {
  const field = 'spec.ephemeralContainers';
  for (const container of old) {
    const name = show(container.name);
    const now = list.find((other) => other.name === container.name);
    if (now === undefined) {
      errors.push(forbidden(field, `existing ephemeral containers ${name} may not be removed\n`));
    } else if (!semanticEqual(now, container)) {
      const changes = shownChanges('EphemeralContainer', now, container, profile);
      errors.push(
        forbidden(field, `existing ephemeral containers ${name} may not be changed\n${changes}`),
      );
    }
  }
}

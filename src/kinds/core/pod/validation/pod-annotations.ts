/** Checks of pod annotations that have a meaning for the cluster. */
import { forbidden, invalid, show, type FieldErrors } from '#values';
import type { ObjectMeta, PodSpec, SeccompProfile } from '#types';
import { validateRelativePath } from '../../../object/validate-paths.ts';
import {
  appArmorPrefix,
  containerSeccompPrefix,
  mirrorAnnotation,
  podSeccomp,
} from '../pod-annotation-names.ts';

type Annotations = ObjectMeta['annotations'];

const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';

/** How they begin, in the order in which they are checked. */
const checked = [
  ...[mirrorAnnotation, deletionCost, podSeccomp, containerSeccompPrefix, appArmorPrefix],
];

/** Checks annotations. `field` is their path. */
export function validatePodAnnotations(
  errors: FieldErrors,
  annotations: Annotations,
  spec: PodSpec,
  field: string,
): void {
  for (const beginning of checked) {
    for (const key in annotations) {
      if (key.startsWith(beginning))
        validateAnnotation(errors, key, annotations[key]!, spec, field);
    }
  }
}

function validateAnnotation(
  errors: FieldErrors,
  key: string,
  value: string,
  spec: PodSpec,
  field: string,
): void {
  if (key === mirrorAnnotation) {
    if (spec.nodeName) return;
    const why = 'must set spec.nodeName if mirror pod annotation is set';
    errors.push(invalid(`${field}[${key}]`, show(value), why));
  } else if (key === deletionCost) {
    if (isDeletionCost(value)) return;
    errors.push(invalid(`${field}[${key}]`, show(value), 'must be a 32bit integer'));
  } else if (key === podSeccomp || key.startsWith(containerSeccompPrefix)) {
    validateSeccompName(errors, value, `${field}.${key}`);
  } else if (key.startsWith(appArmorPrefix)) {
    const container = key.slice(appArmorPrefix.length);
    if (!hasContainer(spec, container)) {
      errors.push(invalid(`${field}[${key}]`, show(container), 'container not found'));
    }
    validateAppArmor(errors, value, `${field}[${key}]`);
  }
}

/** A number without a plus sign or leading zeros. */
function isDeletionCost(text: string): boolean {
  if (!/^(0|-[0-9]+|[1-9][0-9]*)$/.test(text)) return false;
  const cost = Number(text);
  return cost >= -(2 ** 31) && cost < 2 ** 31;
}

const localPrefix = 'localhost/';

export function validateSeccompName(errors: FieldErrors, profile: string, field: string): void {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return;
  if (profile.startsWith(localPrefix)) {
    validateRelativePath(errors, profile.slice(localPrefix.length), field);
  } else {
    errors.push(invalid(field, show(profile), 'must be a valid seccomp profile'));
  }
}

function hasContainer(spec: PodSpec, name: string): boolean {
  const { containers, initContainers = [], ephemeralContainers = [] } = spec;
  return [...initContainers, ...(containers ?? []), ...ephemeralContainers].some(
    (container) => container.name === name,
  );
}

/** @param shown the value to show; default: the profile */
export function validateAppArmor(
  errors: FieldErrors,
  profile: string,
  field: string,
  shown = profile,
): void {
  const isPlain = ['', 'runtime/default', 'unconfined'].includes(profile);
  if (isPlain || profile.startsWith(localPrefix)) return;
  errors.push(invalid(field, show(shown), `invalid AppArmor profile name: ${show(profile)}`));
}

/** An existing pod's AppArmor annotations, and its mirror annotation, must not change. */
export function validatePodAnnotationsChange(
  errors: FieldErrors,
  annotations: Annotations,
  old: Annotations,
  field: string,
): void {
  if (annotations === old) return;
  for (const key in old) {
    if (annotations?.[key] === old[key]) continue;
    refuseChange(errors, key, 'remove or update', `${field}[${key}]`);
  }
  for (const key in annotations) {
    if (old?.[key] === undefined) refuseChange(errors, key, 'add', `${field}[${key}]`);
  }
}

function refuseChange(errors: FieldErrors, key: string, verb: string, field: string): void {
  if (key.startsWith(appArmorPrefix)) {
    errors.push(forbidden(field, `may not ${verb} AppArmor annotations`));
  } else if (key === mirrorAnnotation) {
    errors.push(forbidden(field, `may not ${verb} mirror pod annotation`));
  }
}

/** Profiles that both annotations and fields give must be the same. `field` is the path of the spec. */
export function validateSeccompPairs(
  errors: FieldErrors,
  annotations: Annotations,
  spec: PodSpec,
  field: string,
): void {
  if (annotations == null) return;
  validatePair(errors, annotations[podSeccomp], spec.securityContext?.seccompProfile, field);
  for (const kind of ['initContainers', 'containers'] as const) {
    for (const [index, { name, securityContext }] of (spec[kind] ?? []).entries()) {
      const annotation = annotations[containerSeccompPrefix + name];
      const at = `${field}.${kind}[${index}]`;
      validatePair(errors, annotation, securityContext?.seccompProfile, at);
    }
  }
}

function validatePair(
  errors: FieldErrors,
  annotation: string | undefined,
  profile: SeccompProfile | undefined,
  field: string,
): void {
  if (annotation === undefined || profile == null) return;
  const at = `${field}.securityContext.seccompProfile`;
  const types = new Map([
    ['unconfined', 'Unconfined'],
    ['runtime/default', 'RuntimeDefault'],
    ['docker/default', 'RuntimeDefault'],
  ]);
  const isLocal = annotation.startsWith(localPrefix);
  const type = isLocal ? 'Localhost' : types.get(annotation);
  if (profile.type !== type) {
    errors.push(forbidden(`${at}.type`, 'seccomp type in annotation and field must match'));
  } else if (isLocal && profile.localhostProfile !== annotation.slice(localPrefix.length)) {
    const why = 'seccomp profile in annotation and field must match';
    errors.push(forbidden(`${at}.localhostProfile`, why));
  }
}

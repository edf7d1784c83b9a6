/** Checks of AppArmor profiles of pods and containers. */
import {
  forbidden,
  invalid,
  isSince,
  notSupported,
  required,
  show,
  longerThan,
  type FieldErrors,
} from '#values';
import type { AppArmorProfile, ObjectMeta, PodSpec } from '#types';
import { appArmorPrefix } from '../pod-annotation-names.ts';

const appArmorTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const longestProfile = 4095;

export function validateAppArmorField(
  errors: FieldErrors,
  profile: AppArmorProfile | undefined,
  field: string,
): void {
  if (profile == null) return;
  const { type, localhostProfile: local } = profile;
  const at = `${field}.localhostProfile`;
  const must = 'must be set when AppArmor type is Localhost';
  if (!type) errors.push(required(`${field}.type`, 'type is required when appArmorProfile is set'));
  else if (!appArmorTypes.includes(type)) {
    errors.push(notSupported(`${field}.type`, show(type), appArmorTypes));
  } else if (type !== 'Localhost') {
    const why = 'can only be set when AppArmor type is Localhost';
    if (local != null) errors.push(invalid(at, show(local), why));
  } else if (local == null || local === '') errors.push(required(at, must));
  else {
    const why = 'must not be padded with whitespace';
    if (local !== local.trim()) errors.push(invalid(at, show(local), why));
    if (local.length > longestProfile) errors.push(longerThan(at, longestProfile, errors.release));
  }
}

const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** Profiles that both annotations and fields give must be the same. `field` is the path of the spec. */
export function validateAppArmorPairs(
  errors: FieldErrors,
  annotations: ObjectMeta['annotations'],
  spec: PodSpec,
  field: string,
): void {
  if (annotations == null || !isSince(errors, 'AppArmorAnnotationsRead')) return;
  if (spec.os?.name === 'windows') return;
  for (const list of lists) {
    for (const [index, { name, securityContext }] of (spec[list] ?? []).entries()) {
      const profile = securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
      const annotation = annotations[appArmorPrefix + name];
      const at = `${field}.${list}[${index}].securityContext.appArmorProfile`;
      if (profile != null && annotation !== undefined) {
        validatePair(errors, annotation, profile, at);
      }
    }
  }
}

const localPrefix = 'localhost/';
const annotated: Readonly<Record<string, string>> = {
  Unconfined: 'unconfined',
  RuntimeDefault: 'runtime/default',
};

function validatePair(
  errors: FieldErrors,
  annotation: string,
  { type, localhostProfile: local }: AppArmorProfile,
  field: string,
): void {
  const isLocal = type === 'Localhost';
  const expected = annotated[type];
  if (!isLocal && expected === undefined) return;
  if (isLocal ? !annotation.startsWith(localPrefix) : annotation !== expected) {
    errors.push(forbidden(`${field}.type`, 'apparmor type in annotation and field must match'));
  } else if (isLocal && local !== annotation.slice(localPrefix.length)) {
    const why = 'apparmor profile in annotation and field must match';
    errors.push(forbidden(`${field}.localhostProfile`, why));
  }
}

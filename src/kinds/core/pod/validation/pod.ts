/** Checks of pods in addition to those that templates share. */
import {
  semanticEqual,
  checkEach,
  checkInParts,
  forbidden,
  invalid,
  isSince,
  required,
  show,
  type FieldError,
  type FieldErrors,
  type Resumable,
  shownNull,
} from '#values';
import { validateRange } from '../../../object/validate-values.ts';
import type { Container, Pod, PodSpec, Toleration } from '#types';
import { findingChangedFields } from '../../../object/changed-fields.ts';
import { validateGatedChange, withoutGatedChanges } from './gated-pods.ts';
import { validateAppArmorPairs } from './app-armor.ts';
import { validateImage } from './containers.ts';
import { validateEphemeralContainersChange } from './ephemeral-containers.ts';
import {
  validatePodAnnotations,
  validatePodAnnotationsChange,
  validateSeccompPairs,
} from './pod-annotations.ts';
import type { Profile } from '../../../profile/profile.ts';
import { qosClassOf } from '../pod-requests.ts';
import { validatePodSpec } from './pod-spec.ts';
import { validateTolerations } from './tolerations.ts';

const maxInt32 = 2 ** 31 - 1;

const changeable = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
];
const lastChangeable =
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

function fixedSpec(profile: Profile): string {
  const fields = profile.enabled('ChangeablePodFieldsByComma')
    ? [...changeable, lastChangeable].join(',')
    : `${changeable.join(', ')} or ${lastChangeable}`;
  return `pod updates may not change fields other than ${fields}`;
}

/** For a create. */
export function validatePod(errors: FieldErrors, pod: Pod): void {
  validatePodWhole(errors, pod);
  const { metadata, spec } = pod;
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden('spec.ephemeralContainers', 'cannot be set on create'));
  }
  if (spec.nodeName && (spec.schedulingGates ?? []).length > 0) {
    const why = 'cannot be set until all schedulingGates have been cleared';
    errors.push(forbidden('spec.nodeName', why));
  }
  validateSeccompPairs(errors, metadata.annotations, spec, 'spec');
  validateAppArmorPairs(errors, metadata.annotations, spec, 'spec');
}

/** Rules for all pods, new and old. */
export function validatePodWhole(errors: FieldErrors, { metadata, spec }: Pod): void {
  validatePodAnnotations(errors, metadata.annotations, spec, 'metadata.annotations');
  validatePodSpec(errors, spec, 'spec', metadata);
  validateTokens(errors, spec);
  validateImages(errors, spec.containers, 'spec.containers');
  validateImages(errors, spec.initContainers, 'spec.initContainers');
}

/** For an update through the main endpoint. */
export function validatePodUpdate(
  errors: FieldErrors,
  pod: Pod,
  oldPod: Pod,
  profile: Profile,
): void {
  validateWithMetadata(errors, pod, oldPod);
  const { spec } = pod;
  const { spec: old } = oldPod;
  if (spec === old) return;
  const isSameCount =
    isSameLength(errors, spec.containers, old.containers, 'spec.containers') &&
    isSameLength(errors, spec.initContainers, old.initContainers, 'spec.initContainers');
  if (!isSameCount) return;
  if (!validateDeadline(errors, spec.activeDeadlineSeconds, old.activeDeadlineSeconds)) return;
  validateAddedTolerations(errors, spec.tolerations ?? [], old.tolerations ?? []);
  validateGatedChange(errors, spec, old);
  validateQosClass(errors, pod, oldPod);
  checkInParts(errors, findingFixedChanges(spec, old, profile));
}

/** Checks what the pod asks for against the class that it was given, which may be another. */
function validateQosClass(errors: FieldErrors, { spec, status }: Pod, old: Pod): void {
  const { qosClass } = old.status;
  if (!qosClass || !isSince(errors, 'QosClassesCompared') || semanticEqual(spec, old.spec)) return;
  if (qosClass === qosClassOf(spec)) return;
  errors.push(invalid('metadata', show(status.qosClass ?? ''), 'Pod QoS is immutable'));
}

function* findingFixedChanges(
  spec: PodSpec,
  old: PodSpec,
  profile: Profile,
): Resumable<readonly FieldError[]> {
  const changes = yield* findingChangedFields(withChangeablesOf(spec, old), old);
  return changes === '' ? [] : [forbidden('spec', `${fixedSpec(profile)}\n${changes}`)];
}

/** For an update through `/ephemeralcontainers`. */
export function validatePodDebugUpdate(
  errors: FieldErrors,
  pod: Pod,
  old: Pod,
  profile: Profile,
): void {
  validateWithMetadata(errors, pod, old);
  validateEphemeralContainersChange(errors, pod.spec, old.spec, profile);
}

/** The pod as a whole, and the allowed changes of its annotations. */
function validateWithMetadata(errors: FieldErrors, pod: Pod, old: Pod): void {
  const { annotations } = pod.metadata;
  const field = 'metadata.annotations';
  validatePodWhole(errors, pod);
  validatePodAnnotationsChange(errors, annotations, old.metadata.annotations, field);
  validatePodAnnotations(errors, annotations, pod.spec, field);
}

/** Containers may not be added or removed. Changed images have been checked with the whole pod. */
function isSameLength(
  errors: FieldErrors,
  containers: readonly Container[] | undefined,
  old: readonly Container[] | undefined,
  field: string,
): boolean {
  if ((containers ?? []).length !== (old ?? []).length) {
    errors.push(forbidden(field, 'pod updates may not add or remove containers'));
    return false;
  }
  checkEach(errors, containers, (container, index) => {
    const at = `${field}[${index}]`;
    if (!container.image) errors.push(required(`${at}.image`));
    validateImage(errors, container, at);
  });
  return true;
}

/** A projected token needs a service account. */
function validateTokens(errors: FieldErrors, spec: PodSpec): void {
  if (spec.serviceAccountName) return;
  checkEach(errors, spec.volumes, ({ projected }, index) => {
    for (const [sourceIndex, source] of (projected?.sources ?? []).entries()) {
      if (source.serviceAccountToken == null) continue;
      const at = `spec.volumes[${index}].projected.sources[${sourceIndex}].serviceAccountToken`;
      errors.push(forbidden(at, 'must not be specified when serviceAccountName is not set'));
    }
  });
}

function validateImages(
  errors: FieldErrors,
  containers: readonly Container[] | null | undefined,
  field: string,
): void {
  checkEach(errors, containers, (container, index) => {
    validateImage(errors, container, `${field}[${index}]`);
  });
}

/** The deadline may be set, and then only shortened. Returns whether the checks continue. */
function validateDeadline(
  errors: FieldErrors,
  deadline: number | undefined,
  old: number | undefined,
): boolean {
  const field = 'spec.activeDeadlineSeconds';
  if (deadline == null) {
    if (old == null) return true;
    const why = 'must not update from a positive integer to nil value';
    errors.push(invalid(field, shownNull, why));
    return true;
  }
  const before = errors.length;
  validateRange(errors, deadline, 0, maxInt32, field);
  if (errors.length === before && old != null && deadline > old) {
    errors.push(invalid(field, show(deadline), 'must be less than or equal to previous value'));
  }
  return errors.length === before;
}

/** Of existing tolerations, only the duration may change. */
function validateAddedTolerations(
  errors: FieldErrors,
  tolerations: readonly Toleration[],
  old: readonly Toleration[],
): void {
  const field = 'spec.tolerations';
  const isKept = (toleration: Toleration): boolean =>
    tolerations.some((other) =>
      semanticEqual(other, { ...toleration, tolerationSeconds: other.tolerationSeconds }),
    );
  if (old.every(isKept)) validateTolerations(errors, tolerations, field);
  else
    errors.push(
      forbidden(field, 'existing toleration can not be modified except its tolerationSeconds'),
    );
}

/** The new spec with the old values of all changeable fields. */
function withChangeablesOf(spec: PodSpec, old: PodSpec): PodSpec {
  const isEscape =
    (old.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1;
  return {
    ...withoutGatedChanges(spec, old),
    containers: withImagesOf(spec.containers, old.containers),
    initContainers:
      spec.initContainers && withImagesOf(spec.initContainers, old.initContainers ?? []),
    activeDeadlineSeconds: old.activeDeadlineSeconds,
    tolerations: old.tolerations,
    ...(isEscape && { terminationGracePeriodSeconds: old.terminationGracePeriodSeconds }),
  };
}

function withImagesOf(
  containers: readonly Container[],
  old: readonly Container[],
): readonly Container[] {
  return containers.map((container, index) => ({ ...container, image: old[index]?.image }));
}

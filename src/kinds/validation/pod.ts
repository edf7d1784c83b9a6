/** Checks of pods beyond those that templates share. */
import { deepEqual } from '../meta/equal.ts';
import { forbidden, invalid, show, type FieldErrors } from '../meta/field-errors.ts';
import { validateRange } from '../meta/validate-values.ts';
import type { Container, ContainerStatus, Pod, PodSpec, Toleration } from '../types/index.ts';
import { changedFields } from './changes.ts';
import { validatePodSpec } from './pod-spec.ts';
import { validateTolerations } from './tolerations.ts';

const maxInt32 = 2 ** 31 - 1;

const fixedSpec =
  'pod updates may not change fields other than `spec.containers[*].image`, ' +
  '`spec.initContainers[*].image`, `spec.activeDeadlineSeconds`, `spec.tolerations` ' +
  '(only additions to existing tolerations) or `spec.terminationGracePeriodSeconds` ' +
  '(allow it to be set to 1 if it was previously negative)';

/** For a creation. */
export function validatePod(errors: FieldErrors, { spec }: Pod): void {
  validatePodSpec(errors, spec, 'spec');
  validateTokens(errors, spec);
  validateImages(errors, spec.containers, 'spec.containers');
  validateImages(errors, spec.initContainers, 'spec.initContainers');
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden('spec.ephemeralContainers', 'cannot be set on create'));
  }
}

/** For an update through the main endpoint. */
export function validatePodUpdate(errors: FieldErrors, { spec }: Pod, { spec: old }: Pod): void {
  if (spec === old) return;
  validatePodSpec(errors, spec, 'spec');
  validateTokens(errors, spec);
  validateImages(errors, spec.containers, 'spec.containers');
  validateImages(errors, spec.initContainers, 'spec.initContainers');
  const isSameCount =
    (spec.containers ?? []).length === old.containers.length &&
    (spec.initContainers ?? []).length === (old.initContainers ?? []).length;
  if (!isSameCount) {
    errors.push(forbidden('spec.containers', 'pod updates may not add or remove containers'));
    return;
  }
  validateDeadline(errors, spec.activeDeadlineSeconds, old.activeDeadlineSeconds);
  validateAddedTolerations(errors, spec.tolerations ?? [], old.tolerations ?? []);
  const changes = changedFields(withChangeablesOf(spec, old), old);
  if (changes !== '') errors.push(forbidden('spec', `${fixedSpec}\n${changes}`));
}

/** For an update through `/status`. */
export function validatePodStatusUpdate(errors: FieldErrors, pod: Pod, old: Pod): void {
  const { restartPolicy } = old.spec;
  if (restartPolicy === 'Always') return;
  validateStates(
    errors,
    pod.status.containerStatuses,
    old.status.containerStatuses,
    restartPolicy,
    'status.containerStatuses',
  );
  validateStates(
    errors,
    pod.status.initContainerStatuses,
    old.status.initContainerStatuses,
    restartPolicy,
    'status.initContainerStatuses',
  );
}

/** A projected token is somebody's token. */
function validateTokens(errors: FieldErrors, spec: PodSpec): void {
  if (spec.serviceAccountName) return;
  for (const [index, { projected }] of (spec.volumes ?? []).entries()) {
    for (const [sourceIndex, source] of (projected?.sources ?? []).entries()) {
      if (source.serviceAccountToken == null) continue;
      const at = `spec.volumes[${index}].projected.sources[${sourceIndex}].serviceAccountToken`;
      errors.push(forbidden(at, 'must not be specified when serviceAccountName is not set'));
    }
  }
}

function validateImages(
  errors: FieldErrors,
  containers: readonly Container[] | undefined,
  field: string,
): void {
  for (const [index, { image }] of (containers ?? []).entries()) {
    if (!image || image === image.trim()) continue;
    const why = 'must not have leading or trailing whitespace';
    errors.push(invalid(`${field}[${index}].image`, show(image), why));
  }
}

/** The deadline may be set, and then only shortened. */
function validateDeadline(
  errors: FieldErrors,
  deadline: number | undefined,
  old: number | undefined,
): void {
  const field = 'spec.activeDeadlineSeconds';
  if (deadline == null) {
    if (old == null) return;
    errors.push(invalid(field, 'null', 'must not update from a positive integer to nil value'));
  } else {
    validateRange(errors, deadline, 0, maxInt32, field);
    if (old != null && deadline > old) {
      errors.push(invalid(field, show(deadline), 'must be less than or equal to previous value'));
    }
  }
}

/** Only how long something is tolerated may change of the tolerations that were there. */
function validateAddedTolerations(
  errors: FieldErrors,
  tolerations: readonly Toleration[],
  old: readonly Toleration[],
): void {
  const field = 'spec.tolerations';
  const isKept = (toleration: Toleration): boolean =>
    tolerations.some((other) =>
      deepEqual(other, { ...toleration, tolerationSeconds: other.tolerationSeconds }),
    );
  if (old.every(isKept)) validateTolerations(errors, tolerations, field);
  else
    errors.push(
      forbidden(field, 'existing toleration can not be modified except its tolerationSeconds'),
    );
}

/** The new spec with the old values of all that may change. */
function withChangeablesOf(spec: PodSpec, old: PodSpec): PodSpec {
  const isEscape =
    (old.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1;
  return {
    ...spec,
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

/** A container that is not restarted stays terminated. */
function validateStates(
  errors: FieldErrors,
  statuses: readonly ContainerStatus[] | undefined,
  old: readonly ContainerStatus[] | undefined,
  restartPolicy: PodSpec['restartPolicy'],
  field: string,
): void {
  for (const [index, { name, state }] of (old ?? []).entries()) {
    const exit = state?.terminated;
    if (exit == null || (exit.exitCode !== 0 && restartPolicy === 'OnFailure')) continue;
    const now = statuses?.find((status) => status.name === name);
    if (now === undefined || now.state?.terminated != null) continue;
    const why = 'may not be transitioned to non-terminated state';
    errors.push(forbidden(`${field}[${index}].state`, why));
  }
}

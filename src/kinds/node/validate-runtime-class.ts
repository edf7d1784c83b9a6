/** Checks of runtime classes. */
import {
  checkEach,
  duplicate,
  invalidFor,
  type FieldErrors,
  checkDns1123Label,
  isSince,
  required,
  show,
} from '#values';
import { validateLabels } from '../object/validate-labels.ts';
import { checkStated } from '../object/stated-checks.ts';
import type { Profile } from '../profile/profile.ts';
import type { RuntimeClass, Toleration } from '#types';
import { validateRequirements } from '../core/pod/validation/resources.ts';
import { showToleration, validateTolerations } from '../core/pod/validation/tolerations.ts';

/**
 * The paths are those of v1.24: overhead is checked as if it were limits, tolerations as if they
 * were a pod's.
 */
export function validateRuntimeClass(
  errors: FieldErrors,
  { handler = '', overhead, scheduling }: RuntimeClass,
): void {
  if (handler !== '' || !isSince(errors, 'HandlersRequired')) {
    invalidFor(errors, 'handler', handler, checkDns1123Label(handler, errors.release));
  } else if (!isSince(errors, 'StatedChecks')) errors.push(required('handler'));
  if (overhead != null) validateRequirements(errors, { limits: overhead.podFixed }, 'overhead');
  if (scheduling == null) return;
  validateLabels(errors, scheduling.nodeSelector, 'scheduling.nodeSelector');
  const field = 'scheduling.tolerations';
  const at = isSince(errors, 'TolerationPathsOfRuntimeClasses') ? field : `${field}.tolerations`;
  validateTolerations(errors, scheduling.tolerations, at);
  validateUnique(errors, scheduling.tolerations ?? [], field);
}

/** Requires what the type states: a handler, which stays as it is. `old` is undefined for a new object. */
export function validateHandler(
  errors: FieldErrors,
  { handler = '' }: RuntimeClass,
  old: RuntimeClass | undefined,
  profile: Profile,
): void {
  checkStated(errors, profile, (stated) => {
    if (old !== undefined && handler !== (old.handler ?? '')) {
      stated.immutable('handler', () => show(handler));
    }
    if (handler === '' && profile.enabled('StatedChecks')) stated.required('handler');
  });
}

/** The same for equal tolerations. */
function tolerationText({ key, operator, value, effect, tolerationSeconds }: Toleration): string {
  return JSON.stringify([key, operator, value, effect, tolerationSeconds]);
}

function validateUnique(
  errors: FieldErrors,
  tolerations: readonly Toleration[],
  field: string,
): void {
  const earlier = new Set<string>();
  checkEach(errors, tolerations, (toleration, index) => {
    const text = tolerationText(toleration);
    if (earlier.has(text)) errors.push(duplicate(`${field}[${index}]`, showToleration(toleration)));
    earlier.add(text);
  });
}

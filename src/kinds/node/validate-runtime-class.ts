/** Checks of runtime classes. */
import {
  checkEach,
  duplicate,
  invalidFor,
  type FieldErrors,
  checkDns1123Label,
  isSince,
  required,
  invalid,
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
  if (isSince(errors, 'StatedChecks')) {
    // The type states what is right: see validateHandler.
  } else if (handler !== '' || !isSince(errors, 'HandlersRequired')) {
    invalidFor(errors, 'handler', handler, checkDns1123Label(handler, errors.release));
  } else errors.push(required('handler'));
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
    const isOther = handler !== (old?.handler ?? '');
    const isMissing = stated.areLast && handler === '' && (isOther || old === undefined);
    if (stated.areLast && isOther && !isMissing) {
      for (const fault of checkDns1123Label(handler, profile)) {
        stated.add(invalid('handler', show(handler), fault.replace(/characters$/, 'bytes')));
      }
    }
    if (old !== undefined && isOther) stated.immutable('handler', () => show(handler));
    if (isMissing) stated.required('handler');
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

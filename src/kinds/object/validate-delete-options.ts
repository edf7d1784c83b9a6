/** The options of a deletion, which come with a DELETE or within an eviction. */
import {
  invalidObject,
  type ApiError,
  invalid,
  notSupported,
  show,
  type FieldError,
  showStrings,
} from '#values';
import type { DeleteOptions } from '#types';

const policies: readonly string[] = ['Foreground', 'Background', 'Orphan'];

/**
 * Undefined for valid ones, else the error (422) that has all their faults.
 *
 * @param isUnsafe the object is to be deleted although it cannot be read, where the release lets that be asked for
 */
export function problemOfDeleteOptions(
  options: DeleteOptions,
  isUnsafe = false,
): ApiError | undefined {
  const errors = [
    ...checkPolicy(options),
    ...validateDryRun(options.dryRun ?? []),
    ...(isUnsafe ? checkUnsafe(options) : []),
  ];
  if (errors.length === 0) return undefined;
  return invalidObject('meta.k8s.io', 'DeleteOptions', '', errors);
}

function checkUnsafe(options: DeleteOptions): readonly FieldError[] {
  const others = [
    'propagationPolicy',
    'orphanDependents',
    'gracePeriodSeconds',
    'preconditions',
  ] as const;
  return others
    .filter((name) => options[name] != null)
    .map((name) =>
      invalid(
        'ignoreStoreReadErrorWithClusterBreakingPotential',
        'true',
        `cannot be set together with .${name}`,
      ),
    );
}

function checkPolicy({
  propagationPolicy: policy,
  orphanDependents,
}: DeleteOptions): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (policy == null) return errors;
  if (orphanDependents != null) {
    const why = 'orphanDependents and deletionPropagation cannot be both set';
    errors.push(invalid('propagationPolicy', show(policy), why));
  }
  if (!policies.includes(policy)) {
    errors.push(notSupported('propagationPolicy', show(policy), [...policies, 'nil']));
  }
  return errors;
}

/** Of the options of any write. */
export function validateDryRun(values: readonly string[]): readonly FieldError[] {
  if (values.every((value) => value === 'All')) return [];
  return [notSupported('dryRun', showStrings(values), ['All'])];
}

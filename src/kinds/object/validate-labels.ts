/** Checks of labels, annotations and label selectors, anywhere in an object. */
import {
  utf8Length,
  checkEach,
  checkKeys,
  checkThen,
  forbidden,
  invalid,
  invalidFor,
  isSince,
  required,
  showName,
  tooLong,
  type FieldErrors,
  checkLabelValue,
  checkQualifiedName,
} from '#values';

type StringMap = Readonly<Record<string, string>>;

/** The maximum for keys and values together, in bytes. */
const maxAnnotationBytes = 262144;

/** In the order in which they are given: Go usually walks through a small map like that. */
export function validateLabels(
  errors: FieldErrors,
  labels: StringMap | undefined,
  field: string,
): void {
  if (labels == null) return;
  checkKeys(errors, labels, (key) => {
    validateLabelKey(errors, key, field);
    invalidFor(errors, field, labels[key]!, checkLabelValue(labels[key]!, errors.release));
  });
}

export function validateLabelKey(errors: FieldErrors, key: string, field: string): void {
  invalidFor(errors, field, key, checkQualifiedName(key, errors.release));
}

/** Keys are checked in lower case: upper case is allowed here. */
export function validateAnnotations(
  errors: FieldErrors,
  annotations: StringMap | undefined,
  field: string,
): void {
  if (annotations == null) return;
  let bytes = 0;
  checkKeys(errors, annotations, (key) => {
    bytes += utf8Length(key) + utf8Length(annotations[key]!);
    invalidFor(errors, field, key, checkQualifiedName(key.toLowerCase(), errors.release));
  });
  checkThen(errors, () => {
    if (bytes > maxAnnotationBytes) errors.push(tooLong(field, maxAnnotationBytes, errors.release));
  });
}

/** The fields of a label selector that are checked. */
export interface CheckedSelector {
  readonly matchLabels?: StringMap;
  readonly matchExpressions?: readonly CheckedRequirement[];
}

interface CheckedRequirement {
  readonly key?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

/** A missing selector is valid. */
export function validateLabelSelector(
  errors: FieldErrors,
  selector: CheckedSelector | undefined | null,
  field: string,
): void {
  if (selector == null) return;
  validateLabels(errors, selector.matchLabels, `${field}.matchLabels`);
  checkEach(errors, selector.matchExpressions, (requirement, index) => {
    validateRequirement(errors, requirement, `${field}.matchExpressions[${index}]`);
  });
}

function validateRequirement(
  errors: FieldErrors,
  requirement: CheckedRequirement,
  field: string,
): void {
  const { key = '', operator = '', values = [] } = requirement;
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) errors.push(required(`${field}.values`, needsValues));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) errors.push(forbidden(`${field}.values`, takesNoValues));
  } else {
    errors.push(invalid(`${field}.operator`, showName(operator), unknownOperator));
  }
  validateLabelKey(errors, key, `${field}.key`);
  if (!isSince(errors, 'SelectorValuesChecked')) return;
  validateLabelValues(errors, values, `${field}.values`);
}

export function validateLabelValues(
  errors: FieldErrors,
  values: readonly string[],
  field: string,
): void {
  for (const [index, value] of values.entries()) {
    invalidFor(errors, `${field}[${index}]`, value, checkLabelValue(value, errors.release));
  }
}

export const needsValues = "must be specified when `operator` is 'In' or 'NotIn'";
export const takesNoValues = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
export const unknownOperator = 'not a valid selector operator';

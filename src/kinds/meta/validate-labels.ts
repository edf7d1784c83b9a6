/** Checks of labels, annotations and label selectors, wherever they stand. */
import {
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  tooLong,
  type FieldError,
} from './field-errors.ts';
import { checkLabelValue, checkQualifiedName } from './names.ts';

type StringMap = Readonly<Record<string, string>>;

/** Keys and values together may not be larger, in bytes. */
const maxAnnotationBytes = 262144;

export function* validateLabels(
  labels: StringMap | undefined,
  field: string,
): Iterable<FieldError> {
  for (const key of sortedKeys(labels)) {
    yield* validateLabelKey(key, field);
    yield* invalidFor(field, show(labels![key]!), checkLabelValue(labels![key]!));
  }
}

export function validateLabelKey(key: string, field: string): readonly FieldError[] {
  return invalidFor(field, show(key), checkQualifiedName(key));
}

/** Keys are held against the rules in lower case: upper case is allowed here. */
export function* validateAnnotations(
  annotations: StringMap | undefined,
  field: string,
): Iterable<FieldError> {
  let bytes = 0;
  for (const key of sortedKeys(annotations)) {
    bytes += Buffer.byteLength(key) + Buffer.byteLength(annotations![key]!);
    yield* invalidFor(field, show(key), checkQualifiedName(key.toLowerCase()));
  }
  if (bytes > maxAnnotationBytes) yield tooLong(field, maxAnnotationBytes);
}

/** What is checked of a label selector. */
export interface CheckedSelector {
  readonly matchLabels?: StringMap;
  readonly matchExpressions?: readonly CheckedRequirement[];
}

interface CheckedRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** A missing selector is in order. */
export function* validateLabelSelector(
  selector: CheckedSelector | undefined | null,
  field: string,
): Iterable<FieldError> {
  if (selector == null) return;
  yield* validateLabels(selector.matchLabels, `${field}.matchLabels`);
  for (const [index, requirement] of (selector.matchExpressions ?? []).entries()) {
    yield* validateRequirement(requirement, `${field}.matchExpressions[${index}]`);
  }
}

function* validateRequirement(
  requirement: CheckedRequirement,
  field: string,
): Iterable<FieldError> {
  const { key, operator, values = [] } = requirement;
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) yield required(`${field}.values`, needsValues);
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) yield forbidden(`${field}.values`, takesNoValues);
  } else {
    yield invalid(`${field}.operator`, show(operator), unknownOperator);
  }
  yield* validateLabelKey(key, `${field}.key`);
}

export const needsValues = "must be specified when `operator` is 'In' or 'NotIn'";
export const takesNoValues = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
export const unknownOperator = 'not a valid selector operator';

const noKeys: readonly string[] = [];

/** Sorted, so that messages come in one order. */
function sortedKeys(map: StringMap | undefined): readonly string[] {
  if (map == null) return noKeys;
  const keys = Object.keys(map);
  return keys.length > 1 ? keys.sort() : keys;
}

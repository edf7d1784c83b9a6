/** Checks of storage classes. */
import {
  utf8Length,
  checkEach,
  checkKeys,
  checkThen,
  duplicate,
  invalid,
  invalidFor,
  isEnough,
  required,
  show,
  tooLong,
  type FieldErrors,
  checkQualifiedName,
} from '#values';
import type { StatedErrors } from '../object/stated-checks.ts';
import { validateLabelKey } from '../object/validate-labels.ts';
import { validateOneOf } from '../object/validate-values.ts';
import type { StorageClass, TopologySelectorTerm } from '#types';

const reclaimPolicies = ['Delete', 'Retain'];
const bindingModes = ['Immediate', 'WaitForFirstConsumer'];
const mostParameters = 512;
const mostParameterBytes = 256 * 1024;

/** For a class with its defaults. */
export function validateStorageClass(
  errors: FieldErrors,
  object: StorageClass,
  stated: StatedErrors,
): void {
  const { provisioner, reclaimPolicy, volumeBindingMode } = object;
  if (provisioner) validateProvisioner(errors, provisioner, 'provisioner');
  else stated.required('provisioner');
  validateParameters(errors, object.parameters);
  if (reclaimPolicy) validateOneOf(errors, reclaimPolicy, reclaimPolicies, 'reclaimPolicy');
  if (volumeBindingMode == null) errors.push(required('volumeBindingMode'));
  else validateOneOf(errors, volumeBindingMode, bindingModes, 'volumeBindingMode');
  validateTopologies(errors, object.allowedTopologies ?? []);
}

export function validateProvisioner(errors: FieldErrors, name: string, field: string): void {
  if (!name) errors.push(required(field));
  else
    invalidFor(
      errors,
      field,
      name.toLowerCase(),
      checkQualifiedName(name.toLowerCase(), errors.release),
    );
}

export function validateParameters(
  errors: FieldErrors,
  parameters: StorageClass['parameters'],
): void {
  if (parameters == null) return;
  const field = 'parameters';
  if (Object.keys(parameters).length > mostParameters) {
    errors.push(tooLong(field, mostParameters, errors.release));
    return;
  }
  let bytes = 0;
  checkKeys(errors, parameters, (name) => {
    if (name === '') errors.push(invalid(field, show(''), 'field can not be empty.'));
    bytes += utf8Length(name) + utf8Length(parameters[name]!);
  });
  checkThen(errors, () => {
    if (bytes > mostParameterBytes) errors.push(tooLong(field, mostParameterBytes, errors.release));
  });
}

/**
 * No term may say the same as one before it. v1.24 compares each with as many empty terms as there
 * are terms, too, so an empty one is reported at least that often.
 */
function validateTopologies(errors: FieldErrors, terms: readonly TopologySelectorTerm[]): void {
  const counts = new Map([[textOf({}), terms.length]]);
  checkEach(errors, terms, (term, index) => {
    const field = `allowedTopologies[${index}].matchLabelExpressions`;
    validateTerm(errors, term, field);
    const text = textOf(term);
    const count = counts.get(text) ?? 0;
    for (let n = 0; n < count && !isEnough(errors); n++) errors.push(duplicate(field, show('')));
    counts.set(text, count + 1);
  });
}

/** The same for terms that mean the same: the last expression of a key counts. */
function textOf({ matchLabelExpressions }: TopologySelectorTerm): string {
  const values = new Map(
    (matchLabelExpressions ?? []).map(({ key = '', values }) => [
      key,
      [...new Set(values ?? [])].sort(),
    ]),
  );
  return JSON.stringify([...values.keys()].sort().map((key) => [key, values.get(key)]));
}

function validateTerm(
  errors: FieldErrors,
  { matchLabelExpressions }: TopologySelectorTerm,
  field: string,
): void {
  const keys = new Set<string>();
  checkEach(errors, matchLabelExpressions, ({ key = '', values: input }, index) => {
    const at = `${field}[${index}]`;
    const values = input ?? [];
    if (values.length === 0) errors.push(required(`${at}.values`));
    const taken = new Set<string>();
    for (const [place, value] of values.entries()) {
      if (taken.has(value)) errors.push(duplicate(`${at}.values[${place}]`, show(value)));
      taken.add(value);
    }
    validateLabelKey(errors, key, `${at}.key`);
    if (keys.has(key)) errors.push(duplicate(`${at}.key`, show(key)));
    keys.add(key);
  });
}

import { required, type FieldErrors } from '../../meta/field-errors.ts';
import { validateOneOf } from '../../meta/validate-values.ts';

/** One of several values, which has to be given. */
export function validateChoice(
  errors: FieldErrors,
  value: string,
  supported: readonly string[],
  field: string,
): void {
  if (value === '') errors.push(required(field));
  else validateOneOf(errors, value, supported, field);
}

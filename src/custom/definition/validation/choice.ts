import { required, type FieldErrors } from '#values';
import { validateOneOf } from '#kinds';

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

import { notSupported, required, show, type FieldErrors } from '#values';

/** Requires one of a few values. The checks see it as plain text, not as text of a type of its own. */
export function validateChoice(
  errors: FieldErrors,
  value: string,
  supported: readonly string[],
  field: string,
): void {
  if (value === '') errors.push(required(field));
  else if (!supported.includes(value)) errors.push(notSupported(field, show(value), supported));
}

/** Checks that ConfigMaps and Secrets share. */
import { base64Length, deepEqual, forbidden, type FieldErrors } from '#values';

/** The maximum size of all values of an object together. */
export const maxDataBytes = 1024 * 1024;

/** The number of bytes that a base64 text encodes. */
export function bytesOf(base64: string): number {
  return base64Length(base64);
}

/** An object marked as immutable stays so, and the named fields do not change. */
export function validateSealed<T extends { readonly immutable?: boolean }>(
  errors: FieldErrors,
  object: T,
  old: T,
  fields: readonly (string & keyof T)[],
): void {
  if (old.immutable !== true) return;
  const why = 'field is immutable when `immutable` is set';
  if (object.immutable !== true) errors.push(forbidden('immutable', why));
  for (const field of fields) {
    if (!deepEqual(object[field], old[field])) errors.push(forbidden(field, why));
  }
}

/** Checks of single values that many fields share. */
import {
  invalid,
  notSupported,
  show,
  showName,
  type FieldErrors,
  isGoInt,
  showIntOrString,
  type IntOrString,
} from '#values';

/** The message for a negative number. */
export const notNegative = 'must be greater than or equal to 0';

/** An absent value is valid. */
export function validateNonNegative(
  errors: FieldErrors,
  value: number | undefined | null,
  field: string,
): void {
  if (value != null && value < 0) errors.push(invalid(field, show(value), notNegative));
}

export function validateRange(
  errors: FieldErrors,
  value: number,
  min: number,
  max: number,
  field: string,
): void {
  if (value < min || value > max) {
    errors.push(invalid(field, show(value), `must be between ${min} and ${max}, inclusive`));
  }
}

export function validatePort(errors: FieldErrors, value: number, field: string): void {
  validateRange(errors, value, 1, 65535, field);
}

/** `supported` is in the order of the message. */
export function validateOneOf(
  errors: FieldErrors,
  value: string,
  supported: readonly string[],
  field: string,
): void {
  if (!supported.includes(value)) errors.push(notSupported(field, showName(value), supported));
}

const badPercent =
  "a valid percent string must be a numeric string followed by an ending '%' " +
  "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** A count from 0, or a percentage. */
export function validateIntOrPercent(errors: FieldErrors, value: IntOrString, field: string): void {
  if (typeof value === 'number') validateNonNegative(errors, value, field);
  else if (!isPercent(value)) {
    errors.push(invalid(field, showIntOrString(value), badPercent));
  }
}

export function validateAtMost100Percent(
  errors: FieldErrors,
  value: IntOrString,
  field: string,
): void {
  if (isPercent(value) && percentOf(value) > 100) {
    errors.push(invalid(field, showIntOrString(value), 'must not be greater than 100%'));
  }
}

/** The number or percentage, also from a number that is given as text; 0 for other text. */
export function magnitudeOf(value: IntOrString): number {
  if (typeof value === 'number') return value;
  if (isPercent(value)) return percentOf(value);
  return isGoInt(value) ? Number(value) : 0;
}

function isPercent(value: IntOrString): value is string {
  return typeof value === 'string' && /^[0-9]+%$/.test(value);
}

function percentOf(text: string): number {
  return Number(text.slice(0, -1));
}

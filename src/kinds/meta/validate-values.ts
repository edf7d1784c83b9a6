/** Checks of single values that many fields share. */
import { invalid, invalidFor, notSupported, show, type FieldError } from './field-errors.ts';
import { showIntOrString } from './go-show.ts';
import type { IntOrString } from './int-or-string.ts';

/** What a negative number is told. */
export const notNegative = 'must be greater than or equal to 0';

/** Absent is in order. */
export function* validateNonNegative(
  value: number | undefined | null,
  field: string,
): Iterable<FieldError> {
  if (value != null && value < 0) yield invalid(field, show(value), notNegative);
}

export function* validateRange(
  value: number,
  min: number,
  max: number,
  field: string,
): Iterable<FieldError> {
  if (value < min || value > max) {
    yield invalid(field, show(value), `must be between ${min} and ${max}, inclusive`);
  }
}

export function validatePort(value: number, field: string): Iterable<FieldError> {
  return validateRange(value, 1, 65535, field);
}

/** `supported` in the order that the message gives them. */
export function* validateOneOf(
  value: string,
  supported: readonly string[],
  field: string,
): Iterable<FieldError> {
  if (!supported.includes(value)) yield notSupported(field, show(value), supported);
}

const badPercent =
  "a valid percent string must be a numeric string followed by an ending '%' " +
  "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** A count from 0, or a percentage. */
export function* validateIntOrPercent(value: IntOrString, field: string): Iterable<FieldError> {
  if (typeof value === 'number') yield* validateNonNegative(value, field);
  else if (!isPercent(value)) {
    yield* invalidFor(field, showIntOrString(value), [badPercent]);
  }
}

export function* validateAtMost100Percent(value: IntOrString, field: string): Iterable<FieldError> {
  if (isPercent(value) && percentOf(value) > 100) {
    yield invalid(field, showIntOrString(value), 'must not be greater than 100%');
  }
}

/** The number or percentage; 0 for text that is neither. */
export function magnitudeOf(value: IntOrString): number {
  if (typeof value === 'number') return value;
  return isPercent(value) ? percentOf(value) : 0;
}

function isPercent(value: IntOrString): value is string {
  return typeof value === 'string' && /^[0-9]+%$/.test(value);
}

function percentOf(text: string): number {
  return Number(text.slice(0, -1));
}

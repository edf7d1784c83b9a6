import type { Structure } from '#schema';
import { wrongType } from './findings.ts';
import { knownFormat, numericFormat } from './formats.ts';
import type { Finding } from './outcome.ts';
import type { Strictness } from './strictness.ts';

/** Whether the value has one of the types. A text with a format need not: its format says more. */
export function checkType(
  structure: Structure,
  value: unknown,
  path: string,
  strictness: Strictness,
): Finding | undefined {
  const { types } = structure;
  const expected = types.join(',');
  if (value === null) {
    const isRefused = types.length > 0 && !structure.isNullable;
    return isRefused ? wrongType(path, expected, 'null') : undefined;
  }
  const found = typeOf(value);
  const fits =
    types.includes(found) ||
    (found === 'integer' && types.includes('number')) ||
    (found === 'number' && types.includes('integer') && isNearlyWhole(value as number));
  const isFormatted =
    knownFormat(structure.props.format, strictness) ?? numericFormat(structure.props, strictness);
  if (isFormatted !== undefined) {
    const isText = found === 'string' || found === 'array';
    if (!isText && !fits) return wrongType(path, structure.props.format!, formatOf(found));
    const isNumeric = types.includes('number') || types.includes('integer');
    if (isText && !isNumeric) return undefined;
  }
  return fits ? undefined : wrongType(path, expected, found);
}

/** The name of a JSON type. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return isInt64(value) ? 'integer' : 'number';
  return typeof value;
}

/** Tells whether Go reads a number as an integer: larger ones are floats. */
export function isInt64(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63;
}

/** The format that Go's type of the value has. */
function formatOf(type: string): string {
  if (type === 'integer') return 'int64';
  return type === 'number' ? 'float64' : '';
}

/** As the validator rounds: some fractions come from the arithmetic of floats. */
export function isNearlyWhole(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.trunc(value);
  if (value === whole) return true;
  const difference = Math.abs(value - whole);
  return difference / Math.max(Math.abs(value), Math.abs(whole)) < 1e-9;
}

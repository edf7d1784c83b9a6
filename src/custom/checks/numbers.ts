import type { JSONSchemaProps } from '#types';
import { broken, outOfRange, unusableFactor } from './findings.ts';
import { numericFormat } from './formats.ts';
import type { Finding } from './outcome.ts';
import type { Strictness } from './strictness.ts';
import { isInt64, isNearlyWhole } from './types.ts';

/** The numbers that a format can hold. */
const ranges: Readonly<Record<string, (value: number) => boolean>> = {
  int32: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  int64: isInt64,
  float: (value) => Number.isFinite(Math.fround(value)),
  double: () => true,
};

/** The rules about numbers that are broken. Bounds of integers lose their fractions, as in v1.24. */
export function checkNumber(
  schema: JSONSchemaProps,
  value: number,
  path: string,
  strictness: Strictness,
): readonly Finding[] {
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const findings: Finding[] = [];
  const check = rangeCheck(schema, path, strictness, findings);
  const report = (rule: string): void => void findings.push(broken(path, value, rule));
  check('Checked', value);
  const bound = (limit: number, name: string): number =>
    check(name, limit) && isInt64(value) ? Math.trunc(limit) : limit;
  if (multipleOf !== undefined) {
    const factor = bound(multipleOf, 'MultipleOf');
    if (factor <= 0) findings.push(unusableFactor(path, factor));
    else if (!isMultiple(value, factor)) report(`should be a multiple of ${factor}`);
  }
  if (minimum !== undefined) {
    const least = bound(minimum, 'Minimum boundary');
    const isExclusive = exclusiveMinimum === true;
    if (value < least || (isExclusive && value === least)) {
      report(`should be greater than ${isExclusive ? '' : 'or equal to '}${least}`);
    }
  }
  if (maximum !== undefined) {
    const most = bound(maximum, 'Maximum boundary');
    const isExclusive = exclusiveMaximum === true;
    if (value > most || (isExclusive && value === most)) {
      report(`should be less than ${isExclusive ? '' : 'or equal to '}${most}`);
    }
  }
  return findings;
}

/** Returns whether the type and format can hold a number of this name; reports it where they cannot. */
function rangeCheck(
  schema: JSONSchemaProps,
  path: string,
  strictness: Strictness,
  findings: Finding[],
): (name: string, value: number) => boolean {
  const { type = '' } = schema;
  const format = numericFormat(schema, strictness);
  const isInteger = strictness.numericFormats && type === 'integer';
  const range = ranges[format ?? (isInteger ? 'int64' : 'double')]!;
  return (name, value) => {
    if (range(value)) return true;
    findings.push(outOfRange(path, name, type, format));
    return false;
  };
}

function isMultiple(value: number, factor: number): boolean {
  if (isInt64(value) && Number.isInteger(factor)) return value % factor === 0;
  return isNearlyWhole(factor < 1 ? (1 / factor) * value : value / factor);
}

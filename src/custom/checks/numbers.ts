import type { JSONSchemaProps } from '#types';
import { broken, outOfFormat } from './findings.ts';
import type { Finding } from './outcome.ts';
import { isInt64, isNearlyWhole } from './types.ts';

/** The numbers that a format can hold. */
const ranges: Readonly<Record<string, (value: number) => boolean>> = {
  int32: (value) => value >= -(2 ** 31) && value < 2 ** 31,
  int64: isInt64,
  float: (value) => Number.isFinite(Math.fround(value)),
  double: () => true,
};

/** The rules about numbers that are broken. Bounds of integers lose their fractions, as in v1.24. */
export function checkNumber(
  { type, multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JSONSchemaProps,
  value: number,
  path: string,
  format?: string,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (format !== undefined && !ranges[format]!(value)) {
    findings.push(outOfFormat(path, type === 'integer' ? 'integer' : 'number', format));
  }
  const report = (rule: string): void => void findings.push(broken(path, value, rule));
  const bound = isInt64(value) ? Math.trunc : (input: number): number => input;
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
    report(`should be a multiple of ${multipleOf}`);
  }
  if (minimum !== undefined) {
    const least = bound(minimum);
    const isExclusive = exclusiveMinimum === true;
    if (value < least || (isExclusive && value === least)) {
      report(`should be greater than ${isExclusive ? '' : 'or equal to '}${least}`);
    }
  }
  if (maximum !== undefined) {
    const most = bound(maximum);
    const isExclusive = exclusiveMaximum === true;
    if (value > most || (isExclusive && value === most)) {
      report(`should be less than ${isExclusive ? '' : 'or equal to '}${most}`);
    }
  }
  return findings;
}

function isMultiple(value: number, factor: number): boolean {
  if (isInt64(value) && Math.abs(factor) >= 1) return value % Math.trunc(factor) === 0;
  return isNearlyWhole(factor < 1 ? (1 / factor) * value : value / factor);
}

import type { JSONSchemaProps } from '#types';
import { broken } from './findings.ts';
import type { Finding } from './outcome.ts';
import { isInt64, isNearlyWhole } from './types.ts';

/** The rules about numbers that are broken. Bounds of integers lose their fractions, as in v1.24. */
export function checkNumber(
  { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JSONSchemaProps,
  value: number,
  path: string,
): readonly Finding[] {
  const findings: Finding[] = [];
  const report = (rule: string): void => void findings.push(broken(path, value, rule));
  const bound = isInt64(value) ? Math.trunc : (given: number): number => given;
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

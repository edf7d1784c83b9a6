/** Checks of how much of a capacity may be asked for. */
import {
  forbidden,
  invalid,
  isSince,
  parseQuantity,
  required,
  show,
  type FieldErrors,
} from '#values';
import type { resourceV1 } from '#types';
import type { Profile } from '../profile/profile.ts';
import { checkList } from './validate-devices.ts';

type Range = resourceV1.CapacityRequestPolicyRange;

const mostChoices = 10;

/** @param most the capacity */
export function validateRequestPolicy(
  errors: FieldErrors,
  most: string,
  policy: resourceV1.CapacityRequestPolicy,
  profile: Profile,
  field: string,
): void {
  const { validValues = [], validRange, default: usual } = policy;
  if (validValues.length > 0 && validRange != null) {
    const why =
      'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';
    errors.push(forbidden(field, why));
    return;
  }
  const input = validRange != null ? 'validRange' : validValues.length > 0 ? 'validValues' : '';
  if (input === '') return;
  if (usual == null) {
    errors.push(required(`${field}.default`, `required when ${input} is defined`));
  } else if (validRange != null) {
    validateRange(errors, most, validRange, usual, profile, `${field}.validRange`);
  } else validateChoices(errors, most, validValues, usual, profile, `${field}.validValues`);
}

function validateChoices(
  errors: FieldErrors,
  most: string,
  values: readonly string[],
  usual: string,
  profile: Profile,
  field: string,
): void {
  for (const [index, value] of values.entries()) {
    if (index === 0 || compare(values[index - 1]!, value) <= 0) continue;
    const why = 'values must be sorted in ascending order';
    errors.push(invalid(`${field}[${index}]`, show(value), why));
  }
  const check = (value: string, at: string): void => {
    if (compare(value, most) <= 0) return;
    errors.push(invalid(at, show(value), `option is larger than capacity value: ${most}`));
  };
  // Amounts that are not whole are the same as the next whole one, unless the gate is on.
  const areExact = profile.enabled('DRAFractionalCapacityRange');
  const keyOf = (value: string): string =>
    String(areExact ? Number(countOf(value, true)) / 1000 : countOf(value, false));
  checkList(errors, values, mostChoices, field, check, keyOf);
  if (values.some((value) => compare(value, usual) === 0)) return;
  const why = 'default value is not valid according to the requestPolicy';
  errors.push(invalid(field, show(usual), why));
}

function validateRange(
  errors: FieldErrors,
  most: string,
  range: Range,
  usual: string,
  profile: Profile,
  field: string,
): void {
  const { min, max, step } = range;
  if (min == null) {
    errors.push(required(`${field}.min`, 'required when validRange is defined'));
    return;
  }
  const refuse = (key: string, value: string, why: string): void => {
    errors.push(invalid(`${field}.${key}`, show(value), why));
  };
  const namesDefault = isSince(errors, 'DefaultsOfRangesNamed');
  if (compare(min, most) > 0) refuse('min', min, `min is larger than capacity value: ${most}`);
  if (compare(usual, min) < 0) {
    refuse(namesDefault ? 'default' : 'min', usual, `default is less than min: ${min}`);
  }
  if (max != null) {
    if (compare(min, max) > 0) refuse('max', min, `min is larger than max: ${max}`);
    if (compare(max, most) > 0) refuse('max', max, `max is larger than capacity value: ${most}`);
    if (compare(usual, max) > 0) {
      refuse(namesDefault ? 'default' : 'max', usual, `default is more than max: ${max}`);
    }
  }
  if (step == null) return;
  if (parseQuantity(step).sign() <= 0) return refuse('step', step, 'must be greater than zero');
  const next = parseQuantity(min).add(parseQuantity(step));
  if (next.cmp(parseQuantity(most)) > 0) {
    refuse('step', step, `one step ${next} is larger than capacity value: ${most}`);
  }
  const areExact = profile.enabled('DRAFractionalCapacityRange');
  const count = (text: string): bigint => countOf(text, areExact);
  for (const value of [usual, ...(max == null ? [] : [max])]) {
    if ((count(value) - count(min)) % count(step) === 0n) continue;
    refuse('step', value, `value is not a multiple of a given step (${step}) from (${min})`);
  }
}

/** Returns an amount in whole units, rounded up, or in thousandths where those count. */
function countOf(text: string, areExact: boolean): bigint {
  const quantity = parseQuantity(text);
  return areExact ? quantity.overflowingMilliValue() : quantity.overflowingValue();
}

function compare(a: string, b: string): number {
  return parseQuantity(a).cmp(parseQuantity(b));
}

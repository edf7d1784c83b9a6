import { invalid, show, type FieldError, type Release } from '../errors/field-errors.ts';
import { readInt64 } from '../go/number.ts';
import { checkLabelValue, checkQualifiedName } from '../names/names.ts';

/** Labels of an object. */
export type Labels = Readonly<Record<string, string>>;

/** The operator of a requirement, as in the text form where it has one. */
export type LabelOperator = 'in' | 'notin' | '=' | '==' | '!=' | 'exists' | '!' | '>' | '<';

/** One condition on one label. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** Sorted. One value for the comparisons, none for `exists` and `!`. */
  readonly values: readonly string[];
}

/**
 * A requirement from checked parts. Throws an Error with the messages of the API server, such as
 * `values[0][app]: Invalid value: ...`; the indexes are those of `values` as given.
 */
export function labelRequirement(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
  release?: Release,
): LabelRequirement {
  throwIfAny(problems(key, operator, values, release));
  return { key, operator, values: values.length > 1 ? [...values].sort() : values };
}

/** Checks a label key on its own; `field` is the path to name in the message of the Error thrown. */
export function checkLabelKey(key: string, field: string, release: Release | undefined): void {
  const found: FieldError[] = [];
  addKeyProblems(found, key, field, release);
  throwIfAny(found);
}

/** Whether labels meet a requirement; an absent label meets the negative ones. */
export function meets({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value: unknown = labels[key];
  // Not `undefined`: keys such as `constructor` exist on any object.
  if (typeof value !== 'string') {
    return operator === '!' || operator === '!=' || operator === 'notin';
  }
  switch (operator) {
    case '=':
    case '==':
      return value === values[0];
    case '!=':
      return value !== values[0];
    case 'in':
      return values.includes(value);
    case 'notin':
      return !values.includes(value);
    case 'exists':
      return true;
    case '!':
      return false;
    case '>':
    case '<':
      return exceeds(value, values[0]!, operator);
  }
}

/** The text form of a requirement. */
export function requirementText({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key;
  if (operator === '!') return `!${key}`;
  if (operator === 'in' || operator === 'notin') return `${key} ${operator} (${values.join(',')})`;
  return key + operator + values[0]!;
}

function exceeds(value: string, bound: string, operator: '>' | '<'): boolean {
  const [number, limit] = [readInt64(value), readInt64(bound)];
  if (number === undefined || limit === undefined) return false;
  return operator === '>' ? number > limit : number < limit;
}

function problems(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
  release: Release | undefined,
): FieldError[] {
  const found: FieldError[] = [];
  addKeyProblems(found, key, 'key', release);
  addOperatorProblems(found, operator, values);
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    const messages = checkLabelValue(value, release);
    if (messages.length > 0) {
      found.push(invalid(`values[${index}][${key}]`, show(value), messages.join('; ')));
    }
  }
  return found;
}

function addKeyProblems(
  found: FieldError[],
  key: string,
  field: string,
  release: Release | undefined,
): void {
  const messages = checkQualifiedName(key, release);
  if (messages.length > 0) found.push(invalid(field, show(key), messages.join('; ')));
}

function addOperatorProblems(
  found: FieldError[],
  operator: LabelOperator,
  values: readonly string[],
): void {
  if (operator === 'in' || operator === 'notin') {
    if (values.length > 0) return;
    const why = "for 'in', 'notin' operators, values set can't be empty";
    found.push(invalid('values', showList(values), why));
  } else if (operator === 'exists' || operator === '!') {
    if (values.length === 0) return;
    const why = 'values set must be empty for exists and does not exist';
    found.push(invalid('values', showList(values), why));
  } else if (operator === '>' || operator === '<') {
    if (readInt64(values[0]!) !== undefined) return;
    const why = "for 'Gt', 'Lt' operators, the value must be an integer";
    found.push(invalid('values[0]', show(values[0]!), why));
  }
}

/** A list of strings as Go prints it. */
function showList(values: readonly string[]): string {
  return values.length === 0 ? '[]string(nil)' : `[]string{${values.map(show).join(', ')}}`;
}

/** Throws one Error for all field errors: equal ones once, several in brackets. */
function throwIfAny(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const texts = [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))];
  throw new Error(texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`);
}

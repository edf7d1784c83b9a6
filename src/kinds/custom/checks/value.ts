/** Checks values against a schema, as the schema validator of v1.24 does, with its messages. */
import { deepEqual } from '../../meta/equal.ts';
import { gather } from '../../meta/restarting.ts';
import { isObject, type JsonObject, type Structure } from '../structure.ts';
import { broken, missing, notListed, tooManyOf, wrongWhole } from './findings.ts';
import { checkFormat, knownFormat } from './formats.ts';
import { checkNumber } from './numbers.ts';
import { Outcome, type Finding } from './outcome.ts';
import { checkText } from './text.ts';
import { checkType } from './types.ts';

/** @param path as messages show it; empty for the root */
export function checkValue(structure: Structure, value: unknown, path: string): Outcome {
  const outcome = new Outcome();
  if (value === null) {
    merge(outcome, checkType(structure, value, path), 1);
    merge(outcome, checkEnum(structure, value, path), 0);
    return outcome;
  }
  const { props } = structure;
  const format = knownFormat(props.format);
  if (structure.types.length > 0 || format !== undefined) {
    merge(outcome, checkType(structure, value, path), 1);
    outcome.matches++;
  }
  outcome.merge(checkJunctors(structure, value, path));
  outcome.matches++;
  if (typeof value === 'string') {
    merge(outcome, checkText(structure, value, path), 0);
    outcome.matches++;
    if (format !== undefined) {
      merge(outcome, checkFormat(format, value, path, props.format!), 0);
      outcome.matches++;
    }
  }
  if (typeof value === 'number') {
    for (const finding of checkNumber(props, value, path)) outcome.add(finding);
    outcome.matches += 2;
  }
  if (Array.isArray(value)) {
    outcome.merge(checkItems(structure, value, path));
    outcome.matches++;
  }
  merge(outcome, checkEnum(structure, value, path), 0);
  outcome.matches++;
  if (isObject(value)) {
    outcome.merge(checkObject(structure, value, path));
    outcome.matches++;
  }
  outcome.matches++;
  return outcome;
}

/** @param passed how much a check counts that finds nothing */
function merge(outcome: Outcome, finding: Finding | undefined, passed: number): void {
  if (finding === undefined) outcome.matches += passed;
  else outcome.add(finding);
}

function checkEnum({ props }: Structure, value: unknown, path: string): Finding | undefined {
  const listed = props.enum;
  if (listed === undefined || listed.length === 0) return undefined;
  if (listed.some((one) => deepEqual(one, value))) return undefined;
  return notListed(path, value, listed);
}

/** `allOf`, `anyOf`, `oneOf` and `not`. */
function checkJunctors(structure: Structure, value: unknown, path: string): Outcome {
  const outcome = new Outcome();
  checkAny(structure.all('anyOf'), value, path, outcome);
  checkOne(structure.all('oneOf'), value, path, outcome);
  checkAll(structure.all('allOf'), value, path, outcome);
  const { not } = structure;
  if (not !== undefined && checkValue(not, value, path).isValid) {
    outcome.add(wrongWhole(path, 'must not validate the schema (not)'));
  }
  outcome.matches++;
  return outcome;
}

function checkAny(
  choices: readonly Structure[],
  value: unknown,
  path: string,
  outcome: Outcome,
): void {
  let closest: Outcome | undefined;
  for (const choice of choices) {
    const tried = checkValue(choice, value, path);
    if (tried.isValid) return outcome.merge(tried);
    if (closest === undefined || tried.matches > closest.matches) closest = tried;
  }
  if (closest === undefined) return;
  outcome.add(wrongWhole(path, 'must validate at least one schema (anyOf)'));
  outcome.merge(closest);
}

function checkOne(
  choices: readonly Structure[],
  value: unknown,
  path: string,
  outcome: Outcome,
): void {
  if (choices.length === 0) return;
  const tried = choices.map((choice) => checkValue(choice, value, path));
  const valid = tried.filter(({ isValid }) => isValid);
  if (valid.length === 1) return outcome.merge(valid[0]!);
  const found =
    valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
  outcome.add(wrongWhole(path, `must validate one and only one schema (oneOf). ${found}`));
  if (valid.length > 0) return;
  outcome.merge(tried.reduce((closest, one) => (one.matches > closest.matches ? one : closest)));
}

function checkAll(
  parts: readonly Structure[],
  value: unknown,
  path: string,
  outcome: Outcome,
): void {
  let valid = 0;
  for (const part of parts) {
    const tried = checkValue(part, value, path);
    if (tried.isValid) valid++;
    outcome.merge(tried);
  }
  if (valid === parts.length) return;
  const none = valid === 0 ? '. None validated' : '';
  outcome.add(wrongWhole(path, `must validate all the schemas (allOf)${none}`));
}

function checkItems(structure: Structure, list: readonly unknown[], path: string): Outcome {
  const { items } = structure;
  const { minItems, maxItems } = structure.props;
  const outcome = gather(
    items === undefined ? [] : list,
    () => new Outcome(),
    (found, item, index) => found.merge(checkValue(items!, item, `${path}[${index}]`)),
  );
  const { length } = list;
  if (minItems !== undefined && length < minItems) {
    outcome.add(broken(path, length, `should have at least ${minItems} items`));
  }
  if (maxItems !== undefined && length > maxItems) {
    outcome.add(tooManyOf('items', path, length, maxItems));
  }
  outcome.matches++;
  return outcome;
}

function checkObject(structure: Structure, object: JsonObject, path: string): Outcome {
  const outcome = new Outcome();
  const names = Object.keys(object);
  const { minProperties, maxProperties, required = [] } = structure.props;
  if (minProperties !== undefined && names.length < minProperties) {
    const rule = `should have at least ${minProperties} properties`;
    outcome.add(broken(path, names.length, rule));
    return outcome;
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    outcome.add(tooManyOf('properties', path, names.length, maxProperties));
    return outcome;
  }
  const { fields, others } = structure;
  for (const name of names) {
    const field = fields.get(name);
    const inside = field === undefined || path !== '' ? `${path}.${name}` : name;
    const of = field ?? others;
    if (of !== undefined) outcome.merge(checkValue(of, object[name], inside));
  }
  for (const name of required) {
    if (!Object.hasOwn(object, name)) outcome.add(missing(`${path}.${name}`));
  }
  return outcome;
}

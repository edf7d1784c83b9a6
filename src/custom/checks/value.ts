/** Checks values against a schema, as the schema validator of v1.24 does, with its messages. */
import { gather, once, spend } from '#values';
import { isObject, type JsonObject, type Structure } from '#schema';
import { broken, forbiddenProperty, missing, notListed, tooManyOf } from './findings.ts';
import { checkFormat, knownFormat } from './formats.ts';
import { checkJunctors } from './junctors.ts';
import { checkNumber } from './numbers.ts';
import { Outcome, type Finding } from './outcome.ts';
import { checkText } from './text.ts';
import { checkType } from './types.ts';

/** About how many characters are checked in the time of an element. */
const charactersInTime = 1024;

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
  outcome.merge(checkJunctors(structure, path, (one) => checkValue(one, value, path)));
  outcome.matches++;
  if (typeof value === 'string') {
    spend(value.length / charactersInTime);
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

function checkEnum({ listed }: Structure, value: unknown, path: string): Finding | undefined {
  return listed === undefined || listed.has(value) ? undefined : notListed(path, value, listed);
}

function checkItems(structure: Structure, list: readonly unknown[], path: string): Outcome {
  const { items } = structure;
  const { minItems, maxItems } = structure.props;
  const outcome = gather(
    items === undefined ? [] : list,
    () => new Outcome(),
    (found, item, index) => {
      if (!found.isFull) found.merge(checkValue(items!, item, `${path}[${index}]`));
    },
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
  const { minProperties, maxProperties, required = [], additionalProperties } = structure.props;
  const names = once(() => Object.keys(object));
  if (minProperties !== undefined && names.length < minProperties) {
    const rule = `should have at least ${minProperties} properties`;
    return outcomeOf(broken(path, names.length, rule));
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    return outcomeOf(tooManyOf('properties', path, names.length, maxProperties));
  }
  const { fields, others } = structure;
  const outcome = gather(
    names,
    () => new Outcome(),
    (found, name) => {
      const field = fields.get(name);
      const of = field ?? others;
      if (found.isFull) return;
      if (of === undefined) {
        if (additionalProperties === false) found.add(forbiddenProperty(path, name));
        return;
      }
      const inside = field === undefined || path !== '' ? `${path}.${name}` : name;
      found.merge(checkValue(of, object[name], inside));
    },
  );
  spend(required.length);
  for (const name of required) {
    if (outcome.isFull) break;
    if (!Object.hasOwn(object, name)) outcome.add(missing(`${path}.${name}`));
  }
  return outcome;
}

function outcomeOf(finding: Finding): Outcome {
  const outcome = new Outcome();
  outcome.add(finding);
  return outcome;
}

/** Checks values against a schema, as the schema validator of v1.24 does, with its messages. */
import { deepEqual, runToEnd, Pace, type Resumable } from '#values';
import { isObject, oldItems, type JsonObject, type Structure } from '#schema';
import { broken, forbiddenProperty, missing, notListed, tooManyOf } from './findings.ts';
import { checkFormat, knownFormat } from './formats.ts';
import { checkingJunctors, hasJunctors } from './junctors.ts';
import { checkNumber } from './numbers.ts';
import { Outcome, type Finding } from './outcome.ts';
import { firstStrictness, type Strictness } from './strictness.ts';
import { checkText } from './text.ts';
import { checkType } from './types.ts';

/** About how many characters are checked in the time of an element. */
const charactersInTime = 1024;

/** @param path as messages show it; empty for the root */
export function checkValue(
  structure: Structure,
  value: unknown,
  path: string,
  strictness?: Strictness,
): Outcome {
  return runToEnd(checkingValue(structure, value, path, { strictness }));
}

/** How a value is checked. */
export interface HowChecked {
  /** The value before, which may break the rules if it has not changed. */
  readonly old?: unknown;
  /** Default: that of v1.24. */
  readonly strictness?: Strictness | undefined;
}

/** {@link checkValue} in parts. @param pace shared by all of one work */
export function* checkingValue(
  structure: Structure,
  value: unknown,
  path: string,
  how: HowChecked = {},
  pace = new Pace(),
): Resumable<Outcome> {
  const { old } = how;
  const outcome = yield* checking(structure, value, path, how, pace);
  const isKept = !outcome.isValid && old !== undefined && deepEqual(value, old);
  return isKept ? new Outcome() : outcome;
}

function* checking(
  structure: Structure,
  value: unknown,
  path: string,
  how: HowChecked,
  pace: Pace,
): Resumable<Outcome> {
  const { strictness = firstStrictness } = how;
  if (pace.isDue()) yield;
  const outcome = new Outcome();
  if (value === null) {
    merge(outcome, checkType(structure, value, path, strictness), 1);
    merge(outcome, checkEnum(structure, value, path), 0);
    return outcome;
  }
  const { props } = structure;
  const format = knownFormat(props.format, strictness);
  if (structure.types.length > 0 || format !== undefined) {
    merge(outcome, checkType(structure, value, path, strictness), 1);
    outcome.matches++;
  }
  if (hasJunctors(structure)) {
    const check = (one: Structure): Resumable<Outcome> =>
      checkingValue(one, value, path, { strictness }, pace);
    outcome.merge(yield* checkingJunctors(structure, path, check));
  } else outcome.matches++;
  outcome.matches++;
  if (typeof value === 'string') {
    if (pace.isDue(value.length / charactersInTime)) yield;
    merge(outcome, checkText(structure, value, path, strictness), 0);
    outcome.matches++;
    if (format !== undefined) {
      merge(outcome, checkFormat(format, value, path, props.format!), 0);
      outcome.matches++;
    }
  }
  if (typeof value === 'number') {
    for (const finding of checkNumber(props, value, path, strictness)) outcome.add(finding);
    outcome.matches += 2;
  }
  if (Array.isArray(value)) {
    outcome.merge(yield* checkingItems(structure, value, path, how, pace));
    outcome.matches++;
  }
  merge(outcome, checkEnum(structure, value, path), 0);
  outcome.matches++;
  if (isObject(value)) {
    outcome.merge(yield* checkingObject(structure, value, path, how, pace));
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

function* checkingItems(
  structure: Structure,
  list: readonly unknown[],
  path: string,
  { old, strictness }: HowChecked,
  pace: Pace,
): Resumable<Outcome> {
  const { items } = structure;
  const { minItems, maxItems } = structure.props;
  const outcome = new Outcome();
  const before = old === undefined ? undefined : oldItems(structure, old);
  for (const [index, item] of items === undefined ? [] : list.entries()) {
    if (outcome.isFull) break;
    const at = `${path}[${index}]`;
    outcome.merge(
      yield* checkingValue(items!, item, at, { old: before?.(item), strictness }, pace),
    );
  }
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

function* checkingObject(
  structure: Structure,
  object: JsonObject,
  path: string,
  { old, strictness }: HowChecked,
  pace: Pace,
): Resumable<Outcome> {
  const { minProperties, maxProperties, required = [], additionalProperties } = structure.props;
  const names = Object.keys(object);
  const outcome = new Outcome();
  if (minProperties !== undefined && names.length < minProperties) {
    outcome.add(broken(path, names.length, `should have at least ${minProperties} properties`));
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    outcome.add(tooManyOf('properties', path, names.length, maxProperties));
  }
  if (!outcome.isValid && !(strictness ?? firstStrictness).countsApart) return outcome;
  const { fields, others } = structure;
  for (const name of names) {
    const field = fields.get(name);
    const of = field ?? others;
    if (outcome.isFull) break;
    if (of === undefined) {
      if (additionalProperties === false) outcome.add(forbiddenProperty(path, name));
      continue;
    }
    const inside = field === undefined || path !== '' ? `${path}.${name}` : name;
    const before = isObject(old) && Object.hasOwn(old, name) ? old[name] : undefined;
    outcome.merge(
      yield* checkingValue(of, object[name], inside, { old: before, strictness }, pace),
    );
  }
  if (pace.isDue(required.length)) yield;
  for (const name of required) {
    if (outcome.isFull) break;
    if (!Object.hasOwn(object, name)) outcome.add(missing(`${path}.${name}`));
  }
  return outcome;
}

/** Several schemas for one value: `allOf`, `anyOf`, `oneOf` and `not`. There may be thousands. */
import type { Resumable } from '#values';
import type { Structure } from '#schema';
import { wrongWhole } from './findings.ts';
import { Outcome } from './outcome.ts';

/** Checks the value by one schema. */
type Check = (structure: Structure) => Resumable<Outcome>;

export function hasJunctors(structure: Structure): boolean {
  return (
    structure.not !== undefined ||
    structure.all('anyOf').length > 0 ||
    structure.all('oneOf').length > 0 ||
    structure.all('allOf').length > 0
  );
}

export function* checkingJunctors(
  structure: Structure,
  path: string,
  check: Check,
): Resumable<Outcome> {
  const outcome = new Outcome();
  yield* checkingAny(structure.all('anyOf'), path, check, outcome);
  yield* checkingOne(structure.all('oneOf'), path, check, outcome);
  yield* checkingAll(structure.all('allOf'), path, check, outcome);
  const { not } = structure;
  if (not !== undefined && (yield* check(not)).isValid) {
    outcome.add(wrongWhole(path, 'must not validate the schema (not)'));
  }
  outcome.matches++;
  return outcome;
}

/** What came of alternatives. */
interface Tried {
  valid: number;
  /** The first one. */
  fitting?: Outcome;
  /** The first of those that fail latest. */
  closest?: Outcome;
}

/** @param most how many fitting ones are enough */
function* tryingEach(
  choices: readonly Structure[],
  check: Check,
  most = Infinity,
): Resumable<Tried> {
  const tried: Tried = { valid: 0 };
  for (const choice of choices) {
    if (tried.valid >= most) break;
    const outcome = yield* check(choice);
    if (outcome.isValid) {
      tried.valid++;
      tried.fitting ??= outcome;
    } else if (tried.closest === undefined || outcome.matches > tried.closest.matches) {
      tried.closest = outcome;
    }
  }
  return tried;
}

function* checkingAny(
  choices: readonly Structure[],
  path: string,
  check: Check,
  outcome: Outcome,
): Resumable<void> {
  if (choices.length === 0) return;
  const { fitting, closest } = yield* tryingEach(choices, check, 1);
  if (fitting !== undefined) return outcome.merge(fitting);
  outcome.add(wrongWhole(path, 'must validate at least one schema (anyOf)'));
  outcome.merge(closest!);
}

function* checkingOne(
  choices: readonly Structure[],
  path: string,
  check: Check,
  outcome: Outcome,
): Resumable<void> {
  if (choices.length === 0) return;
  const { valid, fitting, closest } = yield* tryingEach(choices, check);
  if (valid === 1) return outcome.merge(fitting!);
  const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
  outcome.add(wrongWhole(path, `must validate one and only one schema (oneOf). ${found}`));
  if (valid === 0) outcome.merge(closest!);
}

function* checkingAll(
  parts: readonly Structure[],
  path: string,
  check: Check,
  outcome: Outcome,
): Resumable<void> {
  let valid = 0;
  const found = new Outcome();
  for (const part of parts) {
    const tried = yield* check(part);
    if (tried.isValid) valid++;
    found.merge(tried);
  }
  outcome.merge(found);
  if (valid === parts.length) return;
  const none = valid === 0 ? '. None validated' : '';
  outcome.add(wrongWhole(path, `must validate all the schemas (allOf)${none}`));
}

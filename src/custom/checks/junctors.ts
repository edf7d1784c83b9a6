/** Several schemas for one value: `allOf`, `anyOf`, `oneOf` and `not`. There may be thousands. */
import { gather } from '#values';
import type { Structure } from '#schema';
import { wrongWhole } from './findings.ts';
import { Outcome } from './outcome.ts';

/** What comes of one schema for the value. */
type Check = (structure: Structure) => Outcome;

export function checkJunctors(structure: Structure, path: string, check: Check): Outcome {
  const outcome = new Outcome();
  checkAny(structure.all('anyOf'), path, check, outcome);
  checkOne(structure.all('oneOf'), path, check, outcome);
  checkAll(structure.all('allOf'), path, check, outcome);
  const { not } = structure;
  if (not !== undefined && check(not).isValid) {
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
function tryEach(choices: readonly Structure[], check: Check, most = Infinity): Tried {
  return gather(
    choices,
    (): Tried => ({ valid: 0 }),
    (tried, choice) => {
      if (tried.valid >= most) return;
      const outcome = check(choice);
      if (outcome.isValid) {
        tried.valid++;
        tried.fitting ??= outcome;
      } else if (tried.closest === undefined || outcome.matches > tried.closest.matches) {
        tried.closest = outcome;
      }
    },
  );
}

function checkAny(
  choices: readonly Structure[],
  path: string,
  check: Check,
  outcome: Outcome,
): void {
  if (choices.length === 0) return;
  const { fitting, closest } = tryEach(choices, check, 1);
  if (fitting !== undefined) return outcome.merge(fitting);
  outcome.add(wrongWhole(path, 'must validate at least one schema (anyOf)'));
  outcome.merge(closest!);
}

function checkOne(
  choices: readonly Structure[],
  path: string,
  check: Check,
  outcome: Outcome,
): void {
  if (choices.length === 0) return;
  const { valid, fitting, closest } = tryEach(choices, check);
  if (valid === 1) return outcome.merge(fitting!);
  const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
  outcome.add(wrongWhole(path, `must validate one and only one schema (oneOf). ${found}`));
  if (valid === 0) outcome.merge(closest!);
}

function checkAll(parts: readonly Structure[], path: string, check: Check, outcome: Outcome): void {
  const { valid, found } = gather(
    parts,
    () => ({ valid: 0, found: new Outcome() }),
    (made, part) => {
      const tried = check(part);
      if (tried.isValid) made.valid++;
      made.found.merge(tried);
    },
  );
  outcome.merge(found);
  if (valid === parts.length) return;
  const none = valid === 0 ? '. None validated' : '';
  outcome.add(wrongWhole(path, `must validate all the schemas (allOf)${none}`));
}

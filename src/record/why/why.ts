/** Why a field of an object has its value: its writer, the sum, and the causes. */
import { served } from '#kinds';
import type { KubeObject } from '#values';
import type { Change, Past } from '#store';
import type { Accountant } from './accountant.ts';
import { chainOf } from './chain.ts';
import type { Explanation, Question, WhyOptions } from './explanation.ts';
import { hingesOf } from './hinges.ts';
import { ofRelease } from './of-release.ts';
import { printPath, same, valueAt } from './path.ts';
import {
  isComputedAgain,
  ledgerOf,
  standingSum,
  sumAgain,
  sumNow,
  sumOf,
  type Sum,
} from './sums.ts';
import { unsetOf } from './unset.ts';
import { webhookBehind } from './webhook.ts';

/**
 * Explains a field.
 * @throws {RangeError} when the object did not exist at that revision
 */
export function why(question: Question, { profile, ...others }: WhyOptions): Explanation {
  const accountants = ofRelease(others.accountants, profile);
  const options: WhyOptions = { ...others, accountants, profile };
  const { past } = options;
  const { kind, object, path, revision } = question;
  const found = past.get(object.bucket, object.key, revision);
  if (found === undefined) {
    throw new RangeError(`there was no ${kind.kind} ${object.key} at revision ${revision}`);
  }
  const value = valueAt(served(kind, found), path);
  const setter = setterOf(question, past);
  const usual = { ...options, accountants: accountants.map(withoutActs) };
  const witness = setter ?? witnessOf(question, usual);
  const about = {
    kind: kind.kind,
    key: object.key,
    path: printPath(path),
    revision,
    ...(value === undefined ? {} : { value }),
  };
  if (setter === undefined && value === undefined) {
    const life = lifeOf(question, past);
    const unset = unsetOf(kind, path, life, { ...usual, witness });
    const sum =
      witness === undefined ? sumNow(question, found, usual) : sumOf(question, witness, usual);
    return { ...about, chain: [], unset, ...sumWithHinges(question, found, sum, options) };
  }
  const webhook = setter && webhookBehind(setter, path);
  const sum: Sum = witness === undefined ? {} : latestSumOf(question, { found, witness }, options);
  return {
    ...about,
    chain: setter === undefined ? [] : chainOf(setter, past, accountants, options.faults),
    ...(webhook !== undefined && { webhook }),
    ...(setter === undefined && { setBefore: past.beginning }),
    ...sumWithHinges(
      question,
      found,
      sum.account === undefined ? standingSum(question, found, options) : sum,
      options,
    ),
  };
}

/** Returns a sum with the gates and behaviours on which the value hangs. */
function sumWithHinges(
  { kind, path }: Question,
  found: KubeObject,
  { retell, ...sum }: Sum,
  options: WhyOptions,
): Partial<Explanation> {
  if (options.hinges !== true) return sum;
  const hinges = hingesOf({ kind, path, object: served(kind, found) }, options, retell);
  return { ...sum, ...(hinges.length > 0 && { hinges }) };
}

/** What is explained: the state of the object, and the write that its value is of. */
interface Explained {
  readonly found: KubeObject;
  readonly witness: Change;
}

/**
 * Returns the sum by the latest look at the field up to the moment, which may have come long after
 * its write.
 */
function latestSumOf(question: Question, { found, witness }: Explained, options: WhyOptions): Sum {
  const { kind, path, revision, time } = question;
  const whenSet = sumOf(question, witness, options);
  const ledger = ledgerOf(witness, kind, path, options.accountants);
  if (ledger === undefined || !isComputedAgain(ledger.explainer, path)) return whenSet;
  if (witness.revision === revision && witness.time === time) return whenSet;
  const latest = witnessOf(question, options) ?? witness;
  const { actor } = ledger;
  const set = whenSet.account && { whenSet: whenSet.account };
  const now = sumAgain(question, found, latest, options);
  if (now !== undefined) {
    return { ...now, confirmed: { time, revision, actor, by: 'calculation' }, ...set };
  }
  // Of a record that is read each look makes the change again.
  const isSetter = latest.revision === witness.revision;
  const latestSum = isSetter ? undefined : sumOf(question, latest, options);
  if (latestSum?.exact !== true) return whenSet;
  const place = { time: latest.time, revision: latest.revision };
  return { ...latestSum, confirmed: { ...place, actor, by: 'write' }, ...set };
}

/** Without what only something that is done to the object sets. */
function withoutActs(accountant: Accountant): Accountant {
  const { controller, actor, keys, explainers } = accountant;
  const usual = explainers.filter(({ isAct }) => !isAct);
  return { controller, actor, explainers: usual, ...(keys !== undefined && { keys }) };
}

/** The writes of an object up to the moment, the latest first, back to its creation; without those of earlier objects of its name. */
function* lifeOf({ object, revision }: Question, past: Past): Iterable<Change> {
  for (const change of past.changesOf(object.bucket, object.key, revision)) {
    yield change;
    if (change.type === 'created') return;
  }
}

/** Returns the latest change that set or removed the field's value. */
function setterOf(question: Question, past: Past): Change | undefined {
  const { kind, path } = question;
  for (const change of lifeOf(question, past)) {
    const before = change.previous && valueAt(served(kind, change.previous), path);
    if (!same(before, valueAt(served(kind, change.value), path))) return change;
  }
  return undefined;
}

/** For a field that was never set: the latest write by an actor that accounts for it. */
function witnessOf(question: Question, { past, accountants }: WhyOptions): Change | undefined {
  const { kind, path } = question;
  for (const change of lifeOf(question, past)) {
    if (ledgerOf(change, kind, path, accountants) !== undefined) return change;
  }
  return undefined;
}

/** Why a field of an object has its value: its writer, the sum, and the causes. */
import type { Millis } from '#clock';
import { bucketOf, served, type Profile, type Kind, type ObjectKey } from '#kinds';
import type { KubeObject } from '#values';
import { PastCluster, type Account, type Explainer, type Pass } from '#runtime';
import type { Change, Past } from '#store';
import type { FaultMark } from '../run-log.ts';
import type { Accountant } from './accountant.ts';
import { chainOf, type Link } from './chain.ts';
import { ledgersOf, type Ledger } from './ledger.ts';
import { parsePath, printPath, same, valueAt, type Segment } from './path.ts';
import { unsetOf, type Unset } from './unset.ts';
import { webhookBehind } from './webhook.ts';

/** The question. */
export interface Question {
  readonly kind: Kind;
  readonly object: ObjectKey;
  readonly path: readonly Segment[];
  /** The state of this revision is explained. */
  readonly revision: number;
  /** The moment, virtual ms: the current time in sums that depend on it. */
  readonly time: Millis;
}

export interface Explanation {
  readonly kind: string;
  readonly key: string;
  readonly path: string;
  readonly revision: number;
  /** The value at that revision; absent when the field did not exist. */
  readonly value?: unknown;
  /** The write that set the value, first, and its causes back to the root; empty if never set. */
  readonly chain: readonly Link[];
  /** The webhook that set the value in that write. */
  readonly webhook?: string;
  /** The revision at which the kept history begins, when the value was set before that. */
  readonly setBefore?: number;
  /** For a field that has no value and never had one. */
  readonly unset?: Unset;
  /** How it is computed, by the latest look of the controller; absent when none accounts for the field. */
  readonly account?: Account;
  /** Who came to the same value later; the account is of then. */
  readonly confirmed?: Confirmation;
  /** The account of the write that set the value, where `account` is of a later look. */
  readonly whenSet?: Account;
  /** The revision at which the sum is computed: the state that the controller had seen. */
  readonly seenAt?: number;
  /** Absent for a sum that has not been written yet: it is what it would be now. False when the sum over the record does not give the stored value: the controller saw a state that the record does not have. */
  readonly exact?: boolean;
}

/** A later look at a field that left its value as it was. */
export interface Confirmation {
  /** Virtual time, ms. */
  readonly time: Millis;
  readonly revision: number;
  readonly actor: string;
  /** A write of other fields of the object shows it; or the same calculation over what stood at the moment. */
  readonly by: 'write' | 'calculation';
}

export interface WhyOptions {
  readonly past: Past;
  readonly accountants: readonly Accountant[];
  /** What faults have struck. */
  readonly faults?: readonly FaultMark[];
  readonly profile: Profile;
}

/**
 * Explains a field.
 * @throws {RangeError} when the object did not exist at that revision
 */
export function why(question: Question, options: WhyOptions): Explanation {
  const { past, accountants } = options;
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
    return { ...about, chain: [], unset, ...sum };
  }
  const webhook = setter && webhookBehind(setter, path);
  const sum: Sum = witness === undefined ? {} : latestSumOf(question, { found, witness }, options);
  return {
    ...about,
    chain: setter === undefined ? [] : chainOf(setter, past, accountants, options.faults),
    ...(webhook !== undefined && { webhook }),
    ...(setter === undefined && { setBefore: past.beginning }),
    ...(sum.account === undefined ? standingSum(question, found, options) : sum),
  };
}

/** What is explained: the state of the object, and the write that its value is of. */
interface Explained {
  readonly found: KubeObject;
  readonly witness: Change;
}

/** The sum by the latest look at the field up to the moment, which may have come long after its write. */
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
  const seen = isSetter ? undefined : sumOf(question, latest, options);
  if (seen?.exact !== true) return whenSet;
  const place = { time: latest.time, revision: latest.revision };
  return { ...seen, confirmed: { ...place, actor, by: 'write' }, ...set };
}

function isComputedAgain({ again }: Explainer, path: readonly Segment[]): boolean {
  const paths = (again?.fields ?? []).map(parsePath);
  return paths.some((each) => same(each, path.slice(0, each.length)));
}

/**
 * The sum as a reconcile at the moment would compute it; undefined where it would come to another value. Where it knows
 * more than the store, that follows from the latest reconcile that wrote, and all it would write has to stand already.
 */
function sumAgain(
  question: Question,
  found: KubeObject,
  latest: Change,
  options: WhyOptions,
): Sum | undefined {
  const { kind, path, revision, time } = question;
  const ledger = ledgerOf(latest, kind, path, options.accountants)!;
  const { explainer, field, within, actor } = ledger;
  const { evidence } = explainer.again ?? {};
  const object = served(explainer.kind, found);
  const past = new PastCluster(options.past, { revision, now: time }, options.profile);
  const pass: Pass = { object, written: object, past, actor, within };
  if (evidence === undefined) {
    const account = narrowed(explainer.fields[field]!(pass), within);
    const isSame = matchesStored(account.value, valueAt(object, path));
    return isSame ? { account, seenAt: revision, exact: true } : undefined;
  }
  const before = sumOf(question, latest, options);
  if (before.exact !== true) return undefined;
  const known = evidence(passAt(before.seenAt!, latest, { ...ledger, within: [] }, options));
  const whole: Pass = { ...pass, within: [], evidence: known };
  const allStand = Object.entries(explainer.fields).every(([name, explain]) =>
    matchesStored(explain(whole).value, valueAt(object, parsePath(name))),
  );
  if (!allStand) return undefined;
  const account = explainer.fields[field]!({ ...whole, within });
  return { account: narrowed(account, within), seenAt: revision, exact: true };
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

/** The latest change that set or removed the field's value. */
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

export type Sum = Pick<Explanation, 'account' | 'seenAt' | 'exact' | 'confirmed' | 'whenSet'>;

/** How many states are tried to find the one that a pass had seen when it wrote. */
const MOST_TRIED = 600;
/** How many more are tried when this field's sum is right but those of other fields are not. */
const MOST_TRIED_FOR_ALL = 50;

/**
 * Computes the sum again. A pass reads caches, which lag behind the store by the changes in flight;
 * so this searches the state that it saw, until all sums match what was written, or at least the
 * requested one.
 */
export function sumOf({ kind, path }: Question, setter: Change, options: WhyOptions): Sum {
  const ledger = ledgerOf(setter, kind, path, options.accountants);
  if (ledger === undefined) return {};
  const { explainer, field, within } = ledger;
  const written = served(explainer.kind, setter.value);
  const others = Object.entries(explainer.fields).filter(([name]) => name !== field);
  let likely: Sum | undefined;
  let left = MOST_TRIED;
  for (const revision of statesBefore(setter, options.past)) {
    if (left-- === 0) break;
    const pass = passAt(revision, setter, ledger, options);
    const account = narrowed(explainer.fields[field]!(pass), within);
    if (!matchesStored(account.value, valueAt(written, path))) continue;
    const sum = { account, seenAt: revision, exact: true };
    const whole: Pass = { ...pass, within: [] };
    const allMatch = others.every(([name, explain]) =>
      matchesStored(explain(whole).value, valueAt(written, parsePath(name))),
    );
    if (allMatch) return sum;
    if (likely === undefined) left = Math.min(left, MOST_TRIED_FOR_ALL);
    likely ??= sum;
  }
  if (likely !== undefined) return likely;
  const latest = setter.revision - 1;
  const account = explainer.fields[field]!(passAt(latest, setter, ledger, options));
  return { account: narrowed(account, within), seenAt: latest, exact: false };
}

/** The sum as it would be now, for a field whose accountant has not written to the object yet. */
function sumNow(
  { kind, path, revision, time }: Question,
  found: KubeObject,
  { past: states, accountants, profile }: WhyOptions,
): Sum {
  const [ledger] = ledgersOf(kind, path, accountants);
  if (ledger === undefined || ledger.explainer.needsEvidence === true) return {};
  const { explainer, field, within, actor } = ledger;
  const object = served(explainer.kind, found);
  const past = new PastCluster(states, { revision, now: time }, profile);
  const account = explainer.fields[field]!({ object, written: object, past, actor, within });
  return { account: narrowed(account, within), seenAt: revision };
}

/** What keeps a value that was written by others than those who account for it, at the moment of the question. */
function standingSum(
  { kind, path, revision, time }: Question,
  found: KubeObject,
  { past: states, accountants, profile }: WhyOptions,
): Sum {
  const object = served(kind, found);
  const past = new PastCluster(states, { revision, now: time }, profile);
  for (const { actor, explainers } of accountants) {
    for (const { kind: explained, standing = {} } of explainers) {
      if (bucketOf(explained) !== bucketOf(kind)) continue;
      const account = standing[printPath(path)]?.({
        object,
        written: object,
        past,
        actor,
        within: [],
      });
      if (account !== undefined) return { account, seenAt: revision };
    }
  }
  return {};
}

/**
 * The states that a pass may have seen, likely ones first: the one before its first write, then
 * alternately further back, and forward to its last write.
 */
function* statesBefore(setter: Change, past: Past): Iterable<number> {
  const latest = setter.revision - 1;
  const before = firstWriteOf(setter, past) - 1;
  const first = Math.max(past.beginning, 1);
  yield before;
  for (let distance = 1; distance <= Math.max(before, latest - before); distance++) {
    if (before - distance >= first) yield before - distance;
    if (before + distance <= latest) yield before + distance;
  }
}

/** The revision of the first write of the reconcile that a change belongs to. */
function firstWriteOf({ revision, time, origin }: Change, past: Past): number {
  const { controller, number } = origin.reconcile ?? {};
  let first = revision;
  if (number === undefined) return first;
  for (const change of past.changesBefore(revision)) {
    if (change.time !== time) break;
    const { reconcile } = change.origin;
    if (reconcile?.controller === controller && reconcile?.number === number) {
      first = change.revision;
    }
  }
  return first;
}

function passAt(
  revision: number,
  setter: Change,
  { explainer, within }: Ledger,
  { past, profile }: WhyOptions,
): Pass {
  const { actor, evidence, reconcile } = setter.origin;
  return {
    object: served(explainer.kind, setter.previous ?? setter.value),
    written: served(explainer.kind, setter.value),
    past: new PastCluster(past, { revision, now: setter.time }, profile),
    actor,
    within,
    ...(reconcile === undefined ? {} : { key: reconcile.key }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

function narrowed(account: Account, within: readonly Segment[]): Account {
  if (within.length === 0) return account;
  return { ...account, value: valueAt(account.value, within) };
}

/** A sum of 0 matches an absent field, as v1.24 omits zeros. */
function matchesStored(value: unknown, stored: unknown): boolean {
  return same(value, stored) || (value === 0 && stored === undefined);
}

/** The accounts of a change's writer: a controller, or an actor that an explainer speaks for. */
function ledgerOf(
  { origin }: Change,
  kind: Kind,
  path: readonly Segment[],
  accountants: readonly Accountant[],
): Ledger | undefined {
  const ledgers = ledgersOf(kind, path, accountants);
  return (
    ledgers.find(
      ({ controller, explainer }) =>
        controller === origin.reconcile?.controller ||
        explainer.actors?.includes(origin.actor) === true,
    ) ?? ledgers.find(({ explainer }) => explainer.isForClients && origin.reconcile === undefined)
  );
}

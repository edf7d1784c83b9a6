/** How a field was computed: by the write that set it, by a later look, or as it would be now. */
import { bucketOf, served, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { PastCluster, type Account, type Explainer, type Pass } from '#runtime';
import type { Change, Past } from '#store';
import type { Accountant } from './accountant.ts';
import type { Explanation, Question, WhyOptions } from './explanation.ts';
import { ledgersOf, type Ledger } from './ledger.ts';
import { parsePath, printPath, same, valueAt, type Segment } from './path.ts';
import { seenBy, type Retell } from './retell.ts';

export interface Sum extends Pick<
  Explanation,
  'account' | 'seenAt' | 'exact' | 'confirmed' | 'whenSet'
> {
  /** The same account by another profile; undefined where that one has none. */
  readonly retell?: Retell;
}

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
    const sum = { account, seenAt: revision, exact: true, retell: retellAt(pass, ledger) };
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
  const pass = passAt(latest, setter, ledger, options);
  const account = narrowed(explainer.fields[field]!(pass), within);
  return { account, seenAt: latest, exact: false };
}

/** Returns how an account of a pass reads by other profiles. */
function retellAt(pass: Pass, { explainer, field, within }: Ledger): Retell {
  return (profile) =>
    narrowed(explainer.fields[field]!({ ...pass, past: seenBy(profile, pass.past) }), within);
}

/**
 * Returns the sum as it would be now, for a field whose accountant has not written to the object yet.
 */
export function sumNow(question: Question, found: KubeObject, options: WhyOptions): Sum {
  const [ledger] = ledgersOf(question.kind, question.path, options.accountants);
  if (ledger === undefined || ledger.explainer.needsEvidence === true) return {};
  return sumBy(ledger, question, found, options);
}

/** Returns the sum over the state at the moment of the question. */
function sumBy(
  ledger: Ledger,
  { revision, time }: Question,
  found: KubeObject,
  { past: states, profile }: WhyOptions,
): Sum {
  const { explainer, field, within, actor } = ledger;
  const object = served(explainer.kind, found);
  const past = new PastCluster(states, { revision, now: time }, profile);
  const pass: Pass = { object, written: object, past, actor, within };
  const account = narrowed(explainer.fields[field]!(pass), within);
  return { account, seenAt: revision, retell: retellAt(pass, ledger) };
}

/**
 * Returns what keeps a value that was written by others than those who account for it, at the moment
 * of the question.
 */
export function standingSum(question: Question, found: KubeObject, options: WhyOptions): Sum {
  const { past: states, accountants, profile } = options;
  const { kind, path, revision, time } = question;
  const object = served(kind, found);
  const past = new PastCluster(states, { revision, now: time }, profile);
  for (const { actor, explainers } of accountants) {
    for (const { kind: explained, standing = {} } of explainers) {
      if (bucketOf(explained) !== bucketOf(kind)) continue;
      const explain = standing[printPath(path)];
      const pass: Pass = { object, written: object, past, actor, within: [] };
      const account = explain?.(pass);
      const retell: Retell = (other) => explain?.({ ...pass, past: seenBy(other, past) });
      if (account !== undefined) return { account, seenAt: revision, retell };
    }
  }
  return confirmedSum(question, found, options);
}

/** Returns what others have set, and a reconcile at the moment would come to as well. */
function confirmedSum(question: Question, found: KubeObject, options: WhyOptions): Sum {
  const { kind, path } = question;
  const [ledger] = ledgersOf(kind, path, options.accountants).filter(
    ({ explainer }) => isComputedAgain(explainer, path) && explainer.again?.evidence === undefined,
  );
  if (ledger === undefined) return {};
  const sum = sumBy(ledger, question, found, options);
  const stored = valueAt(served(kind, found), path);
  return matchesStored(sum.account?.value, stored) ? sum : {};
}

/**
 * Returns the states that a pass may have seen, likely ones first: the one before its first write,
 * then alternately further back, and forward to its last write.
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

/** Returns the revision of the first write of the reconcile that a change belongs to. */
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

/**
 * Returns the accounts of a change's writer: a controller, or an actor that an explainer speaks for.
 */
export function ledgerOf(
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

export function isComputedAgain({ again }: Explainer, path: readonly Segment[]): boolean {
  const paths = (again?.fields ?? []).map(parsePath);
  return paths.some((each) => same(each, path.slice(0, each.length)));
}

/**
 * Returns the sum as a reconcile at the moment would compute it; undefined where it would come to
 * another value. Where it knows more than the store, that follows from the latest reconcile that
 * wrote, and all it would write has to stand already.
 */
export function sumAgain(
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
    const retell = retellAt(pass, ledger);
    return isSame ? { account, seenAt: revision, exact: true, retell } : undefined;
  }
  const before = sumOf(question, latest, options);
  if (before.exact !== true) return undefined;
  const known = evidence(passAt(before.seenAt!, latest, { ...ledger, within: [] }, options));
  const whole: Pass = { ...pass, within: [], evidence: known };
  const allStand = Object.entries(explainer.fields).every(([name, explain]) =>
    matchesStored(explain(whole).value, valueAt(object, parsePath(name))),
  );
  if (!allStand) return undefined;
  const last: Pass = { ...whole, within };
  const account = narrowed(explainer.fields[field]!(last), within);
  return { account, seenAt: revision, exact: true, retell: retellAt(last, ledger) };
}

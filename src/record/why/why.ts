/** Why a field of an object has its value: who set it, from what sum, and what led to that. */
import type { FeatureGates, Kind } from '#kinds';
import type { Account, Explainer, Pass } from '#runtime';
import type { Change } from '#store';
import { bucketOf, served, type History, type ObjectKey } from '../history.ts';
import type { Accountant } from './accountant.ts';
import { chainOf, type Link } from './chain.ts';
import { printPath, same, valueAt, type Segment } from './path.ts';

/** What is asked. */
export interface Question {
  readonly kind: Kind;
  readonly object: ObjectKey;
  readonly path: readonly Segment[];
  /** Everything is seen as it stood then. */
  readonly revision: number;
}

export interface Explanation {
  readonly kind: string;
  readonly key: string;
  readonly path: string;
  readonly revision: number;
  /** As it stood; absent when there was no such field. */
  readonly value?: unknown;
  /** Where the value comes from, first, back to where it all began; empty when it was never set. */
  readonly chain: readonly Link[];
  /** The sum; absent when nobody accounts for the field. */
  readonly account?: Account;
  /** The revision at which the sum is computed: what the controller had seen. */
  readonly seenAt?: number;
  /** False when the sum over the record does not give the stored value: the controller saw a state that the record does not have. */
  readonly exact?: boolean;
}

export interface WhyOptions {
  readonly history: History;
  readonly accountants: readonly Accountant[];
  readonly features: FeatureGates;
}

/**
 * Explains a field.
 * @throws {RangeError} when the object was not there at that revision
 */
export function why(question: Question, options: WhyOptions): Explanation {
  const { history, accountants } = options;
  const { kind, object, path, revision } = question;
  const version = history.versionAt(object, revision);
  if (version === undefined) {
    throw new RangeError(`there was no ${kind.kind} ${object.key} at revision ${revision}`);
  }
  const value = valueAt(served(kind, version.value), path);
  const setter = setterOf(question, history);
  const sum = setter && sumOf(question, setter, options);
  return {
    kind: kind.kind,
    key: object.key,
    path: printPath(path),
    revision,
    ...(value === undefined ? {} : { value }),
    chain: setter === undefined ? [] : chainOf(setter, history, accountants),
    ...sum,
  };
}

/** The latest change that gave the field its value. */
function setterOf(
  { kind, object, path, revision }: Question,
  history: History,
): Change | undefined {
  return history.changesOf(object).findLast((change) => {
    if (change.revision > revision || change.type === 'deleted') return false;
    const before = change.previous && valueAt(served(kind, change.previous), path);
    return !same(before, valueAt(served(kind, change.value), path));
  });
}

type Sum = Pick<Explanation, 'account' | 'seenAt' | 'exact'>;

/** How many earlier revisions are tried for what a pass had seen when it wrote. */
const MOST_TRIED = 300;

/**
 * Computes the sum anew. A pass reads caches, which lag behind the store by what was under way; so
 * the state it saw is looked for from its write backward, until the sum is what was written.
 */
function sumOf({ kind, path }: Question, setter: Change, options: WhyOptions): Sum {
  const found = accountOf(setter, kind, path, options.accountants);
  if (found === undefined || setter.previous === undefined) return {};
  const { explain, within } = found;
  const stored = valueAt(served(kind, setter.value), path);
  const accountAt = (revision: number): Account => {
    const pass: Pass = {
      object: served(kind, setter.previous!),
      written: served(kind, setter.value),
      past: options.history.view(revision, setter.time, options.features),
      within,
      ...(setter.origin.evidence === undefined ? {} : { evidence: setter.origin.evidence }),
    };
    return explain(pass);
  };
  const latest = setter.revision - 1;
  const first = accountAt(latest);
  if (agrees(first, stored)) return { account: first, seenAt: latest, exact: true };
  for (let revision = latest - 1; revision > latest - MOST_TRIED && revision > 0; revision--) {
    const account = accountAt(revision);
    if (agrees(account, stored)) return { account, seenAt: revision, exact: true };
  }
  return { account: first, seenAt: latest, exact: false };
}

/** A number 0 stands for an absent field, as v1.24 omits zeros. */
function agrees({ value }: Account, stored: unknown): boolean {
  return same(value, stored) || (value === 0 && stored === undefined);
}

interface Found {
  readonly explain: Explainer['fields'][string];
  readonly within: readonly Segment[];
}

/** Who accounts for the field: the controller that wrote it, by the longest path that it declares. */
function accountOf(
  setter: Change,
  kind: Kind,
  path: readonly Segment[],
  accountants: readonly Accountant[],
): Found | undefined {
  const controller = setter.origin.reconcile?.controller;
  const accountant = accountants.find((each) => each.controller === controller);
  const explainers = accountant?.explainers ?? [];
  const explainer = explainers.find((each) => bucketOf(each.kind) === bucketOf(kind));
  if (explainer === undefined) return undefined;
  for (let length = path.length; length > 0; length--) {
    const explain = explainer.fields[printPath(path.slice(0, length))];
    if (explain !== undefined) return { explain, within: path.slice(length) };
  }
  return undefined;
}

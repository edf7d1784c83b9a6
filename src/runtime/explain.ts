/**
 * How a controller accounts for a status field: by the same pure functions that computed it, over
 * the cluster as it was. Only a query costs anything.
 */
import type { Millis } from '#clock';
import { controllerOf, type KubeObject } from '#values';
import type { Profile, Kind } from '#kinds';
import { judge } from './claim.ts';
import type { Ref } from '#request';

/** The cluster at one revision. */
export interface PastView {
  readonly revision: number;
  /** Virtual time then, ms. */
  readonly now: Millis;
  readonly profile: Profile;
  get<T extends KubeObject>(kind: Kind<T>, ref: Ref): T | undefined;
  /** In the order of their keys. */
  list<T extends KubeObject>(kind: Kind<T>, namespace?: string): readonly T[];
  /** The cluster at an earlier time (ms), after that instant. */
  at(time: Millis): PastView;
}

/** What a reconcile saw when it wrote a status. */
export interface Pass<T extends KubeObject = KubeObject> {
  /**
   * The object before the write, as the reconcile read it; of a creation, the object as created.
   */
  readonly object: T;
  /** The object as written. */
  readonly written: T;
  readonly past: PastView;
  /** Who wrote: the controller's actor, or one of {@link Explainer.actors}. */
  readonly actor: string;
  /** The key of the reconcile that wrote, which may be that of another object; absent outside of one. */
  readonly key?: string;
  /** What the reconcile knew beyond the store: see `clientKnowing` of its tools. */
  readonly evidence?: unknown;
  /**
   * What was asked for below the field that the account is registered under, such as `pods` of
   * `status.used`, or `Available` of `status.conditions`; empty for the whole field. Terms may be
   * limited to it; the value is always that of the whole field, and the caller narrows it.
   */
  readonly within: readonly (string | number)[];
}

/** One input of the sum, and whether it counts. */
export interface Term {
  /** `Node node-3`, `Pod default/web-1`, `tolerance`, `scale-up limit`. */
  readonly subject: string;
  /** What it adds, or is: a number, a quantity, a time. Absent where counting is all. */
  readonly amount?: unknown;
  /** Whether it went into the value. */
  readonly counts: boolean;
  /** Why, or why not: `its pod agent-x7k2p is not ready`. */
  readonly because: string;
}

/** One step of a calculation that is not a sum, in the order in which they are taken. */
export interface Stage {
  /** A word or two: `ratio`, `recommendation`, `window`. */
  readonly name: string;
  /** What several calculations side by side are about, such as the metric; absent for only one. */
  readonly of?: string;
  /** What it comes to: a number, a quantity as people write it (`64Mi`), a word. */
  readonly value?: unknown;
  /** How. */
  readonly because: string;
  /** Without it, the result would be another one. */
  readonly decides?: true;
  /** What went into it, such as the pods that were measured. */
  readonly terms?: readonly Term[];
}

/** How a value was computed: as a sum of terms, or in stages. */
export interface Account {
  /** Recomputed; equal to the stored value when the view is what the reconcile saw. */
  readonly value: unknown;
  /**
   * The rule in a sentence: `counts the nodes that should run a pod and have one that is ready`.
   */
  readonly rule: string;
  /** Empty where there are stages. */
  readonly terms: readonly Term[];
  readonly stages?: readonly Stage[];
}

/** What an object did not do: start what its schedule has, have a pod on a node, have another size. */
export type Missing =
  | { readonly what: 'run' }
  | { readonly what: 'pod'; readonly node: string }
  | { readonly what: 'fewer' | 'more' };

/** The account of a field that has the answer, or of it the term about one subject. */
export interface Referral {
  readonly field: string;
  /** `Node node-2` */
  readonly subject?: string;
}

/** Accounts for fields of one kind. */
export interface Explainer<T extends KubeObject = KubeObject> {
  readonly kind: Kind<T>;
  /** Who else writes these fields: `admission`. */
  readonly actors?: readonly string[];
  /** Speaks for clients other than controllers, too. */
  readonly isForClients?: true;
  /** By path: `status.numberReady`; what lies below a path is asked for by `within`. */
  readonly fields: Readonly<Record<string, (pass: Pass<T>) => Account>>;
  /**
   * What keeps a value that others have set, such as the phase of a pod that waits: asked at the
   * moment of the question, where no writer accounts for the value. Undefined: this one does not.
   */
  readonly standing?: Readonly<Record<string, (pass: Pass<T>) => Account | undefined>>;
  /** Why an object did not do something; `value` of the account is the answer in a sentence. Undefined: another one may know. */
  readonly not?: (missing: Missing, object: T, past: PastView) => Account | Referral | undefined;
  /** Why there is no object of a name that its owner would make. Undefined: it would make none. */
  readonly absent?: (ref: Ref, past: PastView) => Account | undefined;
  /** The fields are set by something that is done to the object, such as its deletion: until then they have no account. */
  readonly isAct?: true;
  /**
   * Its reconciles depend on what only they know, such as metrics: a reconcile that has not
   * happened has no account.
   */
  readonly needsEvidence?: true;
  /** What later reconciles compute again, whether they write it or not. */
  readonly again?: Again<T>;
}

/** Fields that hold only as long as each reconcile comes to the same value. */
export interface Again<T extends KubeObject = KubeObject> {
  /** Paths, of all that is below them, too: what tells what stands, and not what once happened. */
  readonly fields: readonly string[];
  /** What a reconcile after the given one knows beyond the store, if nothing else changes. */
  evidence?(latest: Pass<T>): unknown;
}

/** Why a controller has deleted an object, of whatever kind. */
export type Deletion = (pass: Pass) => Account;

/** Returns the account of a deletion: what it is done for, and what speaks for that. */
export function deletionBecause(
  { written }: Pick<Pass, 'written'>,
  reason: string,
  terms: readonly Term[],
): Account {
  const rule = `is the end of its grace period: ${reason}`;
  return { value: written.metadata.deletionTimestamp, rule, terms };
}

/** Declares an explainer, so that a controller can list those of different kinds. */
export function explainer<T extends KubeObject>(
  kind: Kind<T>,
  fields: Explainer<T>['fields'],
  more: Omit<Explainer<T>, 'kind' | 'fields'> = {},
): Explainer {
  return { kind, fields, ...more } as unknown as Explainer;
}

/** Declares an explainer of fields that something sets which is done to the object, such as a deletion. */
export function act<T extends KubeObject>(
  kind: Kind<T>,
  fields: Explainer<T>['fields'],
): Explainer {
  return explainer<T>(kind, fields, { isAct: true });
}

/** Declares who knows why an object did not do something. */
export function absence<T extends KubeObject>(
  kind: Kind<T>,
  not: Exclude<Explainer<T>['not'], undefined>,
): Explainer {
  return explainer<T>(kind, {}, { not });
}

/** Declares who knows why there is no object of a name. */
export function notThere<T extends KubeObject>(
  kind: Kind<T>,
  absent: Exclude<Explainer<T>['absent'], undefined>,
): Explainer {
  return explainer<T>(kind, {}, { absent });
}

/** Declares what keeps values that others have set. */
export function standing<T extends KubeObject>(
  kind: Kind<T>,
  fields: Exclude<Explainer<T>['standing'], undefined>,
): Explainer {
  return explainer<T>(kind, {}, { standing: fields });
}

/**
 * Returns what a reconcile of an owner claimed: its own objects that it selected, and orphans that it
 * adopted.
 */
export function pastClaimed<T extends KubeObject>(
  past: PastView,
  kind: Kind<T>,
  owner: KubeObject,
  matches: (object: T) => boolean,
): readonly T[] {
  return past.list(kind, owner.metadata.namespace).filter((object) => {
    const verdict = judge(owner, object, matches(object));
    return verdict === 'keep' || verdict === 'adopt';
  });
}

/** Returns the objects of a kind that an owner controlled. */
export function pastChildren<T extends KubeObject>(
  past: PastView,
  kind: Kind<T>,
  { metadata }: { readonly metadata: Pick<KubeObject['metadata'], 'namespace' | 'uid'> },
): readonly T[] {
  return past
    .list(kind, metadata.namespace)
    .filter((object) => controllerOf(object)?.uid === metadata.uid);
}

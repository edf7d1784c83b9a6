/** What a kind declares about writes: what is filled in, checked, kept and removed. */
import type { FieldErrors, KubeObject, Resumable, Release } from '#values';
import type { Profile } from '../profile/profile.ts';
import type { Requester, StrategyContext } from './part.ts';

/** An object before and after its defaults were filled in. */
export interface Filled<T> {
  readonly before: T;
  readonly after: T;
}

/** The rules for objects of a kind, in the order in which a write meets them. */
export interface KindRules<T extends KubeObject = KubeObject> {
  /** Rejects what v1.24 cannot read into its internal form. @throws {UnreadableValue} */
  checkConvertible?(object: T): void;
  /** Fills in the defaults of a release for absent fields. */
  defaults?(object: T, profile: Profile): T;
  /**
   * The same in parts. A kind declares one of them, and has both.
   * @param alike another object: parts that depend on nothing else need not be filled in again
   */
  defaulting?(object: T, profile: Profile, alike?: Filled<T>): T | Resumable<T>;
  /** Its defaults are also about its labels: they are filled in whenever a write changes these. */
  readonly defaultsLabels?: boolean;
  /**
   * What the strategy does on create, after defaults: initial status, generated fields.
   * @param user who creates it; absent: the control plane itself
   */
  prepareCreate?(object: T, context: StrategyContext, user?: Requester): T;
  /** What the strategy does on update through the main endpoint (the status is already restored). */
  prepareUpdate?(object: T, old: T, context: StrategyContext): T;
  /**
   * Leaves out what goes with fields whose gates are off, before these go.
   * @param old the stored object; undefined for a new one
   */
  withoutDisabled?(object: T, old: T | undefined, profile: Profile): T;
  /** Has metadata.generation, raised whenever the returned part changes; absent: no generation. */
  generation?(object: T): unknown;
  /** The name that a profile has to have enabled, or it has no generation. Absent: it always has. */
  readonly generationWith?: string;
  /** To the generation, an empty list differs from none, as v1.24 compares that part. */
  readonly generationCountsEmpty?: boolean;
  /** Fields that gates take away count for the generation, as they are sent. */
  readonly generationCountsDisabled?: boolean;
  /**
   * Whether a write of the object itself keeps the status. Default: always, where there is an
   * endpoint for it.
   */
  keepsStatus?(old: T): boolean;
  /**
   * Fields, besides the status, that no write to the object itself changes once it exists: so no
   * writer owns them.
   */
  readonly fixedParts?: readonly string[];
  /** New objects without a name get a random uid as their name, even if generateName is given. */
  readonly namedByUid?: boolean;
  /** New objects without a name get what generateName says as their name, with nothing behind it. */
  readonly namedByPrefix?: boolean;
  /**
   * Loads what the checks need, where a server of the release needs it; undefined: they can run. Asked
   * before each check.
   */
  load?(profile: Profile): Promise<void> | undefined;
  /**
   * Error messages for a metadata.name; absent: it must be a DNS subdomain.
   * @param release absent: the oldest
   */
  validateName?(name: string, release?: Release): readonly string[];
  /**
   * How metadata of new objects is checked: `plain`: without the domains of finalizers; `last`: the
   * same, but only when nothing else is wrong. Absent: first, and with these domains.
   */
  readonly metadataChecks?: 'plain' | 'last';
  /**
   * Checks for creation, except those of metadata. Like the next one it adds its findings to
   * `errors`.
   */
  validate?(errors: FieldErrors, object: T, context: StrategyContext): void;
  /**
   * Checks for an update through the main endpoint; `validate` does not run in addition. Includes
   * the checks of metadata that v1.24 runs a second time here (so that causes appear twice).
   */
  validateUpdate?(errors: FieldErrors, object: T, old: T, context: StrategyContext): void;
  /**
   * An update checks all of the object, also where it changes nothing of it: creation checks less.
   * Absent: what is stored has passed the checks, and only changes are checked.
   */
  readonly checksStored?: boolean;
  /** Reports an error that several checks find each time, in all releases. */
  readonly repeatsErrors?: boolean;
  /**
   * Warnings about an object that is accepted through the main endpoint.
   * @param old the object that it replaces; undefined for a new object
   */
  warnings?(object: T, old: T | undefined, profile: Profile): readonly string[];
  /** Warnings about a new object before the strategy changes it; given also where it is refused. */
  warningsAsSent?(object: T, profile: Profile): readonly string[];
  /**
   * The object as v1.24's store returns it, where the store keeps less than was written; the same
   * object when nothing is lost. Runs after all checks.
   * @param over what is stored, when this is a dry run's answer
   * @param storageVersion the apiVersion in which the release stores it
   */
  asStored?(object: T, over?: T, storageVersion?: string): T;
  /** The object as v1.24 compares it with another one to find who changed what. Absent: unchanged. */
  comparable?(object: T): T;
  /** Grace period of a deletion in seconds. Absent: deleted at once. */
  gracePeriodSeconds?(object: T, requested: number | undefined): number;
  /**
   * The object after its first delete, which only marks it, with what keeps it until the work that
   * has to be done is done. Absent: finalizers that it has, and the grace period, decide.
   *
   * @param now virtual time, ms
   */
  beginDeletion?(object: T, now: number): T;
}

/** The options of requests. */

/** Names an object of a kind. */
export interface Ref {
  /** Absent for kinds without namespaces. */
  readonly namespace?: string;
  readonly name: string;
}

/** A version of an object. */
export interface VersionRef extends Ref {
  readonly resourceVersion: string;
  /** Its key, where the caller has it at hand: `namespace/name`, or `name`. */
  readonly key?: string;
}

/** Which objects a list, a watch or a deletecollection is about. */
export interface Selection {
  /** Absent: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface ListOptions extends Selection {
  /** At most this many; absent or not above 0 for all. */
  readonly limit?: number;
  /** From the list before: continue where that one ended. */
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  /** Of watches: refused in lists by releases that know it. */
  readonly sendInitialEvents?: boolean;
}

export interface WatchOptions extends Selection {
  /** Deliver the changes after it; absent, empty or `0`: first ADDED for every object that exists. */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  /**
   * Whether ADDED comes first for every object that exists, whatever the version. Releases that do not
   * know it do not look at it.
   */
  readonly sendInitialEvents?: boolean;
}

/** A patch in one of the four forms; `body` is the parsed document. */
export interface Patch {
  readonly type: 'merge' | 'strategic' | 'json' | 'apply';
  readonly body: unknown;
  /** Whether numbers in `body` may be `SpelledNumber`s: their spelling matters. */
  readonly isSpelled?: boolean;
  /** Apply only: who owns the fields. Default: the program that the caller belongs to. */
  readonly manager?: string;
  /** Apply only: take over fields that others own, instead of answering with a conflict. */
  readonly force?: boolean;
  /**
   * Whether unknown and repeated fields are dropped silently, dropped with a warning, or rejected.
   * Default: Ignore.
   */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
  /** Errors in the text that `body` was parsed from, such as `duplicate field "spec.foo"`. */
  readonly complaints?: readonly string[];
}

/** What happens to the objects that name the deleted one as their owner. */
export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan';

export interface DeleteOptions {
  /** Seconds; ignored by kinds without graceful deletion. */
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: PropagationPolicy;
  /** The older form of {@link propagationPolicy}: true is Orphan, false Background. Only one of them may be given. */
  readonly orphanDependents?: boolean;
  /** The deletion is rejected (409) unless the stored object has these. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** The object is to go though it cannot be read: then one that can be read stays. */
  readonly isUnsafe?: boolean;
}

/** What goes with requests, beside objects. */

/** Names an object of a kind. */
export interface Ref {
  /** Absent for kinds without namespaces. */
  readonly namespace?: string;
  readonly name: string;
}

/** A version of an object. */
export interface VersionRef extends Ref {
  readonly resourceVersion: string;
}

/** Which objects a list, a watch or a deletecollection is about. */
export interface Selection {
  /** Absent: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface ListOptions extends Selection {
  /** At most so many; absent or not above 0 for all. */
  readonly limit?: number;
  /** From the list before: continue where that one ended. */
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
}

export interface WatchOptions extends Selection {
  /** Deliver what happened after it; absent, empty or `0`: first ADDED for every object there is. */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
}

/** A patch in one of the four forms; `body` is the parsed document. */
export interface Patch {
  readonly type: 'merge' | 'strategic' | 'json' | 'apply';
  readonly body: unknown;
  /** Whether numbers in `body` may be `SpelledNumber`s: how they are written counts. */
  readonly isSpelled?: boolean;
  /** Apply only: take over fields that others own, where a conflict would be the answer. */
  readonly force?: boolean;
  /** Whether unknown and repeated fields are dropped in silence, warned of, or refused. Default: Ignore. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
  /** What is wrong with the text that `body` came from, such as `duplicate field "spec.foo"`. */
  readonly complaints?: readonly string[];
}

/** What becomes of the objects that name the deleted one as their owner. */
export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan';

export interface DeleteOptions {
  /** Seconds; means nothing to kinds without graceful deletion. */
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: PropagationPolicy;
  /** The deletion is refused (409) unless these are what is stored. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

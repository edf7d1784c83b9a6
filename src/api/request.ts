/** What callers of the API hand in and get back, beside objects. */
import type { KubeObject, Origin } from '#kinds';

/** Travels with every call. */
export interface RequestContext {
  /** Who acts and why; kept with every write. */
  readonly origin: Origin;
  /** Do everything but store: `dryRun=All`. */
  readonly dryRun?: boolean;
  /** Who owns the fields that the write sets: `fieldManager`. */
  readonly fieldManager?: string;
  /** Objects that are handed in come from a decoder, and so have the form of their type already. */
  readonly isDecoded?: boolean;
  /** Is told what people should know of a write that is accepted: the `Warning` header. */
  readonly warn?: (text: string) => void;
  /**
   * Lets time pass for who waits for something that is about to be made. Absent where the caller
   * holds the clock: it is to come back later.
   */
  readonly pause?: (ms: number) => Promise<void>;
  /** Awaited between the stages of a write: others may have their turn. Absent: nothing is awaited. */
  readonly breathe?: () => Promise<void>;
}

/** Names an object of a kind. */
export interface ObjectRef {
  /** Absent for kinds without namespaces. */
  readonly namespace?: string;
  readonly name: string;
}

/** A version of an object. */
export interface VersionRef extends ObjectRef {
  readonly resourceVersion: string;
}

/** Which part of an object an update writes: the object itself, or one of its subresources. */
export type Endpoint = 'main' | 'status' | 'finalize' | 'ephemeralcontainers';

/** The answer to an update or a patch. */
export interface Written<T extends KubeObject = KubeObject> {
  /** As stored; after a write that changed nothing, the object that was stored before. */
  readonly object: T;
  /** The object did not exist before (201 instead of 200). */
  readonly created: boolean;
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

/** The answer to a deletion. */
export interface Deletion<T extends KubeObject = KubeObject> {
  /** Its last state; for an object that stays, the state now. */
  readonly object: T;
  /** Whether it is gone. If not, finalizers or a grace period keep it. */
  readonly removed: boolean;
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
  /** From the list before: go on where that one ended. */
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
}

export interface ObjectList<T extends KubeObject = KubeObject> {
  readonly items: readonly T[];
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    /** How many follow behind this page; unknown, and so absent, with selectors. */
    readonly remainingItemCount?: number;
  };
}

export interface WatchOptions extends Selection {
  /** Deliver what happened after it; absent, empty or `0`: first ADDED for every object there is. */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  /** Undelivered events hold the clock under this name. For consumers in the process only. */
  readonly hold?: string;
}

export interface WatchEvent<T extends KubeObject = KubeObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** Its metadata.resourceVersion is the revision of the change, also for DELETED. */
  readonly object: T;
  /** Present when the change says only that the writer goes on; the object is made when it is read. */
  readonly repetition?: Repetition;
}

/** What is known of a repetition without its object: see `Store.repeat`. */
export interface Repetition {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly revision: number;
}

/** A patch: its form, and the parsed document. */
export interface Patch {
  readonly type: 'merge' | 'strategic' | 'json' | 'apply';
  readonly body: unknown;
  /** Apply only: take over fields that others own. */
  readonly force?: boolean;
  /** Whether unknown and repeated fields are dropped in silence, told of, or refused. Default: Ignore. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
  /** What is wrong with the text that `body` came from, such as `duplicate field "spec.foo"`. */
  readonly complaints?: readonly string[];
}

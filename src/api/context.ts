/** What travels with the calls of the API, and what it tells beside objects. */
import type { KubeObject, Origin } from '#kinds';
import type { TokenIssuer } from './reviews/access.ts';

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
  /**
   * The object that is handed in, with the fractions of seconds that its times have lost: what is
   * refused is refused as it was given.
   */
  readonly exact?: KubeObject | undefined;
  /** Is told what people should know of a write that is accepted: the `Warning` header. */
  readonly warn?: (text: string) => void;
  /**
   * Lets time pass for who waits for something that is about to be made. Absent where the caller
   * holds the clock: it is to come back later.
   */
  readonly pause?: (ms: number) => Promise<void>;
  /** Undelivered events of a watch hold the clock under this name. For consumers in the process only. */
  readonly hold?: string;
  /** Issues tokens that accounts are given. Absent: the caller has none to give. */
  readonly issuer?: TokenIssuer;
  /** Awaited between the stages of a write: others may have their turn. Absent: nothing is awaited. */
  readonly breathe?: () => Promise<void>;
}

/** The answer to an update or a patch. */
export interface Written<T extends KubeObject = KubeObject> {
  /** As stored; after a write that changed nothing, the object that was stored before. */
  readonly object: T;
  /** The object did not exist before (201 instead of 200). */
  readonly created: boolean;
}

/** The answer to a deletion. */
export interface Deletion<T extends KubeObject = KubeObject> {
  /** Its last state; for an object that stays, the state now. */
  readonly object: T;
  /** Whether it is gone. If not, finalizers or a grace period keep it. */
  readonly removed: boolean;
}

/** The context of API calls, and what they answer beside objects. */
import type { KubeObject, Origin, YieldTurn } from '#values';
import type { User } from './authorization/index.ts';
import type { TokenIssuer } from './reviews/access.ts';

/** Passed with every call. */
export interface RequestContext {
  /** Who acts and why; kept with every write. */
  readonly origin: Origin;
  /** Who makes the request. Absent: the control plane itself, which may do everything. */
  readonly user?: User;
  /** The name in the URL; a create has none. */
  readonly urlName?: string;
  /** The uid of a new object. Absent: a random one. */
  readonly uid?: string;
  /** Do everything but store: `dryRun=All`. */
  readonly dryRun?: boolean;
  /** Who owns the fields that the write sets: `fieldManager`. */
  readonly fieldManager?: string;
  /** The options that the request itself names, as webhooks get them. */
  readonly options?: Readonly<Record<string, string>> | undefined;
  /** How long the caller waits for the answer from now on, by the machine's clock; absent: forever. */
  readonly leftMs?: () => number;
  /** Objects come from a decoder, and so have the form of their type already. */
  readonly isDecoded?: boolean;
  /**
   * The object as it was sent, with the fractions of seconds that its times have lost: error
   * messages show what was sent.
   */
  readonly exact?: KubeObject | undefined;
  /** Receives the warnings about a write that is accepted: the `Warning` header. */
  readonly warn?: (text: string) => void;
  /**
   * Lets time pass for a caller that waits for an object that is about to be created. Absent where
   * the caller holds the clock: it must retry later.
   */
  readonly pause?: (ms: number) => Promise<void>;
  /** Undelivered events of a watch hold the clock under this name. For consumers in the process only. */
  readonly hold?: string;
  /** Issues tokens for service accounts. Absent: the caller has no issuer. */
  readonly issuer?: TokenIssuer;
  /**
   * Asked between the stages of a write, so that other requests get a turn. Absent: none do, and the
   * caller is in the process.
   */
  readonly yieldTurn?: YieldTurn;
}

/** Tells whether the caller is in the process and stores what it writes: no client sees more of it than its object. */
export function isInProcess({ yieldTurn, dryRun }: RequestContext): boolean {
  return yieldTurn === undefined && dryRun !== true;
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

/** What a fault has done to a request, as a value. */
import type { Millis } from '#clock';
import type { ReconcileId } from '#values';

export interface Strike {
  /** Virtual time, ms. */
  readonly time: Millis;
  /** The store's revision then. */
  readonly revision: number;
  /** The fault's name. */
  readonly fault: string;
  /** `TooManyRequests, retry after 5s` */
  readonly effect: string;
  readonly client: string;
  readonly verb: string;
  /** `pods`, `pods/status` */
  readonly resource: string;
  /** `namespace/name`, `name`, `namespace/` for all of a namespace; empty for all of a cluster. */
  readonly key: string;
  /** The reconcile that the request belonged to. */
  readonly reconcile?: ReconcileId;
}

/** A fault in force. */
export interface FaultState {
  readonly name: string;
  /** `TooManyRequests, retry after 5s` */
  readonly effect: string;
  /** Virtual ms. */
  readonly since: Millis;
  /** Virtual ms; absent: it ends by strikes, or when it is lifted. */
  readonly until?: Millis;
  /** It waits for a change: which one, and how many such there were. */
  readonly waits?: { readonly text: string; readonly changes: number };
  /** How many requests have matched. */
  readonly seen: number;
  /** How many it has struck. */
  readonly struck: number;
}

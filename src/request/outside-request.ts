/** A request of a client outside, over HTTP, as people look at it afterwards. */

export interface OutsideRequest {
  /**
   * The requests of a server in the order in which they came. A watch is reported twice, with the same number: when it is
   * opened and when it has ended.
   */
  readonly number: number;
  /** Virtual time at which it came, ms since 1970. */
  readonly at: number;
  /** When its answer had been sent; absent while a watch is open. */
  readonly endedAt?: number;
  /** Empty where it is not known. */
  readonly user: string;
  readonly userAgent: string;
  /** `get`, `list`, `watch`, `create`, ...; of a path the method in lower case. */
  readonly verb: string;
  /** `pods`, `deployments.apps`; empty when it is about a path such as `/version`. */
  readonly resource: string;
  readonly subresource: string;
  /** The kind's name; empty when it is not served. */
  readonly kind: string;
  readonly namespace: string;
  /** Of the object; empty for several. */
  readonly name: string;
  readonly path: string;
  /** The status; absent for a connection that broke before one was sent. */
  readonly code?: number;
  /** The revision that it has written. */
  readonly revision?: number;
  /** The faults that struck it: `storm: TooManyRequests`. */
  readonly faults?: readonly string[];
}

/** What a log of requests has behind a place in it. */
export interface RequestPiece {
  readonly requests: readonly OutsideRequest[];
  /** How many reports came before them that are no longer kept. */
  readonly missed: number;
  /** The place behind them. */
  readonly next: number;
}

/** What is known of a program outside: what it has been sent, what it has dealt with, what it asks. */

/** One of its watches. */
export interface WatchState {
  /** `jobs.batch`, or `pods`. */
  readonly resource: string;
  /** The highest revision that was sent. */
  sent: number;
  /** The highest revision that its program has dealt with, by its own account or as good as. */
  done: number;
  /** Events are being written, or the program does not read them. */
  isBusy: boolean;
  /** The server has ended it, and the program takes part: it will watch again. */
  isExpected: boolean;
}

/** Programs are distinguished by their tokens: one for each token, or for each user without one. */
export interface ClientState {
  /** What distinguishes it from others. */
  readonly key: string;
  /** For people: user and program. */
  readonly name: string;
  readonly watches: Set<WatchState>;
  /** The revision that its barrier has reached, by resource. Empty: it has none. */
  readonly barriers: Map<string, number>;
  /** Its requests that are not answered yet, without those that may take any time. */
  inFlight: number;
  /**
   * The wall time at which it was last told something or wrote something, ms; undefined once it was
   * quiet after that.
   */
  stirred: number | undefined;
  /** The wall time at which it last read something, ms. */
  read: number;
}

export function newClient(key: string, name: string): ClientState {
  return {
    ...{ key, name },
    watches: new Set(),
    barriers: new Map(),
    inFlight: 0,
    stirred: undefined,
    read: -Infinity,
  };
}

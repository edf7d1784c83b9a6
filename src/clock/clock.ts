/**
 * The clock as its users see it. Virtual time is the only time in the simulator:
 * controllers, leases, back-offs, probes, timestamps and ages all read it here.
 */

/** A point in virtual time: whole milliseconds since 1970-01-01T00:00:00Z. */
export type Millis = number;

/** A pending call at a point in virtual time. */
export interface Timer {
  /** When it fires. */
  readonly due: Millis;
  /** Forgets the call; does nothing once it has fired. */
  cancel(): void;
}

export interface TimerOptions {
  /** Who set it, in words for people: named when virtual time cannot move on. */
  readonly name: string;
  /**
   * Promises that the callback is synchronous, or takes a hold for all that it starts.
   * Settling after a quiet timer costs a fraction of settling after another one.
   */
  readonly quiet?: boolean;
}

/** Gives back a hold. Calling it again does nothing. */
export type Release = () => void;

export interface Clock {
  /** The virtual time, in ms. */
  now(): Millis;
  /**
   * Runs `run` after `delayMs` (0 and less: at the present instant, once its work is done).
   * Timers fire in total order: by due time, then by creation.
   */
  after(delayMs: number, run: () => void, options: TimerOptions): Timer;
  /**
   * Takes a hold: virtual time stands still until it is released. All pending work in process holds
   * the clock: queue items, calls, undelivered watch events. `name` says who (for example
   * `daemonset default/agent`); the loop limit counts by it.
   */
  hold(name: string): Release;
}

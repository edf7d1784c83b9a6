/** What tests ask of a cluster. */
import type { Where } from '../objects.ts';

export interface WithinOptions extends Where {
  /** The most virtual time to wait: `30s`, `10m`, or ms. Default: `10m`. */
  readonly within?: string | number;
}

export interface StayOptions extends Where {
  /** How much virtual time has to pass: `30s`, `10m`, or ms. Default: `10m`. */
  readonly during?: string | number;
}

/** When a cluster counts as settled for good. */
export interface ConvergeOptions {
  /** How long nothing may be written: `30s`, `10m`, or ms. Default: `1m`. */
  readonly quiet?: string | number;
  /** The most virtual time to wait for that: `30s`, `10m`, or ms. Default: `10m`. */
  readonly within?: string | number;
}

/** An event; what is left out may be anything. */
export interface EventPattern {
  readonly reason?: string;
  readonly type?: 'Normal' | 'Warning';
  /** The object that it is about: `deploy/web`. */
  readonly about?: string;
  /** Of that object. Default: `default` where an object is named, otherwise all. */
  readonly namespace?: string;
  /** A part of the message, or an expression that it matches (in RE2's syntax). */
  readonly message?: string | RegExp;
  /** How many: `3` or `>= 3`. Default: at least one. */
  readonly count?: number | string;
}

/**
 * By field, the least and the most that it may be, or the one value that it has:
 * `{ numberUnavailable: [0, 1], 'spec.replicas': 3 }`. Names without a dot are of the status.
 */
export type Limits = Readonly<Record<string, number | readonly [least: number, most: number]>>;

/**
 * What `expect(cluster)` offers. Each lets as much virtual time pass as it needs, and fails with what
 * was expected, what was found, the causal chain and the command that runs the test again.
 */
export interface ClusterMatchers<R = Promise<void>> {
  /** The object (`ds/agent`) comes to have this status; what is not named may be anything. */
  toReachStatus(
    object: string,
    status: Readonly<Record<string, unknown>>,
    options?: WithinOptions,
  ): R;
  /** An event is recorded, or was before. */
  toEmitEvent(event: EventPattern, options?: Pick<WithinOptions, 'within'>): R;
  /** Numbers of the object stay within limits, from now on and for a time. */
  toStayWithin(object: string, limits: Limits, options?: StayOptions): R;
  /** Nothing is left to do: nothing but heartbeats is written for a time. */
  toConverge(options?: ConvergeOptions): R;
}

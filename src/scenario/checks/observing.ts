/** The interface between conditions and the watches on the objects of the cluster. */
import type { KubeObject } from '#values';

/** One change of one object. */
export interface ObservedChange {
  /** The object, or what was last seen of it. */
  readonly object: KubeObject;
  /** Before it; absent when it is new. */
  readonly old?: KubeObject;
  readonly deleted: boolean;
}

/** Observes conditions: called once before and once after a change, however many conditions it affects. */
export interface ObservingCheck {
  /** Events that were there before the check began count too. */
  readonly countsThePast: boolean;
  /** A number that a condition looks at, such as `status.numberReady`, as it is from now on. */
  measure(what: string, value: number): void;
  before(): void;
  after(change: ObservedChange): void;
  /** A condition cannot be evaluated: the check fails with this reason. */
  giveUp(why: string): void;
}

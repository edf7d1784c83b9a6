/** What conditions and what follows the objects of the cluster tell one another. */
import type { KubeObject } from '#kinds';

/** One change of one object. */
export interface ObservedChange {
  /** The object, or what was last seen of it. */
  readonly object: KubeObject;
  /** Before it; absent when it is new. */
  readonly old?: KubeObject;
  readonly deleted: boolean;
}

/** Who watches conditions: told once before and once behind a change, however many conditions it touches. */
export interface ObservingCheck {
  /** Events that were there before the check began count too. */
  readonly countsThePast: boolean;
  before(): void;
  after(change: ObservedChange): void;
  /** A condition cannot be judged: the check has failed, and says why. */
  giveUp(why: string): void;
}

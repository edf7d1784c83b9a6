/** Conditions: statements about the cluster that are true or false after every change. */
import type { Kind, KubeObject } from '#kinds';
import type { ObservedChange, ObservedKinds } from './observed-kinds.ts';

/** A condition, checked and ready to be watched. */
export interface Condition {
  /** What has to be the case: `DaemonSet agent status {"numberReady":5}`. */
  readonly text: string;
  /** What it looks at. */
  readonly kinds: readonly Kind[];
  /** Watches it from now on, over kinds that are followed already. */
  watch(kinds: ObservedKinds, check: ObservingCheck): Monitor;
}

/** A condition under watch. */
export interface Monitor {
  readonly holds: boolean;
  /** How many there were since the check began, where that is more than how often it became true. */
  readonly tally?: number;
  /** The one object that it looks at, as it is now. */
  readonly object?: KubeObject | undefined;
  /** What is the case, in words. Made when asked for: most changes interest nobody. */
  actual(): string;
  stop(): void;
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

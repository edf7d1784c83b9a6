/** Conditions: statements about the cluster that are true or false after every change. */
import type { Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { CheckedObject } from '#record';
import type { ObservedKinds } from './observed-kinds.ts';
import type { ObservingCheck } from './observing.ts';

/** A condition, checked and ready to be watched. */
export interface Condition {
  /** What must be true: `DaemonSet agent status {"numberReady":5}`. */
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
  /** Which one object is meant, whether it exists or not. */
  readonly about?: CheckedObject;
  /** The path of the first field of that object that is not as it must be. */
  readonly field?: string | undefined;
  /** The current state in words. Computed on demand: most changes are never reported. */
  actual(): string;
  stop(): void;
}

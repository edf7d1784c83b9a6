/** Rollouts that may take several pods at once. */
import type { Pod } from '#types';

/** The places of a set whose pods are rolled. */
export interface Rollout {
  /** By place. */
  readonly pods: readonly (Pod | undefined)[];
  /** The first place that is updated. */
  readonly lowest: number;
  /** How many may be unavailable. */
  readonly most: number;
  /** Whether pods that are unavailable anyway go first, beyond that number. */
  readonly sparesReady: boolean;
  isSettled(pod: Pod): boolean;
  /** Whether it has another revision, and stays. */
  isOld(pod: Pod): boolean;
}

/** Pods that go now, or what they wait for. */
export interface Rolled {
  readonly pods: readonly Pod[];
  readonly waitsFor?: Pod | undefined;
}

/** As many pods of other revisions as may be unavailable, the highest first. */
export function rolledTogether(rollout: Rollout): Rolled {
  const { pods, lowest, most, sparesReady, isSettled, isOld } = rollout;
  const unsettled = pods.filter((pod) => pod === undefined || !isSettled(pod));
  const left = Math.max(0, most - unsettled.length);
  const old = pods
    .slice(lowest)
    .reverse()
    .filter((pod) => pod !== undefined && isOld(pod)) as readonly Pod[];
  if (sparesReady) {
    const down = old.filter((pod) => !isSettled(pod));
    return { pods: [...down, ...old.filter((pod) => isSettled(pod)).slice(0, left)] };
  }
  if (left > 0 || old.length === 0) return { pods: old.slice(0, left) };
  return { pods: [], waitsFor: unsettled.findLast((pod) => pod !== undefined) };
}

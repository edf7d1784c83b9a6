import type { Millis } from '#clock';
import type { Scenario } from '#scenario';

/**
 * Returns a scenario that changes at a moment: the steps before it are those of `past`, the steps at
 * it and after it are those of `future`. Played with the same seed, both are the same to the byte
 * until then.
 * @param atMs virtual ms since the start
 */
export function fork(past: Scenario, future: Scenario, atMs: Millis): Scenario {
  return {
    ...past,
    title: future.title,
    variables: future.variables,
    untilMs: Math.max(past.untilMs, future.untilMs),
    steps: [
      ...past.steps.filter((step) => step.atMs < atMs),
      ...future.steps.filter((step) => step.atMs >= atMs),
    ],
  };
}

import type { Millis } from '#clock';
import type { Scenario } from '#scenario';

/**
 * A scenario that continues differently from a moment on: everything before it is that of `past`,
 * the steps at it and behind it are those of `future`. Played with the same seed, both are the same
 * to the byte until then. @param atMs virtual ms since the start
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

/** Feature gates with their v1.24 defaults. */
import type { FeatureGates } from './part.ts';

const defaults = {
  /** Not a gate of v1.24: after missed times the last one counts, also of an uneven schedule. */
  CronJobDueTimeFix: false,
  CronJobTimeZone: false,
  DaemonSetUpdateSurge: true,
  HPAContainerMetrics: false,
  HPAScaleToZero: false,
  /** Not a gate of v1.24: jobs end at their deadline also where v1.24 loses the wake-up. */
  JobDeadlineFix: false,
  JobReadyPods: true,
  JobTrackingWithFinalizers: false,
  /** Not a gate of v1.24: the API document's reading where the two disagree (`--seed-strict`). */
  SeedStrict: false,
  ServerSideFieldValidation: false,
} as const satisfies Record<string, boolean>;

/** The gates that this simulator knows. */
export type FeatureGate = keyof typeof defaults;

/** The names of all gates, sorted. */
export const featureGateNames: readonly string[] = Object.keys(defaults);

/**
 * The gates of one simulator: v1.24 defaults with overrides on top.
 * @throws {RangeError} for an unknown gate, listing the known ones
 */
export function featureGates(overrides: Readonly<Record<string, boolean>> = {}): FeatureGates {
  for (const gate of Object.keys(overrides)) assertKnown(gate);
  const gates = new Map(Object.entries({ ...defaults, ...overrides }));
  return {
    enabled(gate: string): boolean {
      assertKnown(gate);
      return gates.get(gate) === true;
    },
  };
}

function assertKnown(gate: string): asserts gate is FeatureGate {
  if (Object.hasOwn(defaults, gate)) return;
  throw new RangeError(
    `unknown feature gate "${gate}"; known gates: ${Object.keys(defaults).join(', ')}`,
  );
}

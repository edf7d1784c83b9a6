/** Feature gates with their v1.24 defaults. */
import type { FeatureGates } from '../object/part.ts';

const defaults = {
  /** Not a gate of v1.24: after missed times, only the latest counts, even on an irregular schedule. */
  CronJobDueTimeFix: false,
  CronJobTimeZone: false,
  CustomResourceValidationExpressions: false,
  DaemonSetUpdateSurge: true,
  HPAContainerMetrics: false,
  HPAScaleToZero: false,
  JobReadyPods: true,
  JobTrackingWithFinalizers: false,
  /** Not a gate of v1.24: follow the API document where it differs from v1.24 (`--seed-strict`). */
  SeedStrict: false,
  ServerSideFieldValidation: false,
} as const satisfies Record<string, boolean>;

/** The gates that this simulator supports. */
export type FeatureGate = keyof typeof defaults;

/** The names of all gates, sorted. */
export const featureGateNames: readonly string[] = Object.keys(defaults);

/**
 * The gates of one simulator: the defaults of v1.24 with overrides.
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

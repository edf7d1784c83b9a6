/**
 * Feature gates, and behaviours that changed without one: the only place that knows in which minor
 * of Kubernetes each begins. Code asks a {@link Profile} for a name, never for a number.
 */

export type Stage = 'alpha' | 'beta' | 'ga';

/** What a gate is from a minor on, until its next state. */
export interface GateState {
  /** The minor of Kubernetes 1. */
  readonly since: number;
  readonly default: boolean;
  /** Absent for a gate that Kubernetes does not have. */
  readonly stage?: Stage;
  /** It cannot be set to anything else. */
  readonly locked?: true;
}

/** By name, in the order of minors. */
const gates = {
  /** Not a gate of Kubernetes: after missed times, only the latest counts, even on an irregular schedule. */
  CronJobDueTimeFix: [{ since: 24, default: false }],
  CronJobTimeZone: [
    { since: 24, default: false, stage: 'alpha' },
    { since: 25, default: true, stage: 'beta' },
    { since: 27, default: true, stage: 'ga', locked: true },
  ],
  CustomResourceValidationExpressions: [
    { since: 24, default: false, stage: 'alpha' },
    { since: 25, default: true, stage: 'beta' },
    { since: 29, default: true, stage: 'ga', locked: true },
  ],
  DaemonSetUpdateSurge: [
    { since: 24, default: true, stage: 'beta' },
    { since: 25, default: true, stage: 'ga', locked: true },
  ],
  HPAContainerMetrics: [
    { since: 24, default: false, stage: 'alpha' },
    { since: 27, default: true, stage: 'beta' },
    { since: 30, default: true, stage: 'ga', locked: true },
  ],
  HPAScaleToZero: [
    { since: 24, default: false, stage: 'alpha' },
    { since: 37, default: true, stage: 'beta' },
  ],
  JobReadyPods: [
    { since: 24, default: true, stage: 'beta' },
    { since: 29, default: true, stage: 'ga', locked: true },
  ],
  JobTrackingWithFinalizers: [
    { since: 24, default: false, stage: 'beta' },
    { since: 25, default: true, stage: 'beta' },
    { since: 26, default: true, stage: 'ga', locked: true },
  ],
  /** Not a gate of Kubernetes: follow the API document where it differs from v1.24 (`--seed-strict`). */
  SeedStrict: [{ since: 24, default: false }],
  ServerSideFieldValidation: [
    { since: 24, default: false, stage: 'alpha' },
    { since: 25, default: true, stage: 'beta' },
    { since: 27, default: true, stage: 'ga', locked: true },
  ],
} as const satisfies Readonly<Record<string, readonly GateState[]>>;

/** The names of the gates that have an effect here, in any minor: sorted. */
export const gateNames: readonly string[] = Object.keys(gates);

/** The gates of a minor by name, as they are there. One that is gone by then stays as it was last. */
export function gatesOf(minor: number): ReadonlyMap<string, GateState> {
  const found = new Map<string, GateState>();
  for (const [name, states] of Object.entries<readonly GateState[]>(gates)) {
    const state = states.findLast(({ since }) => since <= minor);
    if (state !== undefined) found.set(name, state);
  }
  return found;
}

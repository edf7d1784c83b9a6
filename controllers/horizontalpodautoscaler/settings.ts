/** What autoscaling depends on beside metrics. */
import type { Profile } from '#kinds';
import { extended, parseQuantity } from '#values';
import type { HorizontalPodAutoscaler, HPAScalingRules } from './types.ts';

/** The flags of the controller manager at their defaults, what the autoscaler sets instead, and the release. */
export interface Settings {
  readonly tolerances: Tolerances;
  /** CPU use of a pod that started less than this many ms ago counts only while it is ready. */
  readonly cpuInitializationMs: number;
  /** A pod that became unready within this many ms of its start has never been ready. */
  readonly initialReadinessDelayMs: number;
  /** How far back recommendations keep the size up, ms. */
  readonly downscaleStabilizationMs: number;
  readonly profile: Profile;
}

/** How far the ratio of use to target may be from 1 without any effect, below and above it. */
export interface Tolerances {
  readonly down: number;
  readonly up: number;
}

export const defaultFlags: Omit<Settings, 'profile'> = {
  tolerances: { down: 0.1, up: 0.1 },
  cpuInitializationMs: 300_000,
  initialReadinessDelayMs: 30_000,
  downscaleStabilizationMs: 300_000,
};

export function settingsOf({ spec }: HorizontalPodAutoscaler, profile: Profile): Settings {
  const { tolerances } = defaultFlags;
  if (!profile.enabled('HPAConfigurableTolerance')) return extended(defaultFlags, { profile });
  const down = toleranceOf(spec.behavior?.scaleDown) ?? tolerances.down;
  const up = toleranceOf(spec.behavior?.scaleUp) ?? tolerances.up;
  return { ...defaultFlags, profile, tolerances: { down, up } };
}

function toleranceOf(rules: HPAScalingRules | null | undefined): number | undefined {
  if (rules?.tolerance == null) return undefined;
  const { unscaled, exponent } = parseQuantity(rules.tolerance);
  return Number(`${unscaled}e${exponent}`);
}

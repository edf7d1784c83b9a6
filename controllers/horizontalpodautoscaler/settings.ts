/** The flags of v1.24's controller manager that autoscaling goes by, at their defaults. */
export interface Settings {
  /** How far the ratio of use to target may be from 1 without any effect. */
  readonly tolerance: number;
  /** CPU use of a pod that started less than this many ms ago counts only while it is ready. */
  readonly cpuInitializationMs: number;
  /** A pod that became unready within this many ms of its start has never been ready. */
  readonly initialReadinessDelayMs: number;
  /** How far back recommendations keep the size up, ms. */
  readonly downscaleStabilizationMs: number;
}

export const defaultSettings: Settings = {
  tolerance: 0.1,
  cpuInitializationMs: 300_000,
  initialReadinessDelayMs: 30_000,
  downscaleStabilizationMs: 300_000,
};

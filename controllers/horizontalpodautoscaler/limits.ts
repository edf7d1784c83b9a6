/** From what the metrics ask for to what is done, for autoscalers without `spec.behavior`. */
import { finding, type Finding } from './conditions.ts';
import { withEntry, type Memory, type Recommendation } from './memory.ts';
import type { Settings } from './settings.ts';
import type { HPAScalingPolicy } from './types.ts';

/** A proposal and the bounds that it is put in. */
export interface Proposal {
  /** The target's present desired size. */
  readonly current: number;
  /** As the metrics ask for. */
  readonly proposed: number;
  readonly min: number;
  readonly max: number;
  /** Virtual ms. */
  readonly now: number;
  readonly settings: Pick<Settings, 'downscaleStabilizationMs' | 'profile'>;
}

/** What a wish has come to. */
export interface Limited {
  readonly replicas: number;
  readonly stabilization: Stabilization;
  /** Absent where it did not come to that. */
  readonly rate?: Rate;
  readonly findings: readonly Finding[];
  readonly memory: Memory;
}

/** Where remembered recommendations hold the size. */
export interface Stabilization {
  /** As the metrics ask for. */
  readonly proposed: number;
  /** What they make of that. */
  readonly replicas: number;
  /**
   * The remembered ones that keep it from rising above the lowest, and from falling below the
   * highest.
   */
  readonly lower: readonly Recommendation[];
  readonly upper: readonly Recommendation[];
}

/** How far the size may change at once. */
export interface Rate {
  readonly fastest: number;
  /** What it leaves of the stabilized size. */
  readonly replicas: number;
  /** What each policy allows; without any, the size may double at once, or rise to 4. */
  readonly limits: readonly { readonly policy: HPAScalingPolicy; readonly replicas: number }[];
}

/** A number of replicas, and the condition that it is `limited` by (or not). */
export interface Bounded {
  readonly replicas: number;
  readonly limited: Finding;
  readonly rate?: Rate;
}

/**
 * The highest recommendation of the last minutes, in the bounds of the spec and of a rate that
 * lets the size double at once, or rise to 4.
 */
export function limit(proposal: Proposal, memory: Memory): Limited {
  const { proposed, now } = proposal;
  const cutoff = now - proposal.settings.downscaleStabilizationMs;
  const upper = memory.recommendations.filter(({ at }) => at >= cutoff);
  const highest = upper.reduce((most, { replicas }) => Math.max(most, replicas), proposed);
  const recommendations = withEntry(
    memory.recommendations,
    { replicas: proposed, at: now },
    ({ at }) => at < cutoff,
  );
  const stabilized = highest === proposed ? readyForNewScale() : scaleDownStabilized();
  const { replicas, limited, rate } = clamp(highest, proposal);
  return {
    replicas,
    stabilization: { proposed, replicas: highest, lower: [], upper },
    rate,
    findings: [stabilized, limited],
    memory: { ...memory, recommendations },
  };
}

function clamp(
  replicas: number,
  { current, min, max }: Proposal,
): Bounded & { readonly rate: Rate } {
  const fastest = Math.max(2 * current, 4);
  const highest = Math.min(max, fastest);
  const rate: Rate = { fastest, replicas: Math.min(replicas, fastest), limits: [] };
  if (replicas < min) return { replicas: min, limited: tooFewReplicas(), rate };
  if (replicas > highest) {
    const limited = max > fastest ? scaleUpLimit() : tooManyReplicas();
    return { replicas: highest, limited, rate };
  }
  return { replicas, limited: desiredWithinRange(), rate };
}

export function readyForNewScale(): Finding {
  return finding('AbleToScale', true, 'ReadyForNewScale', 'recommended size matches current size');
}

export function scaleDownStabilized(): Finding {
  const why =
    'recent recommendations were higher than current one, applying the highest recent recommendation';
  return finding('AbleToScale', true, 'ScaleDownStabilized', why);
}

export function tooFewReplicas(): Finding {
  const why = 'the desired replica count is less than the minimum replica count';
  return finding('ScalingLimited', true, 'TooFewReplicas', why);
}

export function tooManyReplicas(): Finding {
  const why = 'the desired replica count is more than the maximum replica count';
  return finding('ScalingLimited', true, 'TooManyReplicas', why);
}

export function scaleUpLimit(): Finding {
  const why = 'the desired replica count is increasing faster than the maximum scale rate';
  return finding('ScalingLimited', true, 'ScaleUpLimit', why);
}

export function desiredWithinRange(): Finding {
  const why = 'the desired count is within the acceptable range';
  return finding('ScalingLimited', false, 'DesiredWithinRange', why);
}

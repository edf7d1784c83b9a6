/** From what the metrics ask for to what is done, by the rules of `spec.behavior`. */
import { finding, type Finding } from './conditions.ts';
import {
  desiredWithinRange,
  readyForNewScale,
  scaleDownStabilized,
  scaleUpLimit,
  tooFewReplicas,
  tooManyReplicas,
  type Bounded,
  type Limited,
  type Rate,
  type Stabilization,
  type Proposal,
} from './limits.ts';
import { withEntry, type Memory, type ScaleEvent } from './memory.ts';
import type {
  HPAScalingPolicy,
  HPAScalingRules,
  HorizontalPodAutoscalerBehavior,
} from './types.ts';

/** The stabilized wish, at most as fast as the policies allow. `behavior` has its defaults. */
export function limitByBehavior(
  proposal: Proposal,
  behavior: HorizontalPodAutoscalerBehavior,
  memory: Memory,
): Limited {
  const { stabilization, recommendations } = stabilize(proposal, behavior, memory);
  const stabilized = stabilization.replicas;
  const { replicas, limited, rate } = bound(stabilized, proposal, behavior, memory);
  return {
    replicas,
    stabilization,
    ...(rate !== undefined && { rate }),
    findings: [stabilityOf(stabilized, proposal), limited],
    memory: { ...memory, recommendations },
  };
}

/** Remembers a change that was carried out. */
export function recordChange(
  memory: Memory,
  behavior: HorizontalPodAutoscalerBehavior,
  change: { readonly from: number; readonly to: number; readonly now: number },
): Memory {
  const { from, to, now } = change;
  if (to > from) {
    return { ...memory, scaleUps: record(memory.scaleUps, behavior.scaleUp, to - from, now) };
  }
  return { ...memory, scaleDowns: record(memory.scaleDowns, behavior.scaleDown, from - to, now) };
}

function record(
  events: readonly ScaleEvent[],
  rules: HPAScalingRules | undefined,
  change: number,
  now: number,
): readonly ScaleEvent[] {
  const longest = Math.max(0, ...policiesOf(rules).map(({ periodSeconds }) => periodSeconds));
  const cutoff = now - longest * 1000;
  const marked = events.map((event) => (event.at < cutoff ? { ...event, outdated: true } : event));
  return withEntry(marked, { change, at: now }, ({ outdated }) => outdated === true);
}

/**
 * The current size, moved only as far as all recommendations of the window of its direction agree.
 */
function stabilize(
  { current, proposed, now, settings }: Proposal,
  { scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior,
  { recommendations }: Memory,
): { stabilization: Stabilization; recommendations: Memory['recommendations'] } {
  const upCutoff = now - windowMs(scaleUp, 0);
  const downCutoff = now - windowMs(scaleDown, settings.downscaleStabilizationMs);
  const lower = recommendations.filter(({ at }) => at > upCutoff);
  const upper = recommendations.filter(({ at }) => at > downCutoff);
  const lowest = Math.min(proposed, ...lower.map(({ replicas }) => replicas));
  const highest = Math.max(proposed, ...upper.map(({ replicas }) => replicas));
  const oldest = Math.min(upCutoff, downCutoff);
  return {
    stabilization: {
      proposed,
      replicas: Math.min(Math.max(current, lowest), highest),
      lower,
      upper,
    },
    recommendations: withEntry(
      recommendations,
      { replicas: proposed, at: now },
      ({ at }) => at < oldest,
    ),
  };
}

function windowMs(rules: HPAScalingRules | undefined, usualMs: number): number {
  const seconds = rules?.stabilizationWindowSeconds;
  return seconds == null ? usualMs : seconds * 1000;
}

function stabilityOf(stabilized: number, { proposed, current }: Proposal): Finding {
  if (stabilized === proposed) return readyForNewScale();
  return proposed >= current ? scaleUpStabilized() : scaleDownStabilized();
}

function bound(
  desired: number,
  proposal: Proposal,
  { scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior,
  memory: Memory,
): Bounded {
  const { current, min, max } = proposal;
  if (desired > current) {
    const allowed = fastestUp(scaleUp, proposal, memory);
    const fastest = Math.max(current, allowed.fastest);
    const rate = { ...allowed, replicas: Math.min(desired, fastest) };
    const highest = Math.min(max, fastest);
    const limited = max > fastest ? scaleUpLimit() : tooManyReplicas();
    if (desired > highest) return { replicas: highest, limited, rate };
    return { replicas: desired, limited: desiredWithinRange(), rate };
  }
  if (desired < current) {
    const allowed = fastestDown(scaleDown, proposal, memory);
    const fastest = Math.min(current, allowed.fastest);
    const rate = { ...allowed, replicas: Math.max(desired, fastest) };
    const lowest = Math.max(min, fastest);
    const limited = min < fastest ? scaleDownLimit() : tooFewReplicas();
    if (desired < lowest) return { replicas: lowest, limited, rate };
    return { replicas: desired, limited: desiredWithinRange(), rate };
  }
  return { replicas: desired, limited: desiredWithinRange() };
}

/** What policies allow, whatever is wanted. */
type Allowed = Omit<Rate, 'replicas'>;

/** The most replicas that the policies allow, counted from the size at the start of each period. */
function fastestUp(
  rules: HPAScalingRules | undefined,
  proposal: Proposal,
  { scaleUps, scaleDowns }: Memory,
): Allowed {
  const { current } = proposal;
  const limits = limitsBy(rules, (policy) => {
    const lowered = countsBoth(proposal) ? changedWithin(policy, scaleDowns, proposal) : 0;
    const start = current - changedWithin(policy, scaleUps, proposal) + lowered;
    const { type, value } = policy;
    return type === 'Pods' ? start + value : Math.ceil(start * (1 + value / 100));
  });
  return { fastest: pick(rules, limits, current, Math.min, Math.max), limits };
}

/** The fewest replicas that the policies allow: `Max` is the largest change, so the lowest number. */
function fastestDown(
  rules: HPAScalingRules | undefined,
  proposal: Proposal,
  { scaleUps, scaleDowns }: Memory,
): Allowed {
  const { current } = proposal;
  const limits = limitsBy(rules, (policy) => {
    const raised = countsBoth(proposal) ? changedWithin(policy, scaleUps, proposal) : 0;
    const start = current + changedWithin(policy, scaleDowns, proposal) - raised;
    const { type, value } = policy;
    return type === 'Pods' ? start - value : Math.trunc(start * (1 - value / 100));
  });
  return { fastest: pick(rules, limits, current, Math.max, Math.min), limits };
}

/** Whether changes in the other direction count, too. */
function countsBoth({ settings }: Proposal): boolean {
  return settings.profile.enabled('PoliciesCountBothDirections');
}

function limitsBy(
  rules: HPAScalingRules | undefined,
  limit: (policy: HPAScalingPolicy) => number,
): Rate['limits'] {
  if (rules?.selectPolicy === 'Disabled') return [];
  return policiesOf(rules).map((policy) => ({ policy, replicas: limit(policy) }));
}

function pick(
  rules: HPAScalingRules | undefined,
  limits: Rate['limits'],
  current: number,
  smallestChange: (...replicas: number[]) => number,
  largestChange: (...replicas: number[]) => number,
): number {
  if (rules?.selectPolicy === 'Disabled') return current;
  const choose = rules?.selectPolicy === 'Min' ? smallestChange : largestChange;
  return choose(...limits.map(({ replicas }) => replicas));
}

function changedWithin(
  { periodSeconds }: HPAScalingPolicy,
  events: readonly ScaleEvent[],
  { now }: Proposal,
): number {
  const cutoff = now - periodSeconds * 1000;
  return events.reduce((sum, { change, at }) => (at > cutoff ? sum + change : sum), 0);
}

function policiesOf(rules: HPAScalingRules | undefined): readonly HPAScalingPolicy[] {
  return rules?.policies ?? [];
}

function scaleUpStabilized(): Finding {
  const why =
    'recent recommendations were lower than current one, applying the lowest recent recommendation';
  return finding('AbleToScale', true, 'ScaleUpStabilized', why);
}

function scaleDownLimit(): Finding {
  const why = 'the desired replica count is decreasing faster than the maximum scale rate';
  return finding('ScalingLimited', true, 'ScaleDownLimit', why);
}

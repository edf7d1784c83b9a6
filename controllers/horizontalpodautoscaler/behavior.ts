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
  type Wish,
} from './limits.ts';
import { remember, type Memory, type ScaleEvent } from './memory.ts';
import type {
  HPAScalingPolicy,
  HPAScalingRules,
  HorizontalPodAutoscalerBehavior,
} from './types.ts';

/** The stabilized wish, at most as fast as the policies allow. `behavior` has its defaults. */
export function limitByBehavior(
  wish: Wish,
  behavior: HorizontalPodAutoscalerBehavior,
  memory: Memory,
): Limited {
  const { stabilized, recommendations } = stabilize(wish, behavior, memory);
  const { replicas, limited } = bound(stabilized, wish, behavior, memory);
  return {
    replicas,
    findings: [stabilityOf(stabilized, wish), limited],
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
  return remember(marked, { change, at: now }, ({ outdated }) => outdated === true);
}

/**
 * The current size, moved only as far as all recommendations of the window of its direction agree.
 */
function stabilize(
  { current, proposed, now, downscaleStabilizationMs }: Wish,
  { scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior,
  { recommendations }: Memory,
): { readonly stabilized: number; readonly recommendations: Memory['recommendations'] } {
  const upCutoff = now - windowMs(scaleUp, 0);
  const downCutoff = now - windowMs(scaleDown, downscaleStabilizationMs);
  let lowest = proposed;
  let highest = proposed;
  for (const { replicas, at } of recommendations) {
    if (at > upCutoff) lowest = Math.min(lowest, replicas);
    if (at > downCutoff) highest = Math.max(highest, replicas);
  }
  const oldest = Math.min(upCutoff, downCutoff);
  return {
    stabilized: Math.min(Math.max(current, lowest), highest),
    recommendations: remember(
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

function stabilityOf(stabilized: number, { proposed, current }: Wish): Finding {
  if (stabilized === proposed) return readyForNewScale();
  return proposed >= current ? scaleUpStabilized() : scaleDownStabilized();
}

function bound(
  wanted: number,
  { current, min, max, now }: Wish,
  { scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior,
  { scaleUps, scaleDowns }: Memory,
): Bounded {
  if (wanted > current) {
    const fastest = Math.max(current, highestBy(scaleUp, current, scaleUps, now));
    const highest = Math.min(max, fastest);
    const limited = max > fastest ? scaleUpLimit() : tooManyReplicas();
    if (wanted > highest) return { replicas: highest, limited };
  } else if (wanted < current) {
    const fastest = Math.min(current, lowestBy(scaleDown, current, scaleDowns, now));
    const lowest = Math.max(min, fastest);
    const limited = min < fastest ? scaleDownLimit() : tooFewReplicas();
    if (wanted < lowest) return { replicas: lowest, limited };
  }
  return { replicas: wanted, limited: desiredWithinRange() };
}

/** The most replicas that the policies allow, counted from the size at the start of each period. */
function highestBy(
  rules: HPAScalingRules | undefined,
  current: number,
  scaleUps: readonly ScaleEvent[],
  now: number,
): number {
  if (rules?.selectPolicy === 'Disabled') return current;
  const limits = policiesOf(rules).map((policy) => {
    const start = current - changedWithin(policy, scaleUps, now);
    const { type, value } = policy;
    return type === 'Pods' ? start + value : Math.ceil(start * (1 + value / 100));
  });
  return rules?.selectPolicy === 'Min' ? Math.min(...limits) : Math.max(...limits);
}

/** The fewest replicas that the policies allow: `Max` is the largest change, so the lowest number. */
function lowestBy(
  rules: HPAScalingRules | undefined,
  current: number,
  scaleDowns: readonly ScaleEvent[],
  now: number,
): number {
  if (rules?.selectPolicy === 'Disabled') return current;
  const limits = policiesOf(rules).map((policy) => {
    const start = current + changedWithin(policy, scaleDowns, now);
    const { type, value } = policy;
    return type === 'Pods' ? start - value : Math.trunc(start * (1 - value / 100));
  });
  return rules?.selectPolicy === 'Min' ? Math.max(...limits) : Math.min(...limits);
}

function changedWithin(
  { periodSeconds }: HPAScalingPolicy,
  events: readonly ScaleEvent[],
  now: number,
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

/** What a reconcile of an autoscaler does, decided without reading or writing anything. */
import type { Profile } from '#kinds';
import type { Pod } from '#types';
import type { Selector } from '#values';
import { limitByBehavior } from './behavior.ts';
import { finding, type Finding } from './conditions.ts';
import { evaluate, type EvaluationFailure, type Opinion } from './evaluate.ts';
import { limit, type Limited, type Proposal } from './limits.ts';
import type { Memory } from './memory.ts';
import type { EventWords } from './messages.ts';
import type { Reading } from './readings.ts';
import { ambiguous } from './rivals.ts';
import type { Settings } from './settings.ts';
import { forgottenSleep, isAsleep, minOf, wakes } from './sleep.ts';
import type { HorizontalPodAutoscaler, MetricStatus } from './types.ts';

/** The target's scale. */
export interface ScaleState {
  /** As wanted. */
  readonly replicas: number;
  /** As there are. */
  readonly statusReplicas: number;
  /** Of the pods, in its text form. */
  readonly selector: string;
}

/**
 * What a reconcile has seen. Pods and readings are empty where the size is decided without metrics.
 */
export interface View {
  readonly hpa: HorizontalPodAutoscaler;
  readonly scale: ScaleState;
  /** Of the scale; or why there is none. */
  readonly selector: Selector | EvaluationFailure;
  readonly pods: readonly Pod[];
  /** Of the spec's metrics, in order. */
  readonly readings: readonly Reading[];
  /** All autoscalers that select these pods; empty when only this one does. */
  readonly rivals: readonly string[];
  /** Virtual ms. */
  readonly now: number;
  readonly settings: Settings;
}

/** What a reconcile plans to do. */
export interface Plan {
  readonly desired: number;
  /** Why the target is to be rescaled to `desired`; undefined: it is not. */
  readonly rescale: string | undefined;
  /** For the status; `null` when they were not read. */
  readonly metrics: readonly MetricStatus[] | null;
  readonly findings: readonly Finding[];
  readonly events: readonly EventWords[];
  /** What the metrics ask for, in their order; empty when they were not read. */
  readonly opinions: readonly Opinion[];
  /** How the most of that was limited; absent when it did not come to that. */
  readonly limited?: Limited;
  /** Why the reconcile has already failed. */
  readonly error?: string;
  readonly memory: Memory;
}

/** A size that is decided without looking at metrics. */
interface FixedSize {
  readonly desired: number;
  readonly rescale: string | undefined;
  readonly findings: readonly Finding[];
}

/** Whether the metrics decide: the target is neither switched off nor out of the spec's bounds. */
export function needsMetrics(
  hpa: HorizontalPodAutoscaler,
  current: number,
  profile: Profile,
): boolean {
  return fixedSize(hpa, current, profile) === undefined;
}

function fixedSize(
  hpa: HorizontalPodAutoscaler,
  current: number,
  profile: Profile,
): FixedSize | undefined {
  const { maxReplicas } = hpa.spec;
  const min = minOf(hpa);
  if (current === 0) {
    if (wakes(hpa, profile)) return undefined;
    const why = 'scaling is disabled since the replica count of the target is zero';
    const disabled = finding('ScalingActive', false, 'ScalingDisabled', why);
    return { desired: 0, rescale: undefined, findings: [disabled, ...forgottenSleep(profile)] };
  }
  if (current > maxReplicas) {
    const rescale = 'Current number of replicas above Spec.MaxReplicas';
    return { desired: maxReplicas, rescale, findings: [] };
  }
  if (current < min) {
    return { desired: min, rescale: belowMin, findings: [] };
  }
  return undefined;
}

/** Decides the size. */
export function plan(view: View, before: Memory): Plan {
  const { hpa, scale, now } = view;
  const { profile } = view.settings;
  const current = scale.replicas;
  const memory = startingFrom(before, current, now);
  const gotScale = finding(
    'AbleToScale',
    true,
    'SucceededGetScale',
    "the HPA controller was able to get the target's current scale",
  );
  const fixed = fixedSize(hpa, current, profile);
  if (fixed !== undefined) {
    const findings = [gotScale, ...fixed.findings];
    return { ...fixed, findings, metrics: null, events: [], opinions: [], memory };
  }
  const evaluation = evaluateMetrics(view);
  const findings = [gotScale, ...evaluation.findings];
  const { events, opinions } = evaluation;
  if ('error' in evaluation) {
    const { error, statuses = null } = evaluation;
    const unscaled = { desired: current, rescale: undefined, metrics: statuses };
    return { ...unscaled, findings, events, opinions, error, memory };
  }
  const proposed = evaluation.replicas;
  const limited = limitSize(view, proposed, memory);
  const desired = current === 0 && isAsleep(hpa, profile) ? awake(limited, hpa) : limited.replicas;
  const reason = reasonOf(proposed, current, evaluation.description);
  const raised = desired === limited.replicas ? '' : belowMin;
  return {
    desired,
    rescale: desired === current ? undefined : reason || raised,
    metrics: evaluation.statuses,
    findings: [...findings, ...limited.findings],
    events,
    opinions,
    limited,
    memory: limited.memory,
  };
}

const belowMin = 'Current number of replicas below Spec.MinReplicas';

/** At least the least size: it may have been raised while the target slept. */
function awake({ replicas }: Limited, hpa: HorizontalPodAutoscaler): number {
  return Math.max(replicas, minOf(hpa));
}

/** The size at the start counts as the first recommendation, so it is held for a while. */
function startingFrom(memory: Memory, current: number, now: number): Memory {
  if (memory.recommendations.length > 0) return memory;
  return { ...memory, recommendations: [{ replicas: current, at: now }] };
}

function evaluateMetrics(view: View) {
  const { hpa, scale, selector, pods, readings, rivals, now, settings } = view;
  if ('error' in selector) return selector satisfies EvaluationFailure;
  if (rivals.length > 1) return ambiguous(hpa, scale.selector, rivals, settings.profile);
  return evaluate(hpa.spec.metrics ?? [], readings, {
    currentReplicas: scale.replicas,
    statusReplicas: scale.statusReplicas,
    namespace: hpa.metadata.namespace!,
    pods,
    now,
    settings,
  });
}

function limitSize({ hpa, scale, now, settings }: View, proposed: number, memory: Memory): Limited {
  const { behavior, maxReplicas } = hpa.spec;
  const proposal: Proposal = {
    current: scale.replicas,
    proposed,
    min: minOf(hpa),
    max: maxReplicas,
    now,
    settings,
  };
  return behavior == null ? limit(proposal, memory) : limitByBehavior(proposal, behavior, memory);
}

/** By what the metrics asked for; a change that only stabilization makes has no reason. */
function reasonOf(proposed: number, current: number, description: string): string {
  if (proposed > current) return `${description} above target`;
  return proposed < current ? 'All metrics below target' : '';
}

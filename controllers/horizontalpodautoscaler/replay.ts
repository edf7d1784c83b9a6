/** A past pass over an autoscaler, gone through again. */
import { pod as podKind } from '#kinds';
import type { Pod } from '#types';
import type { Pass, PastView } from '#runtime';
import { podSelector } from './evaluate.ts';
import type { PlainEvidence } from './evidence.ts';
import { emptyMemory, type Memory } from './memory.ts';
import { conclude, withoutTarget } from './outcome.ts';
import { needsMetrics, plan, type Plan, type ScaleState, type View } from './plan.ts';
import { selectPods } from './pods.ts';
import { readingOf } from './readings.ts';
import { settingsOf } from './settings.ts';
import { placeOf, pastScaleOf, TargetError, unknownTarget } from './target.ts';
import type { HorizontalPodAutoscaler, HorizontalPodAutoscalerStatus } from './types.ts';

/** What a reconcile saw, planned and computed. */
export interface Replay {
  /** Absent when there was no target. */
  readonly look?: ReplayedPlan;
  /** Why there was none. */
  readonly missing?: string;
  readonly status: HorizontalPodAutoscalerStatus;
  /** For the next reconcile. */
  readonly memory: Memory;
}

export interface ReplayedPlan {
  readonly view: View;
  readonly plan: Plan;
  /** Why the target could not be rescaled. */
  readonly refusal?: string;
}

/** Goes through a recorded pass again. */
export function replayPass({ object: hpa, past, evidence }: Pass<HorizontalPodAutoscaler>): Replay {
  const {
    memory = emptyMemory,
    readings = [],
    rivals = [],
    refusal,
  } = (evidence ?? {}) as Partial<PlainEvidence>;
  try {
    const place = placeOf(past.profile, hpa);
    const scale =
      place === undefined
        ? servedScale(hpa, evidence)
        : pastScaleOf(hpa, place, past.get(place.kind, place.ref), past.profile);
    const selector = podSelector(scale.selector);
    const view: View = {
      hpa,
      scale,
      selector,
      pods: podsSeen({ hpa, scale, selector }, past),
      readings: readings.map(readingOf),
      rivals,
      now: past.now,
      settings: settingsOf(hpa, past.profile),
    };
    const planned = plan(view, memory);
    const refused = planned.rescale === undefined ? undefined : refusal;
    const { status, memory: next } = conclude(view, planned, refused);
    const look: ReplayedPlan = { view, plan: planned };
    return {
      look: refused === undefined ? look : { ...look, refusal: refused },
      status,
      memory: next,
    };
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    const { status } = withoutTarget(hpa, error, past.now);
    return { missing: error.message, status, memory };
  }
}

/** What the next reconcile knows, if it measures the same. */
export function evidenceAfter(pass: Pass<HorizontalPodAutoscaler>): PlainEvidence {
  const { readings, rivals, scale, missing } = pass.evidence as PlainEvidence;
  return {
    memory: replayPass(pass).memory,
    readings,
    ...(rivals !== undefined && { rivals }),
    ...(scale !== undefined && { scale }),
    ...(missing !== undefined && { missing }),
  };
}

/** Of a target that only discovery knows. Throws a {@link TargetError}. */
function servedScale(hpa: HorizontalPodAutoscaler, evidence: unknown): ScaleState {
  const { scale, missing } = (evidence ?? {}) as Partial<PlainEvidence>;
  if (scale !== undefined) return scale;
  throw missing === undefined
    ? unknownTarget(hpa)
    : new TargetError(missing.doing, new Error(missing.message));
}

function podsSeen(
  { hpa, scale, selector }: Pick<View, 'hpa' | 'scale' | 'selector'>,
  past: PastView,
): readonly Pod[] {
  if ('error' in selector || !needsMetrics(hpa, scale.replicas, past.profile)) return [];
  return selectPods(past.list(podKind, hpa.metadata.namespace), selector);
}

import { formatTime, parseTime } from '#values';
import { horizontalPodAutoscaler, defaultProfile } from '#kinds';
import type { autoscalingV2 } from '#types';
import {
  limitByBehavior,
  recordChange,
} from '../../controllers/horizontalpodautoscaler/behavior.ts';
import {
  limit,
  type Limited,
  type Proposal,
} from '../../controllers/horizontalpodautoscaler/limits.ts';
import type { Memory, ScaleEvent } from '../../controllers/horizontalpodautoscaler/memory.ts';
import { expectSame, firstMismatch, type Runner } from './runner.ts';

type Behavior = autoscalingV2.HorizontalPodAutoscalerBehavior;

interface RecommendationCase {
  readonly recommendation: number;
  readonly timestamp: string;
}

interface EventCase {
  readonly replicaChange: number;
  readonly timestamp: string;
  readonly outdated?: boolean;
}

interface MemoryCase {
  readonly recommendations: readonly RecommendationCase[];
  readonly scaleUpEvents: readonly EventCase[];
  readonly scaleDownEvents: readonly EventCase[];
}

interface LimitsCase extends MemoryCase {
  readonly now: string;
  readonly downscaleStabilizationSeconds: number;
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly currentReplicas: number;
  readonly desiredReplicas: number;
  readonly behaviorSpec: Behavior | null;
  readonly behavior: Behavior | null;
  readonly expect: object;
}

/** hpa-limits.json: from a proposal to the size that is set, and what is remembered of it. */
export const runHpaLimits: Runner = (testCase) => {
  const recorded = testCase as unknown as LimitsCase;
  const { replicas, findings, memory } = limited(recorded);
  return firstMismatch(
    expectSame('defaults', defaulted(recorded.behaviorSpec), recorded.behavior),
    expectSame(
      'outcome',
      { replicas, conditions: findings, ...shownMemory(memory) },
      recorded.expect,
    ),
  );
};

function limited(recorded: LimitsCase): Limited {
  const { behavior } = recorded;
  const now = parseTime(recorded.now);
  const proposal: Proposal = {
    current: recorded.currentReplicas,
    proposed: recorded.desiredReplicas,
    min: recorded.minReplicas,
    max: recorded.maxReplicas,
    now,
    settings: {
      downscaleStabilizationMs: recorded.downscaleStabilizationSeconds * 1000,
      profile: defaultProfile,
    },
  };
  if (behavior === null) return limit(proposal, memoryOf(recorded));
  const outcome = limitByBehavior(proposal, behavior, memoryOf(recorded));
  const change = { from: proposal.current, to: outcome.replicas, now };
  if (change.to === change.from) return outcome;
  return { ...outcome, memory: recordChange(outcome.memory, behavior, change) };
}

function defaulted(behavior: Behavior | null): Behavior | null {
  if (behavior === null) return null;
  const object = { spec: { behavior } } as unknown as autoscalingV2.HorizontalPodAutoscaler;
  return horizontalPodAutoscaler.rules.defaults!(object, defaultProfile).spec.behavior!;
}

function memoryOf({ recommendations, scaleUpEvents, scaleDownEvents }: MemoryCase): Memory {
  const event = ({ replicaChange, timestamp, outdated }: EventCase): ScaleEvent => ({
    change: replicaChange,
    at: parseTime(timestamp),
    ...(outdated === true && { outdated }),
  });
  return {
    recommendations: recommendations.map(({ recommendation, timestamp }) => ({
      replicas: recommendation,
      at: parseTime(timestamp),
    })),
    scaleUps: scaleUpEvents.map(event),
    scaleDowns: scaleDownEvents.map(event),
  };
}

function shownMemory({ recommendations, scaleUps, scaleDowns }: Memory): MemoryCase {
  const event = ({ change, at, outdated }: ScaleEvent): EventCase => ({
    replicaChange: change,
    timestamp: formatTime(at),
    ...(outdated === true && { outdated }),
  });
  return {
    recommendations: recommendations.map(({ replicas, at }) => ({
      recommendation: replicas,
      timestamp: formatTime(at),
    })),
    scaleUpEvents: scaleUps.map(event),
    scaleDownEvents: scaleDowns.map(event),
  };
}

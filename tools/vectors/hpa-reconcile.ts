import { parseTime } from '#values';
import { defaultProfile } from '#kinds';
import type { autoscalingV2 } from '#types';
import { emptyMemory, type Memory } from '../../controllers/horizontalpodautoscaler/memory.ts';
import {
  conclude,
  withoutTarget,
  type Outcome,
} from '../../controllers/horizontalpodautoscaler/outcome.ts';
import { podSelector } from '../../controllers/horizontalpodautoscaler/evaluate.ts';
import { plan, type View } from '../../controllers/horizontalpodautoscaler/plan.ts';
import { defaultFlags } from '../../controllers/horizontalpodautoscaler/settings.ts';
import { groupOf } from '../../controllers/horizontalpodautoscaler/target.ts';
import { podsOf, samplesOf, type MetricsCase, type PodCase } from './hpa-fixtures.ts';
import { expectSame, type Runner } from './runner.ts';

type HorizontalPodAutoscaler = autoscalingV2.HorizontalPodAutoscaler;

interface Step {
  readonly now: string;
  readonly pods: readonly PodCase[] | null;
  readonly metrics: MetricsCase | null;
  readonly metricsError?: string;
  readonly scaleUpdateError?: string;
  readonly expect: object;
}

interface ReconcileCase {
  readonly hpa: HorizontalPodAutoscaler;
  /** Null: the target does not exist. */
  readonly replicas: number | null;
  readonly scaleSelector: string;
  readonly steps: readonly Step[];
}

/** What passes hand on to the next one. */
interface State {
  readonly hpa: HorizontalPodAutoscaler;
  readonly replicas: number;
  readonly memory: Memory;
}

/** hpa-reconcile.json: whole passes of the controller. */
export const runHpaReconcile: Runner = (testCase) => {
  const { hpa, replicas, scaleSelector, steps } = testCase as unknown as ReconcileCase;
  const missing = targetFailure(hpa, replicas);
  let state: State = { hpa, replicas: replicas ?? 0, memory: emptyMemory };
  for (const [index, step] of steps.entries()) {
    const { outcome, scaledTo } =
      missing === undefined
        ? pass(state, scaleSelector, step)
        : { outcome: withoutTarget(state.hpa, missing, parseTime(step.now)), scaledTo: null };
    const mismatch = expectSame(`step ${index}`, shown(state, outcome, scaledTo), step.expect);
    if (mismatch !== undefined) return mismatch;
    state = {
      hpa: { ...state.hpa, status: outcome.status },
      replicas: scaledTo ?? state.replicas,
      memory: { ...state.memory, ...('memory' in outcome ? outcome.memory : {}) },
    };
  }
  return undefined;
};

function pass(
  { hpa, replicas, memory }: State,
  selector: string,
  { now, pods, metrics, metricsError, scaleUpdateError }: Step,
): { readonly outcome: Outcome; readonly scaledTo: number | null } {
  const reading =
    metricsError === undefined ? { samples: samplesOf(metrics) } : { failure: metricsError };
  const view: View = {
    hpa,
    scale: { replicas, statusReplicas: pods?.length ?? 0, selector },
    selector: podSelector(selector),
    pods: podsOf(pods, 'cpu'),
    readings: (hpa.spec.metrics ?? []).map(() => reading),
    rivals: [],
    now: parseTime(now),
    settings: { ...defaultFlags, profile: defaultProfile },
  };
  const planned = plan(view, memory);
  const rescaled = planned.rescale !== undefined && scaleUpdateError === undefined;
  return {
    outcome: conclude(view, planned, scaleUpdateError),
    scaledTo: rescaled ? planned.desired : null,
  };
}

/** The errors of the recording's API and kinds about a target that does not exist. */
function targetFailure(
  { spec }: HorizontalPodAutoscaler,
  replicas: number | null,
): { readonly doing: string; readonly message: string } | undefined {
  const { apiVersion = '', kind } = spec.scaleTargetRef;
  try {
    groupOf(apiVersion);
  } catch (error) {
    const doing = 'invalid API version in scale target reference';
    return { doing, message: (error as Error).message };
  }
  if (kind !== 'Deployment') {
    const doing = 'unable to determine resource for scale target reference';
    return { doing, message: `no matches for apps/, Resource=${kind}` };
  }
  if (replicas !== null) return undefined;
  const doing = 'failed to query scale subresource for Deployment/default/web';
  return { doing, message: 'deployments.apps "web" not found' };
}

function shown(
  { hpa }: State,
  { status, events, error }: Omit<Outcome, 'memory'>,
  scaledTo: number | null,
): object {
  const statusUpdate = status === hpa.status ? null : status;
  return { scaledTo, statusUpdate, error: error ?? null, events };
}

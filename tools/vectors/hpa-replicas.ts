import { parseTime } from '#values';
import { defaultProfile } from '#kinds';
import {
  proposeByAverage,
  proposeByShare,
  proposeByTotal,
  proposeByUtilization,
  type Proposal,
  type Scene,
} from '../../controllers/horizontalpodautoscaler/replica-calculator.ts';
import {
  samplesOf as samplesIn,
  type Reading,
} from '../../controllers/horizontalpodautoscaler/readings.ts';
import { defaultFlags } from '../../controllers/horizontalpodautoscaler/settings.ts';
import { podsOf, samplesOf, type MetricsCase, type PodCase } from './hpa-fixtures.ts';
import { expectSame, type Runner } from './runner.ts';

interface ReplicasCase {
  readonly metric: string;
  readonly resource?: string;
  readonly container?: string;
  readonly target: number;
  readonly currentReplicas: number;
  readonly tolerance: number;
  readonly cpuInitializationPeriodSeconds: number;
  readonly initialReadinessDelaySeconds: number;
  readonly now: string;
  readonly pods: readonly PodCase[] | null;
  readonly metrics?: MetricsCase;
  readonly metricsError?: string;
  readonly objectMilliValue?: number;
  readonly externalMilliValues?: readonly number[];
  readonly expect: object;
}

/** hpa-replicas.json: how many replicas a metric asks for. */
export const runHpaReplicas: Runner = (testCase) => {
  const recorded = testCase as unknown as ReplicasCase;
  return expectSame('outcome', outcomeOf(recorded), recorded.expect);
};

function outcomeOf(recorded: ReplicasCase): object {
  try {
    return { ...propose(recorded), error: null };
  } catch (error) {
    return { replicas: null, utilization: null, error: (error as Error).message };
  }
}

function propose(recorded: ReplicasCase): object {
  const { resource = '', container, target, currentReplicas } = recorded;
  const scene = sceneOf(recorded);
  const samples = () =>
    samplesIn(readingOf(recorded), `unable to get metrics for resource ${resource}: `);
  switch (recorded.metric) {
    case 'resource': {
      const source = { resource, container };
      const { replicas, utilization, usage } = proposeByUtilization(
        scene,
        samples(),
        source,
        target,
      );
      return { replicas, utilization, rawAverageMilli: usage };
    }
    case 'rawResource':
      return shown(proposeByAverage(scene, samples(), resource, target));
    case 'pods':
      return shown(proposeByAverage(scene, samples(), undefined, target));
    case 'object':
    case 'external':
      return shown(proposeByTotal(scene, totalOf(recorded), target));
    case 'objectPerPod':
    case 'externalPerPod':
      return shown(proposeByShare(currentReplicas, totalOf(recorded), target, scene.settings));
    default:
      throw new Error(`unknown metric ${recorded.metric}`);
  }
}

function sceneOf(recorded: ReplicasCase): Scene {
  return {
    currentReplicas: recorded.currentReplicas,
    pods: podsOf(recorded.pods, recorded.resource ?? 'cpu'),
    now: parseTime(recorded.now),
    settings: {
      ...defaultFlags,
      profile: defaultProfile,
      tolerances: { down: recorded.tolerance, up: recorded.tolerance },
      cpuInitializationMs: recorded.cpuInitializationPeriodSeconds * 1000,
      initialReadinessDelayMs: recorded.initialReadinessDelaySeconds * 1000,
      downscaleStabilizationMs: 0,
    },
  };
}

function readingOf({ metrics, metricsError }: ReplicasCase): Reading {
  return metricsError === undefined ? { samples: samplesOf(metrics) } : { failure: metricsError };
}

function totalOf({ objectMilliValue, externalMilliValues = [] }: ReplicasCase): number {
  return objectMilliValue ?? externalMilliValues.reduce((sum, value) => sum + value, 0);
}

function shown({ replicas, usage }: Proposal): object {
  return { replicas, utilization: usage };
}

/** The defaults of v1.24 for autoscalers of autoscaling/v2, the stored form. */
import { defaultTransitionTimes } from '../object/conditions.ts';
import { changeField, fillAbsent } from '#values';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  HPAScalingRules,
} from '#types/autoscaling-v2';
import { cpuMetric, withoutWire } from './v1.ts';

/** Up at once: by four pods or to twice as many in 15 seconds, whichever is more. */
const scaleUp: HPAScalingRules = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
};

/** Down as far as needed; the controller decides how long to look back. */
const scaleDown: HPAScalingRules = {
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
};

/** The status that v1.24 prints before its first update. */
export const noStatus = {
  desiredReplicas: 0,
  currentMetrics: null,
} as unknown as HorizontalPodAutoscalerStatus;

export function defaultAutoscaler(object: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  const whole = fillAbsent(object, {
    spec: {} as HorizontalPodAutoscalerSpec,
    status: {} as HorizontalPodAutoscalerStatus,
  });
  const cleaned = changeField(whole, 'metadata', withoutWire);
  const specified = changeField(cleaned, 'spec', defaultSpec);
  return changeField(specified, 'status', defaultStatus);
}

export function defaultStatus(
  status: HorizontalPodAutoscalerStatus,
): HorizontalPodAutoscalerStatus {
  return defaultTransitionTimes(fillAbsent(status, noStatus));
}

function defaultSpec(spec: HorizontalPodAutoscalerSpec): HorizontalPodAutoscalerSpec {
  let filled = fillAbsent(spec, { minReplicas: 1 });
  if (!filled.metrics?.length) filled = { ...filled, metrics: [cpuMetric()] };
  return changeField(filled, 'behavior', defaultBehavior);
}

function defaultBehavior(
  behavior: HorizontalPodAutoscalerBehavior,
): HorizontalPodAutoscalerBehavior {
  const whole = fillAbsent(behavior, { scaleUp, scaleDown });
  const up = changeField(whole, 'scaleUp', (rules) => fillAbsent(rules, scaleUp));
  return changeField(up, 'scaleDown', (rules) => fillAbsent(rules, scaleDown));
}

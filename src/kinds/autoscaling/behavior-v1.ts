/** Converts scaling behavior between the stored form and that of an annotation of autoscaling/v1. */
import type { HorizontalPodAutoscalerBehavior, HPAScalingRules } from '#types/autoscaling-v2';
import type { WireBehavior, WireRules } from './wire-v1.ts';

/** Undefined for empty behavior. */
export function behaviorFromWire(
  wire: WireBehavior | undefined,
): HorizontalPodAutoscalerBehavior | undefined {
  const { ScaleUp, ScaleDown } = wire ?? {};
  if (ScaleUp == null && ScaleDown == null) return undefined;
  return {
    ...(ScaleUp && { scaleUp: rulesFromWire(ScaleUp) }),
    ...(ScaleDown && { scaleDown: rulesFromWire(ScaleDown) }),
  };
}

/** @param hasTolerance whether the release knows tolerances, which it then writes where there is none, too */
export function behaviorToWire(
  { scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior,
  hasTolerance: boolean,
): WireBehavior {
  return {
    ScaleUp: rulesToWire(scaleUp, hasTolerance),
    ScaleDown: rulesToWire(scaleDown, hasTolerance),
  };
}

function rulesFromWire({
  StabilizationWindowSeconds,
  SelectPolicy,
  Policies,
  Tolerance,
}: WireRules): HPAScalingRules {
  return {
    ...(StabilizationWindowSeconds != null && {
      stabilizationWindowSeconds: StabilizationWindowSeconds,
    }),
    ...(SelectPolicy != null && { selectPolicy: SelectPolicy }),
    ...(Policies != null && {
      policies: Policies.map(({ Type = '', Value = 0, PeriodSeconds = 0 }) => {
        return { type: Type, value: Value, periodSeconds: PeriodSeconds };
      }),
    }),
    ...(Tolerance != null && { tolerance: Tolerance }),
  };
}

function rulesToWire(rules: HPAScalingRules | undefined, hasTolerance: boolean): WireRules | null {
  if (rules == null) return null;
  const { stabilizationWindowSeconds = null, selectPolicy = null, policies, tolerance } = rules;
  return {
    StabilizationWindowSeconds: stabilizationWindowSeconds,
    SelectPolicy: selectPolicy,
    Policies:
      policies?.map(({ type, value, periodSeconds }) => {
        return { Type: type, Value: value, PeriodSeconds: periodSeconds };
      }) ?? null,
    ...((hasTolerance || tolerance != null) && { Tolerance: tolerance ?? null }),
  };
}

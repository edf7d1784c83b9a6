/** The objects of autoscaling/v2, under their own names: this is the form that is stored. */
import type { autoscalingV2 } from '#types';

export type HorizontalPodAutoscaler = autoscalingV2.HorizontalPodAutoscaler;
export type HorizontalPodAutoscalerBehavior = autoscalingV2.HorizontalPodAutoscalerBehavior;
export type HorizontalPodAutoscalerCondition = autoscalingV2.HorizontalPodAutoscalerCondition;
export type HorizontalPodAutoscalerStatus = autoscalingV2.HorizontalPodAutoscalerStatus;
export type HPAScalingPolicy = autoscalingV2.HPAScalingPolicy;
export type HPAScalingRules = autoscalingV2.HPAScalingRules;
export type ExternalMetricSource = autoscalingV2.ExternalMetricSource;
export type MetricIdentifier = autoscalingV2.MetricIdentifier;
export type MetricSpec = autoscalingV2.MetricSpec;
export type MetricStatus = autoscalingV2.MetricStatus;
export type MetricTarget = autoscalingV2.MetricTarget;
export type MetricValueStatus = autoscalingV2.MetricValueStatus;
export type ObjectMetricSource = autoscalingV2.ObjectMetricSource;
export type PodsMetricSource = autoscalingV2.PodsMetricSource;

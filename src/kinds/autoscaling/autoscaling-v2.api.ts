/**
 * autoscaling/v2, and v2beta2 that became it: the autoscaler by any metric. Notation: see parse.ts.
 */

const types = `
kind HorizontalPodAutoscaler {
  spec: HorizontalPodAutoscalerSpec
  status: HorizontalPodAutoscalerStatus
}

HorizontalPodAutoscalerSpec {
  behavior: *HorizontalPodAutoscalerBehavior
  maxReplicas!: int32
  metrics: [MetricSpec] atomic
  minReplicas: *int32
  scaleTargetRef!: CrossVersionObjectReference
}

HorizontalPodAutoscalerBehavior { scaleDown: *HPAScalingRules; scaleUp: *HPAScalingRules }

HPAScalingRules {
  policies: [HPAScalingPolicy] empty atomic
  selectPolicy: *string
  stabilizationWindowSeconds: *int32
}

HPAScalingPolicy { periodSeconds!: int32; type!: string; value!: int32 }

MetricSpec {
  containerResource: *ContainerResourceMetricSource
  external: *ExternalMetricSource
  object: *ObjectMetricSource
  pods: *PodsMetricSource
  resource: *ResourceMetricSource
  type!: string
}

ContainerResourceMetricSource {
  container!: string
  name!: string
  target!: MetricTarget
}

MetricTarget {
  averageUtilization: *int32
  averageValue: *Quantity
  type!: string
  value: *Quantity
}

ExternalMetricSource { metric!: MetricIdentifier; target!: MetricTarget }
MetricIdentifier { name!: string; selector: *LabelSelector }

ObjectMetricSource {
  describedObject!: CrossVersionObjectReference
  metric!: MetricIdentifier
  target!: MetricTarget
}

CrossVersionObjectReference { apiVersion: string; kind!: string; name!: string }
PodsMetricSource { metric!: MetricIdentifier; target!: MetricTarget }
ResourceMetricSource { name!: string; target!: MetricTarget }

HorizontalPodAutoscalerCondition {
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}

MetricStatus {
  containerResource: *ContainerResourceMetricStatus
  external: *ExternalMetricStatus
  object: *ObjectMetricStatus
  pods: *PodsMetricStatus
  resource: *ResourceMetricStatus
  type!: string
}

ContainerResourceMetricStatus {
  container!: string
  current!: MetricValueStatus
  name!: string
}

MetricValueStatus { averageUtilization: *int32; averageValue: *Quantity; value: *Quantity }
ExternalMetricStatus { current!: MetricValueStatus; metric!: MetricIdentifier }

ObjectMetricStatus {
  current!: MetricValueStatus
  describedObject!: CrossVersionObjectReference
  metric!: MetricIdentifier
}

PodsMetricStatus { current!: MetricValueStatus; metric!: MetricIdentifier }
ResourceMetricStatus { current!: MetricValueStatus; name!: string }
`;

export const autoscalingV2 = `${types}
HorizontalPodAutoscalerStatus {
  conditions: [HorizontalPodAutoscalerCondition] merge=type map=type
  currentMetrics: [MetricStatus] written atomic
  currentReplicas: int32
  desiredReplicas!: int32
  lastScaleTime: *Time
  observedGeneration: *int64
}
`;

/** What the beta prints even when it is empty; conditions have one owner, and lists say nothing. */
export const autoscalingV2Beta2 = `${types.replaceAll(/ atomic$/gm, '')}
HorizontalPodAutoscalerStatus {
  conditions: [HorizontalPodAutoscalerCondition] written
  currentMetrics: [MetricStatus] written
  currentReplicas!: int32
  desiredReplicas!: int32
  lastScaleTime: *Time
  observedGeneration: *int64
}
`;

/** autoscaling/v2beta1: metrics with their targets side by side. Notation: see parse.ts. */
export const autoscalingV2Beta1 = `
kind HorizontalPodAutoscaler {
  spec: HorizontalPodAutoscalerSpec
  status: HorizontalPodAutoscalerStatus
}

HorizontalPodAutoscalerSpec {
  maxReplicas!: int32
  metrics: [MetricSpec]
  minReplicas: *int32
  scaleTargetRef!: CrossVersionObjectReference
}

CrossVersionObjectReference { apiVersion: string; kind!: string; name!: string }

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
  targetAverageUtilization: *int32
  targetAverageValue: *Quantity
}

ExternalMetricSource {
  metricName!: string
  metricSelector: *LabelSelector
  targetAverageValue: *Quantity
  targetValue: *Quantity
}

ObjectMetricSource {
  averageValue: *Quantity
  metricName!: string
  selector: *LabelSelector
  target!: CrossVersionObjectReference
  targetValue!: Quantity
}

PodsMetricSource { metricName!: string; selector: *LabelSelector; targetAverageValue!: Quantity }

ResourceMetricSource {
  name!: string
  targetAverageUtilization: *int32
  targetAverageValue: *Quantity
}

HorizontalPodAutoscalerStatus {
  conditions: [HorizontalPodAutoscalerCondition] written
  currentMetrics: [MetricStatus] written
  currentReplicas!: int32
  desiredReplicas!: int32
  lastScaleTime: *Time
  observedGeneration: *int64
}

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
  currentAverageUtilization: *int32
  currentAverageValue!: Quantity
  name!: string
}

ExternalMetricStatus {
  currentAverageValue: *Quantity
  currentValue!: Quantity
  metricName!: string
  metricSelector: *LabelSelector
}

ObjectMetricStatus {
  averageValue: *Quantity
  currentValue!: Quantity
  metricName!: string
  selector: *LabelSelector
  target!: CrossVersionObjectReference
}

PodsMetricStatus { currentAverageValue!: Quantity; metricName!: string; selector: *LabelSelector }

ResourceMetricStatus {
  currentAverageUtilization: *int32
  currentAverageValue!: Quantity
  name!: string
}
`;

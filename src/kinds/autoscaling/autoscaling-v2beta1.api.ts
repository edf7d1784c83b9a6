/** autoscaling/v2beta1: metrics with their targets side by side. Notation: see src/schema/notation.ts. */
export const autoscalingV2Beta1 = `
kind HorizontalPodAutoscaler {
  spec: HorizontalPodAutoscalerSpec #2
  status: HorizontalPodAutoscalerStatus #3
}

HorizontalPodAutoscalerSpec {
  maxReplicas!: int32 #3
  metrics: [MetricSpec] #4
  minReplicas: *int32 #2
  scaleTargetRef!: CrossVersionObjectReference #1
}

CrossVersionObjectReference { apiVersion: string #3; kind!: string #1; name!: string #2 }

MetricSpec {
  containerResource: *ContainerResourceMetricSource #7 gate=HPAContainerMetrics
  external: *ExternalMetricSource #5
  object: *ObjectMetricSource #2
  pods: *PodsMetricSource #3
  resource: *ResourceMetricSource #4
  type!: string #1
}

ContainerResourceMetricSource {
  container!: string #4
  name!: string #1
  targetAverageUtilization: *int32 #2
  targetAverageValue: *Quantity #3
}

ExternalMetricSource {
  metricName!: string #1
  metricSelector: *LabelSelector #2
  targetAverageValue: *Quantity #4
  targetValue: *Quantity #3
}

ObjectMetricSource {
  averageValue: *Quantity #5
  metricName!: string #2
  selector: *LabelSelector #4
  target!: CrossVersionObjectReference #1
  targetValue!: Quantity #3
}

PodsMetricSource {
  metricName!: string #1
  selector: *LabelSelector #3
  targetAverageValue!: Quantity #2
}

ResourceMetricSource {
  name!: string #1
  targetAverageUtilization: *int32 #2
  targetAverageValue: *Quantity #3
}

HorizontalPodAutoscalerStatus {
  conditions: [HorizontalPodAutoscalerCondition] #6 written
  currentMetrics: [MetricStatus] #5 written
  currentReplicas!: int32 #3
  desiredReplicas!: int32 #4
  lastScaleTime: *Time #2
  observedGeneration: *int64 #1
}

HorizontalPodAutoscalerCondition {
  lastTransitionTime: Time #3
  message: string #5
  reason: string #4
  status!: string #2
  type!: string #1
}

MetricStatus {
  containerResource: *ContainerResourceMetricStatus #7
  external: *ExternalMetricStatus #5
  object: *ObjectMetricStatus #2
  pods: *PodsMetricStatus #3
  resource: *ResourceMetricStatus #4
  type!: string #1
}

ContainerResourceMetricStatus {
  container!: string #4
  currentAverageUtilization: *int32 #2
  currentAverageValue!: Quantity #3
  name!: string #1
}

ExternalMetricStatus {
  currentAverageValue: *Quantity #4
  currentValue!: Quantity #3
  metricName!: string #1
  metricSelector: *LabelSelector #2
}

ObjectMetricStatus {
  averageValue: *Quantity #5
  currentValue!: Quantity #3
  metricName!: string #2
  selector: *LabelSelector #4
  target!: CrossVersionObjectReference #1
}

PodsMetricStatus {
  currentAverageValue!: Quantity #2
  metricName!: string #1
  selector: *LabelSelector #3
}

ResourceMetricStatus {
  currentAverageUtilization: *int32 #2
  currentAverageValue!: Quantity #3
  name!: string #1
}
`;

/**
 * autoscaling/v2, and v2beta2 that became it: the autoscaler by any metric. Notation: see src/schema/notation.ts.
 */

const types = `
kind HorizontalPodAutoscaler {
  spec: HorizontalPodAutoscalerSpec #2 required@1.36-
  status: HorizontalPodAutoscalerStatus #3
}

HorizontalPodAutoscalerSpec {
  behavior: *HorizontalPodAutoscalerBehavior #5
  maxReplicas!: int32 #3
  metrics: [MetricSpec] #4 atomic
  minReplicas: *int32 #2
  scaleTargetRef!: CrossVersionObjectReference #1
}

HorizontalPodAutoscalerBehavior { scaleDown: *HPAScalingRules #2; scaleUp: *HPAScalingRules #1 }

HPAScalingRules {
  policies: [HPAScalingPolicy] #2 empty atomic
  selectPolicy: *string #1
  stabilizationWindowSeconds: *int32 #3
  tolerance: *Quantity #4 since=1.33 gate=HPAConfigurableTolerance
}

HPAScalingPolicy { periodSeconds!: int32 #3; type!: string #1; value!: int32 #2 }

MetricSpec {
  containerResource: *ContainerResourceMetricSource #7 gate=HPAContainerMetrics
  external: *ExternalMetricSource #5
  object: *ObjectMetricSource #2
  pods: *PodsMetricSource #3
  resource: *ResourceMetricSource #4
  type!: string #1
}

ContainerResourceMetricSource {
  container!: string #3
  name!: string #1
  target!: MetricTarget #2
}

MetricTarget {
  averageUtilization: *int32 #4
  averageValue: *Quantity #3
  type!: string #1
  value: *Quantity #2
}

ExternalMetricSource { metric!: MetricIdentifier #1; target!: MetricTarget #2 }
MetricIdentifier { name!: string #1; selector: *LabelSelector #2 }

ObjectMetricSource {
  describedObject!: CrossVersionObjectReference #1
  metric!: MetricIdentifier #3
  target!: MetricTarget #2
}

CrossVersionObjectReference { apiVersion: string #3; kind!: string #1; name!: string #2 }
PodsMetricSource { metric!: MetricIdentifier #1; target!: MetricTarget #2 }
ResourceMetricSource { name!: string #1; target!: MetricTarget #2 }

HorizontalPodAutoscalerCondition {
  lastTransitionTime: Time #3
  message: string #5
  observedGeneration: *int64 #6 since=1.37
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
  container!: string #3
  current!: MetricValueStatus #2
  name!: string #1
}

MetricValueStatus { averageUtilization: *int32 #3; averageValue: *Quantity #2; value: *Quantity #1 }
ExternalMetricStatus { current!: MetricValueStatus #2; metric!: MetricIdentifier #1 }

ObjectMetricStatus {
  current!: MetricValueStatus #2
  describedObject!: CrossVersionObjectReference #3
  metric!: MetricIdentifier #1
}

PodsMetricStatus { current!: MetricValueStatus #2; metric!: MetricIdentifier #1 }
ResourceMetricStatus { current!: MetricValueStatus #2; name!: string #1 }
`;

export const autoscalingV2: readonly string[] = [
  types,
  `
HorizontalPodAutoscalerStatus {
  conditions: [HorizontalPodAutoscalerCondition] #6 merge=type map=type
  currentMetrics: [MetricStatus] #5 written atomic
  currentReplicas: int32 #3
  desiredReplicas!: int32 #4
  lastScaleTime: *Time #2
  observedGeneration: *int64 #1
}
`,
];

/** What the beta prints even when it is empty; conditions have one owner, and lists say nothing. */
export const autoscalingV2Beta2 = `${types.replaceAll(/ atomic$/gm, '')}
HorizontalPodAutoscalerStatus {
  conditions: [HorizontalPodAutoscalerCondition] #6 written
  currentMetrics: [MetricStatus] #5 written
  currentReplicas!: int32 #3
  desiredReplicas!: int32 #4
  lastScaleTime: *Time #2
  observedGeneration: *int64 #1
}
`;

/** autoscaling/v1: the scale subresource and the first autoscaler. Notation: see parse.ts. */
export const autoscalingV1 = `
kind HorizontalPodAutoscaler {
  spec: HorizontalPodAutoscalerSpec
  status: HorizontalPodAutoscalerStatus
}

HorizontalPodAutoscalerSpec {
  maxReplicas!: int32
  minReplicas: *int32
  scaleTargetRef!: CrossVersionObjectReference
  targetCPUUtilizationPercentage: *int32
}

atomic CrossVersionObjectReference { apiVersion: string; kind!: string; name!: string }

HorizontalPodAutoscalerStatus {
  currentCPUUtilizationPercentage: *int32
  currentReplicas!: int32
  desiredReplicas!: int32
  lastScaleTime: *Time
  observedGeneration: *int64
}

kind Scale { spec: ScaleSpec; status: ScaleStatus }
ScaleSpec { replicas: int32 }
ScaleStatus { replicas!: int32; selector: string }
`;

/** autoscaling/v1: the scale subresource and the first autoscaler. Notation: see src/schema/notation.ts. */
export const autoscalingV1 = `
// Sets the number of pods of a workload by how busy they are.
kind HorizontalPodAutoscaler {
  // What is scaled, within which bounds, and what for.
  spec: HorizontalPodAutoscalerSpec #2 required@1.36-
  // What the autoscaler last saw and did.
  status: HorizontalPodAutoscalerStatus #3
}

HorizontalPodAutoscalerSpec {
  // The most pods that the autoscaler sets. Not less than minReplicas.
  maxReplicas!: int32 #3
  // The fewest pods that the autoscaler sets. 1 by default; 0 only with the feature gate
  // HPAScaleToZero and an Object or External metric.
  minReplicas: *int32 #2
  // The workload, which is scaled through its scale subresource.
  scaleTargetRef!: CrossVersionObjectReference #1
  // The average use of CPU over all pods that is aimed at, in percent of what they request.
  targetCPUUtilizationPercentage: *int32 #4
}

// Names an object, so that its kind can be found in any version.
atomic CrossVersionObjectReference {
  // Group and version of the object.
  apiVersion: string #3
  // Kind of the object.
  kind!: string #1
  // Name of the object.
  name!: string #2
}

HorizontalPodAutoscalerStatus {
  // The average use of CPU over all pods at present, in percent of what they request.
  currentCPUUtilizationPercentage: *int32 #5
  // How many pods there are.
  currentReplicas!: int32 #3
  // How many pods there should be.
  desiredReplicas!: int32 #4
  // When the number of pods was last changed. Keeps the autoscaler from changing it too often.
  lastScaleTime: *Time #2
  // The latest generation of the spec that the autoscaler has seen.
  observedGeneration: *int64 #1
}

// The number of pods of a workload, as its scale subresource shows it.
kind Scale {
  // The number that is wanted.
  spec: ScaleSpec #2
  // The number that there is.
  status: ScaleStatus #3
}
ScaleSpec {
  // How many pods there should be.
  replicas: int32 #1 = 0@1.34-
}
ScaleStatus {
  // How many pods there are.
  replicas!: int32 #1
  // Selects the pods, in the form that queries have.
  selector: string #2
}
`;

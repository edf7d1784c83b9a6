/** autoscaling/v1: what its types mean. Notation: see index.ts. */
export const autoscalingV1Descriptions = `
HorizontalPodAutoscaler Sets the number of pods of a workload by how busy they are.
  spec What is scaled, within which bounds, and what for.
  status What the autoscaler last saw and did.
HorizontalPodAutoscalerSpec
  maxReplicas The most pods that the autoscaler sets. Not less than minReplicas.
  minReplicas The fewest pods that the autoscaler sets. 1 by default; 0 only with the feature gate HPAScaleToZero and an Object or External metric.
  scaleTargetRef The workload, which is scaled through its scale subresource.
  targetCPUUtilizationPercentage The average use of CPU over all pods that is aimed at, in percent of what they request.
CrossVersionObjectReference Names an object, so that its kind can be found in any version.
  apiVersion Group and version of the object.
  kind Kind of the object.
  name Name of the object.
HorizontalPodAutoscalerStatus
  currentCPUUtilizationPercentage The average use of CPU over all pods at present, in percent of what they request.
  currentReplicas How many pods there are.
  desiredReplicas How many pods there should be.
  lastScaleTime When the number of pods was last changed. Keeps the autoscaler from changing it too often.
  observedGeneration The latest generation of the spec that the autoscaler has seen.
Scale The number of pods of a workload, as its scale subresource shows it.
  spec The number that is wanted.
  status The number that there is.
ScaleSpec
  replicas How many pods there should be.
ScaleStatus
  replicas How many pods there are.
  selector Selects the pods, in the form that queries have.
`;

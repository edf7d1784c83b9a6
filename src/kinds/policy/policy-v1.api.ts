/** policy/v1: disruption budgets and eviction. Notation: see src/schema/notation.ts. */
export const policyV1 = `
kind Eviction { deleteOptions: *DeleteOptions #2 }

kind PodDisruptionBudget {
  spec: PodDisruptionBudgetSpec #2
  status: PodDisruptionBudgetStatus #3
}

PodDisruptionBudgetSpec {
  maxUnavailable: *IntOrString #3
  minAvailable: *IntOrString #1
  selector: *LabelSelector #2 replace
  unhealthyPodEvictionPolicy: *string(AlwaysAllow|IfHealthyBudget) #4 since=1.26 gate=PDBUnhealthyPodEvictionPolicy
}

PodDisruptionBudgetStatus {
  conditions: [Condition] #7 merge=type map=type
  currentHealthy: int32 #4 written required@-1.35
  desiredHealthy: int32 #5 written required@-1.35
  disruptedPods: {Time} #2
  disruptionsAllowed: int32 #3 written required@-1.35
  expectedPods: int32 #6 written required@-1.35
  observedGeneration: int64 #1
}
`;

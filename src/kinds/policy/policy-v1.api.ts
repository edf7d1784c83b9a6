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
}

PodDisruptionBudgetStatus {
  conditions: [Condition] #7 merge=type map=type
  currentHealthy!: int32 #4
  desiredHealthy!: int32 #5
  disruptedPods: {Time} #2
  disruptionsAllowed!: int32 #3
  expectedPods!: int32 #6
  observedGeneration: int64 #1
}
`;

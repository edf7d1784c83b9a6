/** policy/v1: disruption budgets and eviction. Notation: see parse.ts. */
export const policyV1 = `
kind Eviction { deleteOptions: *DeleteOptions }

kind PodDisruptionBudget {
  spec: PodDisruptionBudgetSpec
  status: PodDisruptionBudgetStatus
}

PodDisruptionBudgetSpec {
  maxUnavailable: *IntOrString
  minAvailable: *IntOrString
  selector: *LabelSelector replace
}

PodDisruptionBudgetStatus {
  conditions: [Condition] merge=type map=type
  currentHealthy!: int32
  desiredHealthy!: int32
  disruptedPods: {Time}
  disruptionsAllowed!: int32
  expectedPods!: int32
  observedGeneration: int64
}
`;

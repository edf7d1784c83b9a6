/** scheduling/v1alpha3: how jobs ask for groups of pods. Notation: see src/schema/notation.ts. */
export const schedulingV1Alpha3 = `
WorkloadPodGroupDisruptionMode {
  all: *WorkloadPodGroupAllDisruptionMode #2
  single: *WorkloadPodGroupSingleDisruptionMode #1
}

WorkloadPodGroupAllDisruptionMode {}
WorkloadPodGroupSingleDisruptionMode {}
WorkloadPodGroupBasicSchedulingPolicy {}
TopologyConstraint { key!: string #1 }

WorkloadPodGroupGangSchedulingPolicy { minCount: *int32 #1 }

WorkloadPodGroupResourceClaim {
  name!: string #1
  resourceClaimName: *string #2
  resourceClaimTemplateName: *string #3
}

WorkloadPodGroupSchedulingConstraints { topology: [TopologyConstraint] #1 atomic }

WorkloadPodGroupSchedulingPolicy {
  basic: *WorkloadPodGroupBasicSchedulingPolicy #1
  gang: *WorkloadPodGroupGangSchedulingPolicy #2
}
`;

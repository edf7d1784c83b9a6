/** rbac/v1: roles and what grants them. Notation: see parse.ts. */
export const rbacV1 = `
kind Role {
  rules: [PolicyRule] written
}

kind ClusterRole {
  aggregationRule: *AggregationRule
  rules: [PolicyRule] written
}

PolicyRule {
  apiGroups: [string]
  nonResourceURLs: [string]
  resourceNames: [string]
  resources: [string]
  verbs!: [string]
}

AggregationRule { clusterRoleSelectors: [LabelSelector] }

kind RoleBinding {
  roleRef!: RoleRef
  subjects: [Subject]
}

kind ClusterRoleBinding {
  roleRef!: RoleRef
  subjects: [Subject]
}

atomic RoleRef { apiGroup!: string; kind!: string; name!: string }

atomic Subject { apiGroup: string; kind!: string; name!: string; namespace: string }
`;

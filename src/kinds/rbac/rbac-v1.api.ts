/** rbac/v1: roles and what grants them. Notation: see src/schema/notation.ts. */
export const rbacV1 = `
// Rules that can be granted inside of its namespace, by a RoleBinding.
kind Role {
  // What the role allows. Nothing denies, so an empty list allows nothing.
  rules: [PolicyRule] #2 written
}

// Rules that can be granted for the whole cluster by a ClusterRoleBinding, or for one namespace by
// a RoleBinding.
kind ClusterRole {
  // How a controller finds the roles whose rules this one collects.
  aggregationRule: *AggregationRule #3
  // What the role allows. Where there is an aggregationRule, a controller writes this list and
  // replaces what others write.
  rules: [PolicyRule] #2 written
}

// A set of requests that are allowed: those that fit every list. An entry * fits everything.
PolicyRule {
  // The API groups of the resources; an empty text is the core group.
  apiGroups: [string] #2
  // Paths outside of resources, such as /healthz; a * at the end stands for any rest. Only for
  // cluster roles that are granted for the whole cluster, and not together with resources.
  nonResourceURLs: [string] #5
  // The names of the objects. Without names all objects are meant; with names the rule does not fit
  // requests that name none, such as create.
  resourceNames: [string] #4
  // The resources, as paths have them in lower case and plural, or one of their subresources as in
  // pods/log; */scale is this subresource of any resource.
  resources: [string] #3
  // What may be done: get, list, watch, create, update, patch, delete, deletecollection, or a verb
  // of its own such as impersonate.
  verbs!: [string] #1
}

// Which cluster roles are collected into another one.
AggregationRule {
  // Selectors of the labels of cluster roles. A role that fits one of them counts.
  clusterRoleSelectors: [LabelSelector] #1
}

// Grants a Role of its namespace, or a ClusterRole, to users inside of its namespace.
kind RoleBinding {
  // The role that is granted. It never changes: a binding to another role is another binding.
  roleRef!: RoleRef #3
  // Whom the role is granted to.
  subjects: [Subject] #2
}

// Grants a ClusterRole to users in all namespaces and for what has no namespace.
kind ClusterRoleBinding {
  // The cluster role that is granted. It never changes: a binding to another role is another
  // binding.
  roleRef!: RoleRef #3
  // Whom the role is granted to.
  subjects: [Subject] #2
}

atomic RoleRef {
  // The group of the role, always rbac.authorization.k8s.io.
  apiGroup: string #1 written required@-1.35
  // Role or ClusterRole.
  kind!: string #2
  // The name of the role, which need not exist yet.
  name!: string #3
}

atomic Subject {
  // The group of the subject: rbac.authorization.k8s.io for users and groups, empty for service
  // accounts.
  apiGroup: string #2
  // User, Group or ServiceAccount.
  kind!: string #1
  // The name of the subject.
  name!: string #3
  // The namespace of a service account; users and groups have none.
  namespace: string #4
}
`;

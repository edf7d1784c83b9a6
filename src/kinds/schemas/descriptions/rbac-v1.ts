/** rbac/v1: what its types mean. Notation: see index.ts. */
export const rbacV1Descriptions = `
Role Rules that can be granted inside of its namespace, by a RoleBinding.
  rules What the role allows. Nothing denies, so an empty list allows nothing.
ClusterRole Rules that can be granted for the whole cluster by a ClusterRoleBinding, or for one namespace by a RoleBinding.
  rules What the role allows. Where there is an aggregationRule, a controller writes this list and replaces what others write.
  aggregationRule How a controller finds the roles whose rules this one collects.
PolicyRule A set of requests that are allowed: those that fit every list. An entry * fits everything.
  apiGroups The API groups of the resources; an empty text is the core group.
  nonResourceURLs Paths outside of resources, such as /healthz; a * at the end stands for any rest. Only for cluster roles that are granted for the whole cluster, and not together with resources.
  resourceNames The names of the objects. Without names all objects are meant; with names the rule does not fit requests that name none, such as create.
  resources The resources, as paths have them in lower case and plural, or one of their subresources as in pods/log; */scale is this subresource of any resource.
  verbs What may be done: get, list, watch, create, update, patch, delete, deletecollection, or a verb of its own such as impersonate.
AggregationRule Which cluster roles are collected into another one.
  clusterRoleSelectors Selectors of the labels of cluster roles. A role that fits one of them counts.
RoleBinding Grants a Role of its namespace, or a ClusterRole, to users inside of its namespace.
  roleRef The role that is granted. It never changes: a binding to another role is another binding.
  subjects Whom the role is granted to.
ClusterRoleBinding Grants a ClusterRole to users in all namespaces and for what has no namespace.
  roleRef The cluster role that is granted. It never changes: a binding to another role is another binding.
  subjects Whom the role is granted to.
RoleRef
  apiGroup The group of the role, always rbac.authorization.k8s.io.
  kind Role or ClusterRole.
  name The name of the role, which need not exist yet.
Subject
  apiGroup The group of the subject: rbac.authorization.k8s.io for users and groups, empty for service accounts.
  kind User, Group or ServiceAccount.
  name The name of the subject.
  namespace The namespace of a service account; users and groups have none.
`;
